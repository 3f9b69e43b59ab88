// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/onnx_builder.h"
#include "core/base/error.h"
#include "core/model/onnx/black_box_hint.h"
#include "core/model/onnx/layer_path.h"
#include "core/model/torch/onnx_input.h"
#include "core/model/torch/torch_error.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <torch/torch.h>

namespace mutascope {

namespace {

using Kind = OnnxValue::Kind;

at::ScalarType torchType(OnnxType type)
{
    switch (type) {
    case OnnxType::Float:
        return at::kFloat;
    case OnnxType::Double:
        return at::kDouble;
    case OnnxType::Int8:
        return at::kChar;
    case OnnxType::Int16:
        return at::kShort;
    case OnnxType::Int32:
        return at::kInt;
    case OnnxType::Int64:
        return at::kLong;
    case OnnxType::UInt8:
        return at::kByte;
    default:
        return at::kBool;
    }
}

void setTensor(OnnxValue &value, std::size_t probe, const at::Tensor &tensor)
{
    value.tensors[probe] = tensor;
    value.shapes[probe] = tensor.sizes().vec();
    value.type = tensor.scalar_type();
}

OnnxValue constantValue(const at::Tensor &tensor, const std::string &source)
{
    OnnxValue value;
    value.source = source;
    for (std::size_t probe = 0; probe < onnxProbes; ++probe)
        setTensor(value, probe, tensor);
    return value;
}

bool sameForAll(const OnnxValue &value)
{
    return value.tensors[0].equal(value.tensors[1]) && value.tensors[0].equal(value.tensors[2]);
}

} // namespace

// The tensor uses the bytes as they are: the weights are in memory once.
at::Tensor toTorch(const OnnxTensor &tensor)
{
    const auto options = at::TensorOptions().dtype(torchType(tensor.type));
    if (tensor.bytes->empty())
        return at::empty(tensor.dims, options);
    const auto bytes = tensor.bytes;
    return at::from_blob(
        bytes->data(), tensor.dims, [bytes](void *) {}, options);
}

OnnxBuilder::OnnxBuilder(OnnxGraph graph, const std::optional<ImageShape> &input) : m_graph(std::move(graph))
{
    checkOperators();
    addConstants();
    addInput(input);
    countUses();
}

bool OnnxBuilder::isAlias(const OnnxNode &node) const
{
    const auto found = node.inputs.empty() ? m_values.end() : m_values.find(node.inputs[0]);
    return node.op == "Identity"
        || (node.op == "Dropout" && found != m_values.end() && found->second.kind != Kind::Images);
}

void OnnxBuilder::checkOperators() const
{
    std::map<std::string, std::vector<std::string>> unknown;
    for (const OnnxNode &node : m_graph.nodes)
        if (node.op != "Identity" && onnxOperators().count(node.op) == 0)
            unknown[node.op].push_back(shownNode(node));
    std::vector<std::string> names;
    for (const auto &[op, nodes] : unknown)
        names.push_back(nodes.front()
                        + (nodes.size() > 1 ? fmt::format(" and {} more", nodes.size() - 1) : ""));
    if (!names.empty())
        throw Error(ErrorCode::Unsupported,
                    fmt::format("the model has operators that are not supported: {}", fmt::join(names, ", ")),
                    blackBoxHint);
}

void OnnxBuilder::addConstants()
{
    for (auto &[name, tensor] : m_graph.constants)
        m_values[name] = constantValue(toTorch(tensor), name);
    m_graph.constants.clear();
}

void OnnxBuilder::addInput(const std::optional<ImageShape> &shape)
{
    const OnnxImages images = imagesOf(m_graph.input, shape);
    m_images = images.count;
    m_forward = fmt::format("    batch = x.size(0)\n    v = {}\n", images.code);
    const auto function = torch::jit::compile(fmt::format("def convert(x):\n    return {}\n", images.code));
    OnnxValue value;
    value.kind = Kind::Images;
    value.variable = "v";
    for (std::size_t probe = 0; probe < onnxProbes; ++probe)
        setTensor(value, probe,
                  function->run_method("convert", probeImages(images, std::int64_t(probe))).toTensor());
    m_values[m_graph.input.name] = std::move(value);
}

void OnnxBuilder::countUses()
{
    for (std::size_t i = 0; i < m_graph.nodes.size(); ++i) {
        for (const std::string &input : m_graph.nodes[i].inputs)
            ++m_uses[input];
        for (const std::string &output : m_graph.nodes[i].outputs)
            m_producers[output] = i;
    }
    for (const std::string &output : m_graph.outputs)
        ++m_uses[output];
}

Kind OnnxBuilder::kindOf(const OnnxNode &node) const
{
    Kind kind = Kind::Constant;
    for (const std::string &input : node.inputs)
        if (!input.empty())
            kind = std::max(kind, m_values.at(input).kind);
    return node.op == "Shape" || node.op == "Size" ? std::min(kind, Kind::Sizes) : kind;
}

OnnxCode OnnxBuilder::translated(std::size_t index) const
{
    const OnnxNode &node = m_graph.nodes[index];
    std::vector<const OnnxValue *> inputs;
    for (const std::string &input : node.inputs)
        inputs.push_back(input.empty() ? nullptr : &m_values.at(input));
    OnnxCode code(node, std::move(inputs), m_graph.opset, m_images);
    onnxOperators().at(node.op)(code);
    return code;
}

void OnnxBuilder::addNode(std::size_t index)
{
    const OnnxNode &node = m_graph.nodes[index];
    if (isAlias(node)) {
        m_values[node.outputs.at(0)] = m_values.at(node.inputs.at(0));
        return;
    }
    const Kind kind = kindOf(node);
    OnnxCode code = translated(index);
    if (kind == Kind::Images) {
        code.keepConstants();
        emit(index, code);
        for (std::size_t probe = 0; probe < onnxProbes; ++probe)
            setOutputs(index, probe,
                       m_tree.run(argumentsOf(index, code, probe), m_images + std::int64_t(probe)), kind);
    } else {
        computeNow(index, code, kind);
    }
    noteMergedImages(index);
    if (kind != Kind::Sizes || node.op == "Shape" || node.op == "Size") // others may be translated once more
        release(index);
}

void OnnxBuilder::computeNow(std::size_t index, const OnnxCode &code, Kind kind)
{
    const OnnxFunction function(code);
    std::vector<at::Tensor> tensors;
    for (std::size_t probe = 0; probe < onnxProbes; ++probe) {
        if (probe == 0 || kind != Kind::Constant)
            tensors = function.run(argumentsOf(index, code, probe), m_images + std::int64_t(probe));
        setOutputs(index, probe, tensors, kind);
    }
    for (const std::string &output : m_graph.nodes[index].outputs) {
        const auto found = m_values.find(output);
        if (found != m_values.end() && sameForAll(found->second))
            found->second.kind = Kind::Constant;
    }
}

std::vector<at::Tensor> OnnxBuilder::argumentsOf(std::size_t index, const OnnxCode &code,
                                                 std::size_t probe) const
{
    std::vector<at::Tensor> result;
    for (const std::size_t input : code.arguments())
        result.push_back(m_values.at(m_graph.nodes[index].inputs[input]).tensors[probe]);
    return result;
}

void OnnxBuilder::setOutputs(std::size_t index, std::size_t probe, std::vector<at::Tensor> tensors, Kind kind)
{
    const OnnxNode &node = m_graph.nodes[index];
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
        if (i < tensors.size()) {
            m_values[node.outputs[i]].kind = kind;
            setTensor(m_values[node.outputs[i]], probe, tensors[i]);
        } else if (m_uses[node.outputs[i]] > 0) {
            throw Error(ErrorCode::Unsupported,
                        fmt::format("{} is used for its output number {}, which is not supported",
                                    shownNode(node), i + 1),
                        blackBoxHint);
        }
    }
}

