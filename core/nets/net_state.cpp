// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/net_state.h"
#include "core/base/error.h"
#include "core/base/state_codec.h"
#include <bit>
#include <cstring>
#include <torch/torch.h>

namespace mutascope {

namespace {

static_assert(std::endian::native == std::endian::little, "weights are stored as this machine holds them");

[[noreturn]] void throwOther()
{
    throw Error(ErrorCode::BadData, "the stored networks are not those of this configuration",
                "Train them again");
}

std::string_view bytesOf(const at::Tensor &dense)
{
    return {static_cast<const char *>(dense.data_ptr()), std::size_t(dense.nbytes())};
}

at::Tensor readTensor(StateReader &reader, const at::Tensor &like)
{
    const std::string_view bytes = reader.text();
    at::Tensor read = at::empty(like.sizes(), like.options().requires_grad(false));
    if (bytes.size() != std::size_t(read.nbytes()))
        throwOther();
    std::memcpy(read.data_ptr(), bytes.data(), bytes.size());
    if (read.is_floating_point() && !at::isfinite(read).all().item<bool>())
        throwOther();
    return read;
}

} // namespace

std::string packTensors(const std::vector<at::Tensor> &tensors)
{
    StateWriter writer;
    writer.u64(tensors.size());
    for (const at::Tensor &tensor : tensors)
        writer.text(bytesOf(tensor.detach().contiguous()));
    return writer.sealed();
}

void unpackTensors(const std::string &bytes, const std::vector<at::Tensor> &tensors)
{
    StateReader reader = StateReader::unsealed(bytes);
    if (reader.u64() != tensors.size())
        throwOther();
    std::vector<at::Tensor> read;
    for (const at::Tensor &tensor : tensors)
        read.push_back(readTensor(reader, tensor));
    reader.expectEnd();
    const at::NoGradGuard noGradients;
    for (std::size_t i = 0; i < tensors.size(); ++i)
        tensors[i].copy_(read[i]);
}

} // namespace mutascope
