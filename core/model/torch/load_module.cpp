// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/load_module.h"
#include "core/model/torch/archive_check.h"
#include "core/model/torch/torch_error.h"
#include <fmt/format.h>
#include <torch/script.h>

namespace mutascope {

torch::jit::Module loadModule(const std::filesystem::path &file)
{
    checkTorchScriptArchive(file);
    torch::jit::Module module = translated(
        fmt::format("cannot load the model {}", file.string()),
        "export it again with PyTorch 2.0 or older, best 1.13, without operators of other packages",
        [&] { return torch::jit::load(file.string(), c10::Device(c10::kCPU)); });
    if (!module.find_method("forward"))
        throw Error(ErrorCode::BadModel, fmt::format("the model {} has no forward method", file.string()),
                    "export the whole model with torch.jit.trace(model.eval(), example).save(file)");
    module.eval();
    for (const at::Tensor &parameter : module.parameters())
        parameter.set_requires_grad(false);
    return module;
}

} // namespace mutascope
