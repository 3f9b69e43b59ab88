// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/export/onnx_read.h"
#include "core/base/error.h"
#include "core/engines/export/onnx_types.h"
#include <cstring>
#include <fmt/format.h>

namespace mutascope::engines {

namespace {

[[noreturn]] void throwUnsupported(const std::string &what)
{
    throw Error(ErrorCode::Unsupported, "the model has " + what);
}

[[noreturn]] void throwBroken(const std::string &what)
{
    throw Error(ErrorCode::BadModel, "the model cannot be read: " + what);
}

ElementType elementOf(int code)
{
    const auto element = elementOfOnnx(code);
    if (!element)
        throwUnsupported(fmt::format("tensors of ONNX's element type {}", code));
    return *element;
}

TensorType checkedType(TensorType type)
{
    if (const std::string problem = problemOf(type); !problem.empty())
        throwUnsupported(problem);
    return type;
}

// Typed fields hold one element each, whatever its size.
template <typename Number, typename Field> void copyField(const Field &field, std::vector<std::byte> &bytes)
{
    if (std::size_t(field.size()) * sizeof(Number) != bytes.size())
        throwBroken("a tensor has not as many numbers as its shape says");
    for (int i = 0; i < field.size(); ++i) {
        const Number number = Number(field[i]);
        std::memcpy(&bytes[std::size_t(i) * sizeof(Number)], &number, sizeof number);
    }
}

void readField(const onnx::TensorProto &tensor, TensorData &data)
{
    switch (data.type.element) {
    case ElementType::Float:
        return copyField<float>(tensor.float_data(), data.bytes);
    case ElementType::Double:
        return copyField<double>(tensor.double_data(), data.bytes);
    case ElementType::Int64:
        return copyField<std::int64_t>(tensor.int64_data(), data.bytes);
    case ElementType::Int32:
        return copyField<std::int32_t>(tensor.int32_data(), data.bytes);
    case ElementType::Int8:
    case ElementType::UInt8:
    case ElementType::Bool:
        return copyField<std::uint8_t>(tensor.int32_data(), data.bytes);
    }
}

TensorData dataOf(const onnx::TensorProto &tensor)
{
    if (tensor.data_location() == onnx::TensorProto::EXTERNAL)
        throwUnsupported("data in other files");
    TensorData data;
    data.type = checkedType({elementOf(tensor.data_type()), {tensor.dims().begin(), tensor.dims().end()}});
    data.bytes.resize(std::size_t(elementsOf(data.type.shape)) * bytesOf(data.type.element));
    if (!tensor.has_raw_data()) {
        readField(tensor, data);
        return data;
    }
    if (tensor.raw_data().size() != data.bytes.size())
        throwBroken("a tensor has not as many bytes as its shape says");
    std::memcpy(data.bytes.data(), tensor.raw_data().data(), data.bytes.size());
    return data;
}

OnnxValueInfo infoOf(const onnx::ValueInfoProto &info)
{
    if (!info.type().has_tensor_type())
        throwUnsupported("values that are no tensors");
    const auto &tensor = info.type().tensor_type();
    Shape shape;
    for (const auto &dim : tensor.shape().dim()) {
        if (!dim.has_dim_value())
            throwUnsupported("open shapes");
        shape.push_back(dim.dim_value());
    }
    return {info.name(), checkedType({elementOf(tensor.elem_type()), std::move(shape)})};
}

AttributeValue valueOf(const onnx::AttributeProto &attribute)
{
    switch (attribute.type()) {
    case onnx::AttributeProto::INT:
        return attribute.i();
    case onnx::AttributeProto::FLOAT:
        return double(attribute.f());
    case onnx::AttributeProto::STRING:
        return attribute.s();
    case onnx::AttributeProto::INTS:
        return Ints(attribute.ints().begin(), attribute.ints().end());
    case onnx::AttributeProto::FLOATS:
        return Reals(attribute.floats().begin(), attribute.floats().end());
    default:
        throwUnsupported(fmt::format("an attribute '{}' that is no number or word", attribute.name()));
    }
}

void addConstant(const onnx::NodeProto &node, OnnxModel &model)
{
    if (node.attribute_size() != 1 || node.output_size() != 1 || !node.attribute(0).has_t())
        throwUnsupported("constants that are no tensors");
    model.constants[node.output(0)] = dataOf(node.attribute(0).t());
}

void addNode(const onnx::NodeProto &node, OnnxModel &model)
{
    if (!node.domain().empty() && node.domain() != "ai.onnx")
        throwUnsupported(fmt::format("operators of the domain {}", node.domain()));
    if (node.op_type() == "Constant")
        return addConstant(node, model);
    OnnxOperation operation{node.name(),
                            node.op_type(),
                            {node.input().begin(), node.input().end()},
                            {node.output().begin(), node.output().end()},
                            {}};
    for (const onnx::AttributeProto &attribute : node.attribute())
        operation.attributes.set(attribute.name(), valueOf(attribute));
    model.operations.push_back(std::move(operation));
}

int opsetOf(const onnx::ModelProto &proto)
{
    for (const auto &opset : proto.opset_import())
        if (opset.domain().empty() || opset.domain() == "ai.onnx")
            return int(opset.version());
    throwUnsupported("operators of other domains alone");
}

} // namespace

OnnxModel readOnnxModel(const std::string &bytes)
{
    onnx::ModelProto proto;
    if (!proto.ParseFromString(bytes))
        throwBroken("it is no ONNX file");
    OnnxModel model;
    model.opset = opsetOf(proto);
    for (const onnx::TensorProto &tensor : proto.graph().initializer())
        model.constants[tensor.name()] = dataOf(tensor);
    for (const onnx::ValueInfoProto &input : proto.graph().input())
        if (!model.constants.contains(input.name()))
            model.inputs.push_back(infoOf(input));
    for (const onnx::NodeProto &node : proto.graph().node())
        addNode(node, model);
    for (const onnx::ValueInfoProto &output : proto.graph().output())
        model.outputs.push_back(infoOf(output));
    return model;
}

} // namespace mutascope::engines
