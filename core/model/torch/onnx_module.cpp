// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/onnx_module.h"
#include "core/model/onnx/fusion.h"
#include "core/model/onnx/onnx.h"
#include "core/model/spec_check.h"
#include "core/model/torch/module_model.h"
#include "core/model/torch/onnx_builder.h"
#include "core/model/torch/tensor_memory.h"
#include "core/model/torch/torch_error.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <torch/torch.h>

namespace mutascope {

namespace {

// Leaves the wanted output alone; "" leaves all.
void keepOutput(OnnxGraph &graph, const std::string &wanted)
{
    if (wanted.empty())
        return;
    if (std::ranges::find(graph.outputs, wanted) == graph.outputs.end())
        throw Error(ErrorCode::BadModel, fmt::format("the model has no output '{}'", wanted),
                    fmt::format("It has {}; choose one of them as output", fmt::join(graph.outputs, ", ")));
    graph.outputs = {wanted};
}

} // namespace

torch::jit::Module moduleOf(OnnxGraph graph, const std::optional<ImageShape> &input)
{
    fuseNodes(graph);
    return translated("the model cannot be rebuilt", "Export the model again",
                      [&] { return OnnxBuilder(std::move(graph), input).build(); });
}

torch::jit::Module onnxToModule(const std::filesystem::path &file, const std::optional<ImageShape> &input,
                                const std::string &output)
{
    OnnxGraph graph = readOnnx(file);
    try {
        keepOutput(graph, output);
        return moduleOf(std::move(graph), input);
    } catch (const Error &error) {
        throw Error(error.code(), fmt::format("cannot load the model {}: {}", file.string(), error.what()),
                    error.hint());
    }
}

std::unique_ptr<Model> loadOnnx(const std::filesystem::path &file, ModelSpec spec)
{
    keepTensorMemory();
    torch::jit::Module module = onnxToModule(file, spec.input, spec.output);
    spec.output.clear(); // of the module, which returns one
    return modelOf(std::move(module), describedBy(file, std::move(spec)));
}

} // namespace mutascope
