// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/onnx_code.h"
#include "core/base/error.h"
#include "core/model/onnx/black_box_hint.h"
#include "core/model/onnx/layer_path.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <torch/torch.h>

namespace mutascope {

OnnxCode::OnnxCode(const OnnxNode &node, std::vector<const OnnxValue *> inputs, int opset,
                   std::int64_t images)
    : m_node(node), m_inputs(std::move(inputs)), m_opset(opset), m_images(images)
{
}

void OnnxCode::refuse(const std::string &why) const
{
    throw Error(ErrorCode::Unsupported, fmt::format("{} {}, which is not supported", shownNode(m_node), why),
                blackBoxHint);
}

void OnnxCode::broken(const std::string &why) const
{
    throw Error(ErrorCode::BadModel, fmt::format("{} {}", shownNode(m_node), why), "Export the model again");
}

void OnnxCode::checkElements(const Dims &shape) const
{
    const std::int64_t most = (std::int64_t{1} << 26) * m_images; // a quarter of a gigabyte an image
    std::int64_t count = 1;
    for (const std::int64_t dim : shape) {
        if (dim < 0)
            broken(fmt::format("gives a negative dimension, {}", dim));
        if (dim > 0 && count > most / dim)
            broken(fmt::format("gives a tensor [{}], too large for any classifier", fmt::join(shape, ", ")));
        count *= std::max<std::int64_t>(1, dim);
    }
}

bool OnnxCode::hasOutput(std::size_t index) const
{
    return index < m_node.outputs.size() && !m_node.outputs[index].empty();
}

const OnnxValue &OnnxCode::value(std::size_t input) const
{
    if (!has(input))
        broken(fmt::format("lacks its input number {}", input + 1));
    return *m_inputs[input];
}

bool OnnxCode::isConstant(std::size_t input) const
{
    return value(input).kind == OnnxValue::Kind::Constant;
}

std::optional<double> OnnxCode::number(std::size_t input) const
{
    if (!has(input) || !isConstant(input) || value(input).tensors[0].numel() != 1)
        return std::nullopt;
    return value(input).tensors[0].to(at::kDouble).item<double>();
}

std::int64_t OnnxCode::axis(std::int64_t given, std::size_t input, std::int64_t extra) const
{
    const std::int64_t rank = value(input).rank() + extra;
    if (given < -rank || given >= std::max<std::int64_t>(rank, 1))
        broken(fmt::format("names the axis {} of a tensor of {} dimensions", given, rank));
    return given < 0 ? given + rank : given;
}

namespace {

template <typename Wanted>
const Wanted *attributeOf(const OnnxCode &code, const OnnxNode &node, const std::string &name)
{
    const auto found = node.attributes.find(name);
    if (found == node.attributes.end())
        return nullptr;
    const auto *value = std::get_if<Wanted>(&found->second);
    if (!value)
        code.broken(fmt::format("has an attribute {} of the wrong kind", shownName(name)));
    return value;
}

} // namespace

std::int64_t OnnxCode::integer(const std::string &name, std::int64_t otherwise) const
{
    const auto *value = attributeOf<std::int64_t>(*this, m_node, name);
    return value ? *value : otherwise;
}

double OnnxCode::real(const std::string &name, double otherwise) const
{
    const auto *value = attributeOf<double>(*this, m_node, name);
    return value ? *value : otherwise;
}

std::string OnnxCode::text(const std::string &name, const std::string &otherwise) const
{
    const auto *value = attributeOf<std::string>(*this, m_node, name);
    return value ? *value : otherwise;
}

Dims OnnxCode::integers(const std::string &name, const Dims &otherwise) const
{
    const auto *value = attributeOf<Dims>(*this, m_node, name);
    return value ? *value : otherwise;
}

std::vector<double> OnnxCode::reals(const std::string &name) const
{
    const auto *value = attributeOf<std::vector<double>>(*this, m_node, name);
    return value ? *value : std::vector<double>();
}

const OnnxTensor *OnnxCode::tensor(const std::string &name) const
{
    return attributeOf<OnnxTensor>(*this, m_node, name);
}

namespace {

// A list of few numbers: what says shapes, axes, positions.
std::vector<std::int64_t> listOf(const OnnxCode &code, const at::Tensor &tensor)
{
    constexpr std::int64_t longest = 4096;
    if (!tensor.defined() || tensor.dim() > 1 || tensor.numel() > longest)
        code.broken("takes a list of integers, but gets another tensor");
    const at::Tensor dense = tensor.to(at::kLong).contiguous();
    return {dense.data_ptr<std::int64_t>(), dense.data_ptr<std::int64_t>() + dense.numel()};
}

} // namespace

Dims OnnxCode::fixedIntegers(std::size_t input) const
{
    if (value(input).kind != OnnxValue::Kind::Constant)
        refuse(fmt::format("takes its input number {} from the images", input + 1));
    return listOf(*this, value(input).tensors[0]);
}

std::vector<std::string> OnnxCode::sizes(std::size_t input) const
{
    const OnnxValue &list = value(input);
    if (list.kind == OnnxValue::Kind::Images)
        refuse("takes a shape from the images' content");
    std::array<Dims, onnxProbes> values;
    for (std::size_t i = 0; i < onnxProbes; ++i)
        values[i] = listOf(*this, list.tensors[i]);
    std::vector<std::string> result;
    for (std::size_t i = 0; i < values[0].size(); ++i) {
        if (values[1].size() != values[0].size() || values[2].size() != values[0].size())
            refuse("takes a shape of a rank that depends on the number of images");
        const std::int64_t step = values[1][i] - values[0][i];
        if (values[2][i] - values[1][i] != step)
            refuse("takes a shape that does not grow evenly with the number of images");
        const std::int64_t rest = values[0][i] - step * m_images;
        result.push_back(step == 0 ? code(values[0][i])
                                   : fmt::format("batch * {} + {}", code(step), code(rest)));
    }
    return result;
}

Dims OnnxCode::attributeOrInput(const std::string &name, std::size_t input, const Dims &otherwise) const
{
    if (hasAttribute(name))
        return integers(name);
    return has(input) ? fixedIntegers(input) : otherwise;
}

std::string OnnxCode::in(std::size_t input)
{
    value(input);
    if (std::ranges::find(m_arguments, input) == m_arguments.end())
        m_arguments.push_back(input);
    return fmt::format("a{}", input);
}

std::string OnnxCode::operand(std::size_t input, std::size_t other)
{
    const auto single = number(input);
    if (!single || rank(input) > rank(other) || value(input).type == at::kBool
        || at::isFloatingType(value(input).type) != at::isFloatingType(value(other).type))
        return in(input);
    return at::isFloatingType(value(input).type) ? code(*single) : code(std::int64_t(*single));
}

std::string OnnxCode::own(const std::string &attribute, at::Tensor tensor, bool trained)
{
    m_owned.push_back({fmt::format("w{}", m_owned.size()), attribute, std::move(tensor), trained});
    return m_owned.back().variable;
}

std::string OnnxCode::weight(std::size_t input, const std::string &attribute)
{
    if (!isConstant(input))
        return in(input);
    return own(attributeName(value(input).source, attribute), value(input).tensors[0], true);
}

void OnnxCode::keepConstants()
{
    std::vector<std::size_t> others;
    for (const std::size_t input : m_arguments) {
        const OnnxValue &given = value(input);
        if (given.kind == OnnxValue::Kind::Constant)
            m_owned.push_back({fmt::format("a{}", input), attributeName(given.source, "constant"),
                               given.tensors[0], isGivenName(given.source)});
        else
            others.push_back(input);
    }
    m_arguments = std::move(others);
}

std::string code(std::int64_t value)
{
    if (value == std::numeric_limits<std::int64_t>::min()) // its digits alone do not fit
        return "-9223372036854775807";
    return std::to_string(value);
}

std::string code(double value)
{
    if (std::isnan(value))
        return "float('nan')";
    if (std::isinf(value))
        return value > 0 ? "float('inf')" : "float('-inf')";
    std::string digits = fmt::format("{:.17g}", value);
    return digits.find_first_of(".e") == std::string::npos ? digits + ".0" : digits;
}

std::string code(const Dims &values)
{
    return fmt::format("[{}]", fmt::join(values, ", "));
}

std::string code(const std::vector<std::string> &values)
{
    return fmt::format("[{}]", fmt::join(values, ", "));
}

const OnnxOperators &onnxOperators()
{
    static const OnnxOperators operators = [] {
        OnnxOperators result;
        for (const auto add : {addElementwiseOperators, addActivationOperators, addLayerOperators,
                               addPoolOperators, addNormOperators, addReduceOperators, addShapeOperators,
                               addSliceOperators, addResizeOperators, addTensorOperators})
            add(result);
        return result;
    }();
    return operators;
}

} // namespace mutascope
