// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/export/import_node.h"
#include "core/base/error.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <numeric>
#include <onnx/defs/schema.h>

namespace mutascope::engines {

namespace {

constexpr std::int64_t mostNumbers = 4096; // of a constant that is an attribute

template <typename Number> std::vector<double> fromRaw(const std::string &raw, std::int64_t count)
{
    std::vector<double> numbers;
    for (std::int64_t i = 0; i < count && std::size_t(i + 1) * sizeof(Number) <= raw.size(); ++i) {
        Number value{};
        std::memcpy(&value, raw.data() + std::size_t(i) * sizeof(Number), sizeof value);
        numbers.push_back(double(value));
    }
    return numbers;
}

std::vector<double> rawNumbers(const onnx::TensorProto &tensor, std::int64_t count)
{
    switch (tensor.data_type()) {
    case onnx::TensorProto::FLOAT:
        return fromRaw<float>(tensor.raw_data(), count);
    case onnx::TensorProto::DOUBLE:
        return fromRaw<double>(tensor.raw_data(), count);
    case onnx::TensorProto::INT32:
        return fromRaw<std::int32_t>(tensor.raw_data(), count);
    case onnx::TensorProto::INT64:
        return fromRaw<std::int64_t>(tensor.raw_data(), count);
    default:
        return {};
    }
}

std::vector<double> listedNumbers(const onnx::TensorProto &tensor)
{
    switch (tensor.data_type()) {
    case onnx::TensorProto::FLOAT:
        return {tensor.float_data().begin(), tensor.float_data().end()};
    case onnx::TensorProto::DOUBLE:
        return {tensor.double_data().begin(), tensor.double_data().end()};
    case onnx::TensorProto::INT32:
        return {tensor.int32_data().begin(), tensor.int32_data().end()};
    case onnx::TensorProto::INT64:
        return {tensor.int64_data().begin(), tensor.int64_data().end()};
    default:
        return {};
    }
}

const onnx::AttributeProto *attributeNamed(const onnx::NodeProto &node, const std::string &name)
{
    for (const onnx::AttributeProto &attribute : node.attribute())
        if (attribute.name() == name)
            return &attribute;
    return nullptr;
}

// Of the standard; none where it has none.
const onnx::AttributeProto *standardDefault(const ImportSource &source, const std::string &name)
{
    const onnx::OpSchema *schema = onnx::OpSchemaRegistry::Schema(source.node.op_type(), source.opset, "");
    if (!schema)
        return nullptr;
    const auto &all = schema->attributes();
    const auto found = all.find(name);
    const bool given
        = found != all.end() && found->second.default_value.type() != onnx::AttributeProto::UNDEFINED;
    return given ? &found->second.default_value : nullptr;
}

AttributeValue fromNumbers(const AttributeSpec &spec, const std::vector<double> &numbers)
{
    const auto real = [&](double value) { return std::clamp(value, spec.low, spec.high); };
    const auto whole = [](double value) { return std::int64_t(std::llround(value)); };
    switch (spec.type) {
    case AttributeType::Integer:
        return numbers.empty() ? std::int64_t(0) : whole(numbers[0]);
    case AttributeType::Real:
        return numbers.empty() ? 0.0 : real(numbers[0]);
    case AttributeType::IntegerList: {
        Ints list;
        for (const double number : numbers)
            list.push_back(whole(number));
        return list;
    }
    default: {
        Reals list;
        for (const double number : numbers)
            list.push_back(real(number));
        return list;
    }
    }
}

AttributeValue fromProto(const ImportSource &source, const AttributeSpec &spec,
                         const onnx::AttributeProto &proto)
{
    if (spec.carrier == Carrier::ElementCode) {
        const auto element = elementOfOnnx(int(proto.i()));
        if (!element)
            throwUnsupportedNode(source.node,
                                 fmt::format("its '{}' is a type graphs do not have", spec.name));
        return std::string(nameOf(*element));
    }
    if (spec.type == AttributeType::Word)
        return proto.s();
    std::vector<double> numbers;
    switch (proto.type()) {
    case onnx::AttributeProto::INT:
        numbers = {double(proto.i())};
        break;
    case onnx::AttributeProto::FLOAT:
        numbers = {double(proto.f())};
        break;
    case onnx::AttributeProto::INTS:
        numbers = {proto.ints().begin(), proto.ints().end()};
        break;
    case onnx::AttributeProto::FLOATS:
        numbers = {proto.floats().begin(), proto.floats().end()};
        break;
    default:
        throwUnsupportedNode(source.node, fmt::format("its '{}' is neither number nor list", spec.name));
    }
    return fromNumbers(spec, numbers);
}

Ints dimensions(const onnx::TensorProto &tensor)
{
    return {tensor.dims().begin(), tensor.dims().end()};
}

const onnx::TensorProto *constantAt(const ImportSource &source, std::size_t position)
{
    return position < source.inputs.size() ? source.inputs[position].constant : nullptr;
}

// Lists whose default depends on the rank of the input, or on the weights.
std::optional<AttributeValue> rankedDefault(const AttributeSpec &spec, const ImportSource &source,
                                            const TensorType &input)
{
    const std::size_t rank = input.shape.size();
    const std::size_t spatial = rank > 2 ? rank - 2 : 0;
    if (spec.name == "strides" || spec.name == "dilations")
        return Ints(spatial, 1);
    if (spec.name == "output_padding")
        return Ints(spatial, 0);
    if (spec.name == "pads")
        return Ints(2 * spatial, 0);
    if (spec.name == "kernel_shape" && constantAt(source, 1)) {
        const Ints sides = dimensions(*constantAt(source, 1));
        return Ints(sides.begin() + std::min<std::ptrdiff_t>(2, std::ptrdiff_t(sides.size())), sides.end());
    }
    Ints all(rank);
    std::iota(all.begin(), all.end(), 0);
    if (spec.name == "axes")
        return all;
    if (spec.name == "perm")
        return Ints(all.rbegin(), all.rend());
    if (spec.name == "steps") {
        const onnx::TensorProto *starts = constantAt(source, 1);
        return Ints(starts && starts->dims_size() > 0 ? std::size_t(starts->dims(0)) : 1, 1);
    }
    return std::nullopt;
}

// What only the shapes of the parameters say.
std::optional<AttributeValue> hiddenValue(const Operator &op, const AttributeSpec &spec,
                                          const ImportSource &source, std::size_t dataInputs)
{
    const onnx::TensorProto *first = constantAt(source, 0);
    const onnx::TensorProto *second = constantAt(source, 1);
    if (spec.name == "bias")
        return std::int64_t(constantAt(source, 2) != nullptr);
    if (spec.name == "channels" && second && second->dims_size() > 1) {
        const onnx::AttributeProto *group = attributeNamed(source.node, "group");
        return op.name == "Conv" ? second->dims(0) : second->dims(1) * (group ? group->i() : 1);
    }
    if (spec.name == "units" && second && second->dims_size() == 2) {
        const onnx::AttributeProto *turned = attributeNamed(source.node, "transB");
        return second->dims(turned && turned->i() == 1 ? 0 : 1);
    }
    if ((spec.name == "slope" || spec.name == "indices") && second)
        return dimensions(*second);
    if (spec.name == "constant" && dataInputs == 1 && (first || second))
        return dimensions(first ? *first : *second);
    if (spec.name == "constant_first" && dataInputs == 1 && first)
        return std::int64_t(1);
    if (spec.name == "to")
        return std::string(
            constantAt(source, 2) && constantAt(source, 2)->data_type() == onnx::TensorProto::INT8 ? "int8"
                                                                                                   : "uint8");
    return std::nullopt;
}

std::optional<AttributeValue> givenValue(const AttributeSpec &spec, const ImportSource &source)
{
    if (spec.carrier == Carrier::Input && source.opset >= spec.inputSince
        && std::size_t(spec.position) < source.inputs.size()) {
        const ImportedInput &input = source.inputs[std::size_t(spec.position)];
        if (input.constant)
            return fromNumbers(spec, numbersOf(source.node, *input.constant));
        if (input.value)
            throwUnsupportedNode(source.node,
                                 fmt::format("its '{}' is computed; here it must be a constant", spec.name));
    }
    if (const onnx::AttributeProto *given = attributeNamed(source.node, spec.name))
        return fromProto(source, spec, *given);
    return std::nullopt;
}

// Windows have padding unless they pad by themselves.
bool isOpenPadding(const Operator &op, const AttributeSpec &spec, const ImportSource &source)
{
    const bool window = std::ranges::any_of(
        op.attributes, [](const AttributeSpec &other) { return other.name == "kernel_shape"; });
    const onnx::AttributeProto *own = attributeNamed(source.node, "auto_pad");
    return window && spec.name == "pads" && (!own || own->s() == "NOTSET");
}

std::optional<AttributeValue> valueOf(const Operator &op, const AttributeSpec &spec,
                                      const ImportSource &source, InputTypes data)
{
    if (spec.carrier == Carrier::Hidden)
        return hiddenValue(op, spec, source, data.size());
    if (auto given = givenValue(spec, source))
        return given;
    if (!spec.required && !isOpenPadding(op, spec, source))
        return std::nullopt;
    if (const onnx::AttributeProto *standard = standardDefault(source, spec.name))
        return fromProto(source, spec, *standard);
    return rankedDefault(spec, source, data[0]);
}

} // namespace

std::string describe(const onnx::NodeProto &node)
{
    const std::string name = !node.name().empty() ? node.name()
        : node.output_size() > 0                  ? node.output(0)
                                                  : std::string();
    return fmt::format("node '{}' ({})", name, node.op_type());
}

void throwUnsupportedNode(const onnx::NodeProto &node, const std::string &why)
{
    throw Error(ErrorCode::Unsupported, fmt::format("{} cannot be taken: {}", describe(node), why),
                "Choose another start model, or cut this part of it off");
}

TensorType typeOf(const onnx::NodeProto &node, const onnx::TensorProto &tensor)
{
    const auto element = elementOfOnnx(tensor.data_type());
    if (!element)
        throwUnsupportedNode(node,
                             fmt::format("its constant '{}' has a type graphs do not have", tensor.name()));
    TensorType type{*element, dimensions(tensor)};
    if (const std::string problem = problemOf(type); !problem.empty())
        throwUnsupportedNode(node, fmt::format("its constant '{}': {}", tensor.name(), problem));
    return type;
}

std::vector<double> numbersOf(const onnx::NodeProto &node, const onnx::TensorProto &tensor)
{
    std::int64_t count = 1;
    for (const std::int64_t side : tensor.dims())
        count = side < 0 || side > mostNumbers ? mostNumbers + 1 : std::min(count * side, mostNumbers + 1);
    std::vector<double> numbers;
    if (count <= mostNumbers)
        numbers = tensor.has_raw_data() ? rawNumbers(tensor, count) : listedNumbers(tensor);
    if (count > mostNumbers || std::int64_t(numbers.size()) != count)
        throwUnsupportedNode(node, fmt::format("its constant '{}' cannot be read", tensor.name()));
    return numbers;
}

std::vector<int> attributePositions(const Operator &op, int opset)
{
    std::vector<int> positions;
    for (const AttributeSpec &spec : op.attributes)
        if (spec.carrier == Carrier::Input && opset >= spec.inputSince)
            positions.push_back(spec.position);
    return positions;
}

Attributes importedAttributes(const Operator &op, const ImportSource &source, InputTypes data)
{
    Attributes attributes;
    for (const AttributeSpec &spec : op.attributes)
        if (auto value = valueOf(op, spec, source, data))
            attributes.set(spec.name, std::move(*value));
    return attributes;
}

} // namespace mutascope::engines