std::vector<std::string> OnnxBuilder::pathOf(std::size_t index, const OnnxCode &code) const
{
    return layerPath(m_graph.nodes[index], code.has(1) ? code.value(1).source : std::string());
}

// The call in forward, its arguments before it.
void OnnxBuilder::emit(std::size_t index, const OnnxCode &code)
{
    const OnnxNode &node = m_graph.nodes[index];
    std::string arguments;
    for (const std::size_t input : code.arguments()) {
        giveVariable(node.inputs[input]);
        arguments += m_values.at(node.inputs[input]).variable + ", ";
    }
    const std::string call = m_tree.addMethod(pathOf(index, code), index, code) + arguments;
    std::vector<std::string> variables;
    for (std::size_t i = 0; i < code.results().size(); ++i) {
        variables.push_back(fmt::format("v{}_{}", index, i));
        if (i < node.outputs.size())
            m_values[node.outputs[i]].variable = variables.back();
    }
    m_forward += fmt::format("    {} = {}batch)\n", fmt::join(variables, ", "), call);
}

// What depends on the number of images alone has been computed, but not written into forward: most of it is
// arithmetic on shapes that nothing needs any more.
void OnnxBuilder::giveVariable(const std::string &name)
{
    std::vector<std::string> open{name};
    while (!open.empty()) {
        if (!m_values.at(open.back()).variable.empty()) {
            open.pop_back();
            continue;
        }
        const std::size_t producer = m_producers.at(open.back());
        OnnxCode code = translated(producer);
        code.keepConstants();
        std::size_t missing = 0;
        for (const std::size_t input : code.arguments()) {
            const std::string &argument = m_graph.nodes[producer].inputs[input];
            if (!m_values.at(argument).variable.empty())
                continue;
            open.push_back(argument);
            ++missing;
        }
        if (missing == 0)
            emit(producer, code);
    }
}

