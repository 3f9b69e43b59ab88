// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/lpips.h"
#include "core/base/error.h"
#include "core/model/torch/torch_error.h"
#include "core/model/torch/weight_sizes.h"
#include "core/nets/tensors.h"
#include <algorithm>
#include <fmt/format.h>
#include <torch/script.h>

namespace mutascope {

namespace {

namespace fs = std::filesystem;

const char *const exportHint
    = "Export it with torch.jit.trace(lpips.LPIPS(net='alex').eval(), (a, b)).save(file), a and b of Nx3xHxW "
      "with values from -1 to 1";

// Values of a portion's images; networks like VGG16's hold some hundred times as many.
constexpr std::int64_t valuesAtOnce = 32 * 3 * 64 * 64;

[[noreturn]] void throwUnfit(const std::string &why)
{
    throw Error(ErrorCode::BadModel, "the LPIPS network " + why, exportHint);
}

void checkForward(const torch::jit::Module &module)
{
    const auto forward = module.find_method("forward");
    if (!forward)
        throwUnfit("has no forward method");
    const auto &arguments = forward->function().getSchema().arguments();
    const auto needed = std::ranges::count_if(
        arguments, [](const c10::Argument &argument) { return !argument.default_value(); });
    if (arguments.size() < 3 || needed > 3) // with self
        throwUnfit(fmt::format("takes {} inputs instead of two batches of images", arguments.size() - 1));
}

torch::jit::Module loaded(const fs::path &file)
{
    const std::vector<ZipEntry> parts = checkTorchScriptArchive(file);
    return translated("cannot load the LPIPS network " + file.string(), exportHint, [&] {
        torch::jit::Module module = torch::jit::load(file.string(), c10::Device(c10::kCPU));
        if (!weightsAreWhole(module, parts))
            throwUnfit("is damaged: its weights are shorter than described");
        checkForward(module);
        module.eval();
        for (const at::Tensor &parameter : module.parameters())
            parameter.set_requires_grad(false);
        return module;
    });
}

// N3HW from -1 to 1, the shorter side at least leastSide.
at::Tensor inputOf(const ImageBatch &images)
{
    at::Tensor input = unitTensor(images).mul_(2).sub_(1).expand({-1, 3, -1, -1});
    const std::int64_t height = input.size(2), width = input.size(3), side = std::min(height, width);
    if (side >= LpipsNetwork::leastSide)
        return input.contiguous();
    const auto enlarged
        = [side](std::int64_t length) { return (length * LpipsNetwork::leastSide + side / 2) / side; };
    return at::upsample_bilinear2d(input, {enlarged(height), enlarged(width)}, /*align_corners=*/false)
        .contiguous();
}

} // namespace

struct LpipsNetwork::Impl {
    std::vector<double> run(const ImageBatch &a, const ImageBatch &b)
    {
        const at::NoGradGuard noGradients;
        const c10::IValue returned = module.forward({inputOf(a), inputOf(b)});
        if (!returned.isTensor())
            throwUnfit("does not return a tensor");
        const at::Tensor distances = returned.toTensor().to(at::kDouble).contiguous();
        if (distances.numel() != std::int64_t(a.count()))
            throwUnfit(fmt::format("gives {} numbers for {} pairs of images", distances.numel(), a.count()));
        const double *begin = distances.data_ptr<double>();
        return {begin, begin + distances.numel()};
    }

    torch::jit::Module module;
};

// Two made-up pairs tell whether it gives one number a pair.
LpipsNetwork::LpipsNetwork(const fs::path &file) : m_impl(new Impl{loaded(file)})
{
    ImageBatch black(ImageShape{leastSide, leastSide, 3});
    black.append(black.shape(), std::vector<std::uint8_t>(black.shape().size()));
    black.append(black.shape(), std::vector<std::uint8_t>(black.shape().size()));
    distances(black, black);
}

LpipsNetwork::~LpipsNetwork() = default;

std::vector<double> LpipsNetwork::distances(const ImageBatch &a, const ImageBatch &b) const
{
    if (a.shape() != b.shape() || a.count() != b.count())
        throw Error(ErrorCode::Internal, "the images of two batches cannot be paired");
    const int height = std::max(a.shape().height, leastSide), width = std::max(a.shape().width, leastSide);
    const auto portion = std::size_t(std::max<std::int64_t>(1, valuesAtOnce / (3 * height * width)));
    return translated("the LPIPS network failed", exportHint, [&] {
        std::vector<double> all;
        for (std::size_t begin = 0; begin < a.count(); begin += portion) {
            const std::size_t end = std::min(a.count(), begin + portion);
            const std::vector<double> some = m_impl->run(a.slice(begin, end), b.slice(begin, end));
            all.insert(all.end(), some.begin(), some.end());
        }
        return all;
    });
}

} // namespace mutascope
