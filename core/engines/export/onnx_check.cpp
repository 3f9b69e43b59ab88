// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/export/onnx_export.h"
#include "core/engines/export/onnx_types.h"
#include <fmt/format.h>
#include <onnx/checker.h>
#include <onnx/defs/schema.h>
#include <onnx/shape_inference/implementation.h>
#include <set>

namespace mutascope::engines {

namespace {

std::optional<TensorType> completeType(const onnx::TypeProto &type)
{
    if (!type.has_tensor_type() || !type.tensor_type().has_shape())
        return std::nullopt;
    const auto element = elementOfOnnx(type.tensor_type().elem_type());
    Shape shape;
    for (const auto &side : type.tensor_type().shape().dim()) {
        if (!side.has_dim_value())
            return std::nullopt;
        shape.push_back(side.dim_value());
    }
    return element ? std::optional(TensorType{*element, shape}) : std::nullopt;
}

void collect(const google::protobuf::RepeatedPtrField<onnx::ValueInfoProto> &infos,
             std::map<std::string, TensorType> &types)
{
    for (const onnx::ValueInfoProto &info : infos)
        if (const auto type = completeType(info.type()))
            types.emplace(info.name(), *type);
}

// Outputs are to be inferred, not read from what the model says of them.
void forgetOutputs(onnx::GraphProto &graph)
{
    std::set<std::string> open;
    for (const onnx::NodeProto &node : graph.node())
        if (leavesShapeOpen(node.op_type()))
            open.insert(node.output().begin(), node.output().end());
    for (onnx::ValueInfoProto &output : *graph.mutable_output())
        if (!open.contains(output.name()))
            output.mutable_type()->mutable_tensor_type()->clear_shape();
}

void inferInto(onnx::ModelProto &model)
{
    constexpr bool checkTypes = true;
    constexpr int strict = 1;
    constexpr bool propagateData = false;
    onnx::shape_inference::InferShapes(model, onnx::OpSchemaRegistry::Instance(),
                                       onnx::ShapeInferenceOptions(checkTypes, strict, propagateData));
}

} // namespace

OnnxVerdict checkOnnx(const std::string &bytes)
{
    onnx::ModelProto model;
    if (!model.ParseFromString(bytes))
        return {"the bytes are no ONNX model", {}};
    try {
        onnx::checker::check_model(model);
        forgetOutputs(*model.mutable_graph());
        inferInto(model);
    } catch (const std::exception &error) {
        return {error.what(), {}};
    }
    OnnxVerdict verdict;
    collect(model.graph().input(), verdict.types);
    collect(model.graph().value_info(), verdict.types);
    collect(model.graph().output(), verdict.types);
    return verdict;
}

std::string checkExport(const OperatorGraph &graph, const ExportOptions &options)
{
    return checkExport(graph, toOnnx(graph, options));
}

std::string checkExport(const OperatorGraph &graph, const std::string &model)
{
    const OnnxVerdict verdict = checkOnnx(model);
    if (!verdict.problem.empty())
        return verdict.problem;
    for (int node = 0; node < int(graph.nodes().size()); ++node)
        for (int output = 0; output < int(graph.nodes()[std::size_t(node)].outputs.size()); ++output) {
            const ValueRef value{node, output};
            const auto inferred = verdict.types.find(valueName(graph, value));
            const std::string own = toText(graph.type(value));
            if (inferred == verdict.types.end())
                return fmt::format("{}: {} here, not inferred by ONNX", nodeName(graph, node), own);
            if (toText(inferred->second) != own)
                return fmt::format("{}: {} here, {} by ONNX", nodeName(graph, node), own,
                                   toText(inferred->second));
        }
    return {};
}

} // namespace mutascope::engines