// A reshape keeps the number of elements outside the images' dimension; other operators keep the dimension.
void OnnxBuilder::noteMergedImages(std::size_t index)
{
    const OnnxNode &node = m_graph.nodes[index];
    const bool reshapes = node.op == "Reshape" || node.op == "Flatten";
    for (const std::string &name : node.inputs) {
        const auto input = m_values.find(name);
        const auto output = m_values.find(node.outputs.at(0));
        if (input == m_values.end() || output == m_values.end() || input->second.batchDim() < 0
            || output->second.batchDim() < 0)
            continue;
        OnnxValue &result = output->second;
        const auto merged
            = [](const OnnxValue &value) { return value.shapes[0][std::size_t(value.batchDim())]; };
        if (reshapes)
            result.outer = std::max<std::int64_t>(
                1, input->second.outside() / std::max<std::int64_t>(1, result.outside()));
        else if (input->second.outer > 1 && merged(result) == merged(input->second))
            result.outer = input->second.outer;
    }
}

void OnnxBuilder::release(std::size_t index)
{
    constexpr std::size_t small = 1 << 16;
    for (const std::string &input : m_graph.nodes[index].inputs) {
        if (input.empty() || --m_uses[input] > 0)
            continue;
        for (at::Tensor &tensor : m_values.at(input).tensors)
            if (tensor.defined() && tensor.nbytes() > small)
                tensor.reset();
    }
}

// The first output with one row an image.
std::string OnnxBuilder::output()
{
    for (const std::string &name : m_graph.outputs) {
        const OnnxValue &value = m_values.at(name);
        const Dims &shape = value.shapes[0];
        if (value.kind != Kind::Images || !at::isFloatingType(value.type) || shape.size() < 2
            || shape[0] != m_images || value.batchDim() != 0)
            continue;
        checkRows(value);
        const bool flat
            = std::all_of(shape.begin() + 2, shape.end(), [](std::int64_t dim) { return dim == 1; });
        if (flat)
            return shape.size() == 2 ? value.variable : fmt::format("torch.flatten({}, 1)", value.variable);
    }
    throw Error(ErrorCode::BadModel, "the model has no output with one row of numbers an image",
                "Export the model with the images as its input and the logits as its output");
}

// Each probe ends with the same images: their rows must not depend on the others. They do where a file made
// for a fixed number of images mixes them when it gets more.
void OnnxBuilder::checkRows(const OnnxValue &value) const
{
    const at::Tensor alone = value.tensors[0];
    const double allowed = 1e-3 * std::max(1.0, alone.abs().max().item<double>());
    for (std::size_t probe = 1; probe < onnxProbes; ++probe) {
        const at::Tensor rows = value.tensors[probe].narrow(0, std::int64_t(probe), m_images);
        if ((rows - alone).abs().max().item<double>() > allowed)
            throw Error(ErrorCode::BadModel,
                        fmt::format("the model works for exactly {} image{} at a time", m_images,
                                    m_images == 1 ? "" : "s"),
                        "Export it with a free batch size, e.g. dynamic_axes={'input': {0: 'batch'}}");
    }
}

torch::jit::Module OnnxBuilder::build()
{
    const at::NoGradGuard noGradients;
    for (std::size_t i = 0; i < m_graph.nodes.size(); ++i)
        mutascope::translated(fmt::format("{} cannot be computed", shownNode(m_graph.nodes[i])),
                              "Check the model's input shape, or export the model again",
                              [&] { addNode(i); });
    const std::string result = output();
    m_tree.addForward(m_forward + fmt::format("    return {}\n", result));
    m_tree.root().eval();
    return m_tree.root();
}

} // namespace mutascope
