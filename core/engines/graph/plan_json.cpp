// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/engines/graph/graph_json.h"
#include "core/engines/graph/plan.h"

namespace mutascope::engines {

namespace {

using nlohmann::json;

constexpr int planFormat = 1;
constexpr std::size_t mostNodes = 100000;

json sourceJson(const PlanSource &source)
{
    return {source.input, source.index};
}

json pinsJson(const Pins &pins)
{
    json result = json::object();
    for (const auto &[name, value] : pins)
        result[name] = std::visit([](const auto &held) { return json(held); }, value);
    return result;
}

ChoiceValue pinFrom(const json &value)
{
    if (value.is_string())
        return value.get<std::string>();
    if (value.is_number_float())
        return value.get<double>();
    return value.get<std::int64_t>();
}

json nodeJson(const PlanNode &node)
{
    json result{
        {"op", node.op->name}, {"seed", node.seed}, {"fill", nameOf(node.fill)}, {"from", json::array()}};
    for (const PlanSource &source : node.inputs)
        result["from"].push_back(sourceJson(source));
    if (!node.pins.empty())
        result["pins"] = pinsJson(node.pins);
    if (node.attributes)
        result["attributes"] = attributesJson(*node.attributes);
    if (node.block >= 0)
        result["block"] = node.block;
    return result;
}

PlanNode nodeFrom(const json &object, std::size_t index)
{
    const Operator &op = operatorFrom(object.at("op"));
    PlanNode node{&op, {}, object.at("seed").get<std::uint64_t>(), fillFrom(object.at("fill")), {}, {}};
    for (const json &source : object.at("from")) {
        const bool input = source.at(0).get<bool>();
        node.inputs.push_back({input, indexFrom(source.at(1), input ? mostNodes : index)});
    }
    if (object.contains("pins"))
        for (const auto &[name, value] : object["pins"].items())
            node.pins[name] = pinFrom(value);
    if (object.contains("attributes"))
        node.attributes = attributesFrom(object["attributes"], op);
    node.block = object.contains("block") ? indexFrom(object["block"], mostNodes) : -1;
    return node;
}

GraphPlan readPlan(const json &object)
{
    if (object.at("format").get<int>() != planFormat)
        throwBadGraph("it has another format");
    GraphPlan plan;
    plan.elements = object.at("elements").get<std::int64_t>();
    plan.opset = object.at("opset").get<int>();
    plan.guarded = object.at("guarded").get<double>();
    plan.droppedEdges = object.at("dropped_edges").get<int>();
    plan.blocks = object.at("blocks").get<std::vector<std::string>>();
    for (const json &input : object.at("inputs"))
        plan.inputs.push_back(
            {typeFrom(input.at("type")), input.at("seed").get<std::uint64_t>(), fillFrom(input.at("fill"))});
    for (const json &node : object.at("nodes"))
        plan.nodes.push_back(nodeFrom(node, plan.nodes.size()));
    if (const std::string problem = problemOf(plan); !problem.empty())
        throwBadGraph(problem);
    return plan;
}

} // namespace

json toJson(const GraphPlan &plan)
{
    json inputs = json::array();
    for (const PlanInput &input : plan.inputs)
        inputs.push_back({{"type", toText(input.type)}, {"seed", input.seed}, {"fill", nameOf(input.fill)}});
    json nodes = json::array();
    for (const PlanNode &node : plan.nodes)
        nodes.push_back(nodeJson(node));
    return {{"format", planFormat},  {"elements", plan.elements},
            {"opset", plan.opset},   {"guarded", plan.guarded},
            {"blocks", plan.blocks}, {"dropped_edges", plan.droppedEdges},
            {"inputs", inputs},      {"nodes", nodes}};
}

GraphPlan planFromJson(const json &object)
{
    try {
        return readPlan(object);
    } catch (const json::exception &) {
        throwBadGraph("something is missing or of another kind");
    }
}

} // namespace mutascope::engines
