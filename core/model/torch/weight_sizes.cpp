// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/weight_sizes.h"
#include <algorithm>
#include <functional>
#include <map>
#include <torch/script.h>

namespace mutascope {

namespace {

// Bytes of each tensor, shared ones once.
std::vector<std::uint64_t> tensorSizes(const torch::jit::Module &module)
{
    std::map<const void *, std::uint64_t> sizes;
    const auto add = [&](const at::Tensor &tensor) {
        if (tensor.has_storage() && tensor.storage().data() != nullptr)
            sizes[tensor.storage().data()] = tensor.storage().nbytes();
    };
    for (const at::Tensor &tensor : module.parameters())
        add(tensor);
    for (const at::Tensor &tensor : module.buffers())
        add(tensor);
    std::vector<std::uint64_t> out;
    for (const auto &[data, size] : sizes)
        out.push_back(size);
    return out;
}

} // namespace

bool weightsAreWhole(const torch::jit::Module &module, const std::vector<ZipEntry> &parts)
{
    std::vector<std::uint64_t> wanted = tensorSizes(module), given;
    for (const ZipEntry &part : parts)
        if (part.name.find("/data/") != std::string::npos
            || part.name.find("/constants/") != std::string::npos)
            given.push_back(part.size);
    std::ranges::sort(wanted, std::greater());
    std::ranges::sort(given, std::greater());
    const auto fits = [](std::uint64_t want, std::uint64_t have) { return want <= have; };
    return wanted.size() <= given.size() && std::equal(wanted.begin(), wanted.end(), given.begin(), fits);
}

} // namespace mutascope
