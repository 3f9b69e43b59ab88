// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/runtime/program.h"
#include "core/engines/export/onnx_export.h"
#include <algorithm>

namespace mutascope::engines {

namespace {

// ONNX keeps reals as float32, but for those that are inputs of the type of the data.
double carried(const AttributeSpec &spec, double value, ElementType data)
{
    const bool wide = spec.carrier == Carrier::Input && spec.likeInput && data == ElementType::Double;
    return wide ? value : double(float(value));
}

AttributeValue carried(const AttributeSpec &spec, const AttributeValue &value, ElementType data)
{
    if (const auto *real = std::get_if<double>(&value))
        return carried(spec, *real, data);
    if (const auto *reals = std::get_if<Reals>(&value)) {
        Reals result;
        for (const double real : *reals)
            result.push_back(carried(spec, real, data));
        return result;
    }
    return value;
}

class FromGraph {
public:
    FromGraph(const OperatorGraph &graph, int opset) : m_graph(graph) { m_program.opset = opset; }

    Program run()
    {
        for (int node = 0; node < int(m_graph.nodes().size()); ++node)
            add(node, m_graph.nodes()[std::size_t(node)]);
        for (const ValueRef value : m_graph.outputs())
            m_program.outputs.push_back({valueName(m_graph, value), slotOf(value), m_graph.type(value)});
        return std::move(m_program);
    }

private:
    int slotOf(ValueRef value) const { return m_first[std::size_t(value.node)] + value.output; }

    void add(int index, const GraphNode &node)
    {
        m_first.push_back(m_program.slots);
        m_program.slots += int(node.outputs.size());
        if (node.isInput()) {
            m_program.inputs.push_back({valueName(m_graph, {index, 0}), m_first.back(), node.outputs[0]});
            return;
        }
        Step step{node.op, nodeName(m_graph, index), {}, {}, {}, index};
        for (int output = 0; output < int(node.outputs.size()); ++output)
            step.outputs.push_back(m_first.back() + output);
        addAttributes(node, step);
        addInputs(index, node, step);
        m_program.steps.push_back(std::move(step));
    }

    void addAttributes(const GraphNode &node, Step &step) const
    {
        for (const AttributeSpec &spec : node.op->attributes)
            if (const AttributeValue *value = node.attributes.find(spec.name))
                step.attributes.set(spec.name, carried(spec, *value, m_graph.type(node.inputs[0]).element));
    }

    // Data inputs take the places that parameters and attributes leave, in order.
    void addInputs(int index, const GraphNode &node, Step &step)
    {
        std::vector<int> taken;
        for (const AttributeSpec &spec : node.op->attributes)
            if (spec.carrier == Carrier::Input)
                taken.push_back(spec.position);
        for (std::size_t i = 0; i < node.parameters.size(); ++i) {
            const int position = node.parameters[i].position;
            put(step, position, m_program.slots);
            m_program.constants.emplace_back(m_program.slots++, m_graph.parameterData(index, i));
            taken.push_back(position);
        }
        int position = 0;
        for (const ValueRef value : node.inputs) {
            while (std::ranges::find(taken, position) != taken.end())
                ++position;
            put(step, position++, slotOf(value));
        }
    }

    static void put(Step &step, int position, int slot)
    {
        if (step.inputs.size() <= std::size_t(position))
            step.inputs.resize(std::size_t(position) + 1, -1);
        step.inputs[std::size_t(position)] = slot;
    }

    const OperatorGraph &m_graph;
    std::vector<int> m_first; // slot of each node's first output
    Program m_program;
};

} // namespace

Program programOf(const OperatorGraph &graph, int opset)
{
    return FromGraph(graph, opset).run();
}

} // namespace mutascope::engines
