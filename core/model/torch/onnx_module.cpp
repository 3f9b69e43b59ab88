// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/onnx_module.h"
#include "core/model/model_failure.h"
#include "core/model/onnx/black_box_hint.h"
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
#include <unordered_map>

namespace mutascope {

namespace {

// Leaves the wanted output alone; "" leaves all.
void keepOutput(OnnxGraph &graph, const std::string &wanted)
{
    if (wanted.empty())
        return;
    if (graph.outputs.size() == 1 && graph.outputs.front() != wanted)
        throw Error(ErrorCode::BadModel, fmt::format("the model has no output '{}'", wanted),
                    fmt::format("It has one, '{}': leave the output out", shownName(graph.outputs.front())));
    if (std::ranges::find(graph.outputs, wanted) == graph.outputs.end())
        throw Error(ErrorCode::BadModel, fmt::format("the model has no output '{}'", wanted),
                    fmt::format("It has {}; choose one of them as output", fmt::join(graph.outputs, ", ")));
    graph.outputs = {wanted};
}

// Operators on the longest way through the graph, whose nodes are in execution order.
std::size_t depthOf(const OnnxGraph &graph)
{
    std::unordered_map<std::string, std::size_t> depths;
    std::size_t deepest = 0;
    for (const OnnxNode &node : graph.nodes) {
        std::size_t depth = 0;
        for (const std::string &input : node.inputs)
            if (const auto found = depths.find(input); found != depths.end())
                depth = std::max(depth, found->second);
        for (const std::string &output : node.outputs)
            depths[output] = depth + 1;
        deepest = std::max(deepest, depth + 1);
    }
    return deepest;
}

// LibTorch looks a method of a module up by going through all of them, so that loading takes time with the
// square of the operators, and follows what depends on what by recursion, which some 6,000 in a row end with
// the stack. The largest classifiers in use have a few thousand, some hundreds of them in a row.
void checkSize(const OnnxGraph &graph)
{
    constexpr std::size_t mostNodes = 10'000, deepest = 4'000;
    const auto refuse = [](std::size_t there, const char *how, std::size_t possible) {
        throw Error(
            ErrorCode::Unsupported,
            fmt::format("the model has {} operators{}; at most {} are possible", there, how, possible),
            blackBoxHint);
    };
    if (graph.nodes.size() > mostNodes)
        refuse(graph.nodes.size(), "", mostNodes);
    if (const std::size_t depth = depthOf(graph); depth > deepest)
        refuse(depth, " in a row", deepest);
}

} // namespace

torch::jit::Module moduleOf(OnnxGraph graph, const std::optional<ImageShape> &input)
{
    fuseNodes(graph);
    checkSize(graph);
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
    } catch (const OutOfMemory &error) {
        throw OutOfMemory(fmt::format("cannot load the model {}: {}", file.string(), error.what()));
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
