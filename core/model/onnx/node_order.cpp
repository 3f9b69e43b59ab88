// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/onnx/node_order.h"
#include "core/base/error.h"
#include <fmt/format.h>
#include <functional>
#include <queue>

namespace mutascope {

namespace {

using Index = std::size_t;

const char *const exportHint = "Copy or export the file again";

[[noreturn]] void refuse(const std::string &what)
{
    throw Error(ErrorCode::BadModel, what, exportHint);
}

class Order {
public:
    explicit Order(const OnnxGraph &graph) : m_graph(graph), m_needed(graph.nodes.size())
    {
        for (Index i = 0; i < graph.nodes.size(); ++i)
            for (const std::string &output : graph.nodes[i].outputs)
                addProducer(output, i);
    }

    std::vector<Index> sorted()
    {
        markNeeded();
        countInputs();
        std::priority_queue<Index, std::vector<Index>, std::greater<>> ready;
        for (Index i = 0; i < m_needed.size(); ++i)
            if (m_needed[i] && m_missing[i] == 0)
                ready.push(i);
        std::vector<Index> result;
        while (!ready.empty()) {
            result.push_back(ready.top());
            ready.pop();
            for (const Index user : m_users[result.back()])
                if (--m_missing[user] == 0)
                    ready.push(user);
        }
        checkNoCycle();
        return result;
    }

private:
    bool isGiven(const std::string &value) const
    {
        return value == m_graph.input.name || m_graph.constants.count(value) != 0;
    }

    void addProducer(const std::string &output, Index node)
    {
        if (output.empty())
            return;
        if (isGiven(output) || !m_producers.emplace(output, node).second)
            refuse(fmt::format("the value '{}' is given twice, the second time by {}", shownName(output),
                               shownNode(m_graph.nodes[node])));
    }

    Index producerOf(const std::string &value, const std::string &user) const
    {
        const auto found = m_producers.find(value);
        if (found == m_producers.end())
            refuse(fmt::format("{} needs '{}', which nothing in the model gives", user, shownName(value)));
        return found->second;
    }

    void markNeeded()
    {
        std::vector<Index> open;
        const auto need = [&](const std::string &value, const std::string &user) {
            if (value.empty() || isGiven(value))
                return;
            const Index node = producerOf(value, user);
            if (!m_needed[node])
                open.push_back(node);
            m_needed[node] = true;
        };
        for (const std::string &output : m_graph.outputs)
            need(output, "the model's output");
        while (!open.empty()) {
            const OnnxNode &node = m_graph.nodes[open.back()];
            open.pop_back();
            for (const std::string &input : node.inputs)
                need(input, shownNode(node));
        }
    }

    void countInputs()
    {
        m_missing.assign(m_needed.size(), 0);
        m_users.resize(m_needed.size());
        for (Index i = 0; i < m_needed.size(); ++i) {
            if (!m_needed[i])
                continue;
            for (const std::string &input : m_graph.nodes[i].inputs) {
                if (input.empty() || isGiven(input))
                    continue;
                m_users[producerOf(input, {})].push_back(i);
                ++m_missing[i];
            }
        }
    }

    void checkNoCycle() const
    {
        for (Index i = 0; i < m_needed.size(); ++i)
            if (m_needed[i] && m_missing[i] != 0)
                refuse(fmt::format("the model has a cycle: {} depends on its own output",
                                   shownNode(m_graph.nodes[i])));
    }

    const OnnxGraph &m_graph;
    std::map<std::string, Index> m_producers;
    std::vector<bool> m_needed;
    std::vector<std::size_t> m_missing; // inputs of each node that no executed node gave yet
    std::vector<std::vector<Index>> m_users;
};

} // namespace

void orderNodes(OnnxGraph &graph)
{
    std::vector<OnnxNode> nodes;
    for (const Index index : Order(graph).sorted())
        nodes.push_back(std::move(graph.nodes[index]));
    graph.nodes = std::move(nodes);
}

} // namespace mutascope
