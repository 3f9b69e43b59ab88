// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/load_module.h"
#include "core/model/torch/archive_check.h"
#include "core/model/torch/float32.h"
#include "core/model/torch/torch_error.h"
#include "core/model/torch/weight_sizes.h"
#include <fmt/format.h>
#include <torch/script.h>

namespace mutascope {

namespace {

const char *const exportHint
    = "Export the whole model with torch.jit.trace(model.eval(), example).save(file)";

// forward must take the images, and whatever else it takes must have a default.
void checkForward(const torch::jit::Module &module, const std::string &name)
{
    const auto forward = module.find_method("forward");
    if (!forward)
        throw Error(ErrorCode::BadModel, fmt::format("the model {} has no forward method", name), exportHint);
    const auto &arguments = forward->function().getSchema().arguments();
    if (arguments.size() < 2)
        throw Error(ErrorCode::BadModel, "the model's forward takes no input", exportHint);
    for (std::size_t i = 2; i < arguments.size(); ++i) // behind self and the images
        if (!arguments[i].default_value())
            throw Error(ErrorCode::BadModel,
                        fmt::format("the model's forward needs a second input, '{}'", arguments[i].name()),
                        "Export the model with the images as its only input");
}

void checkTensorSizes(const torch::jit::Module &module, const std::vector<ZipEntry> &parts,
                      const std::string &name)
{
    if (!weightsAreWhole(module, parts))
        throw Error(ErrorCode::BadModel,
                    fmt::format("{} is damaged: its weights are shorter than described", name),
                    "Copy or export the file again");
}

} // namespace

torch::jit::Module loadModule(const std::filesystem::path &file)
{
    const std::vector<ZipEntry> parts = checkTorchScriptArchive(file);
    torch::jit::Module module = translated(
        fmt::format("cannot load the model {}", file.string()),
        "Export it again with PyTorch 2.0 or older, best 1.13, without operators of other packages",
        [&] { return torch::jit::load(file.string(), c10::Device(c10::kCPU)); });
    checkTensorSizes(module, parts, file.string());
    checkForward(module, file.string());
    module.eval();
    useFloat32(module);
    for (const at::Tensor &parameter : module.parameters())
        parameter.set_requires_grad(false);
    return module;
}

} // namespace mutascope
