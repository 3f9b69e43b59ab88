// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/engines/oracle/reference.h"
#include "core/engines/torch/interpreter.h"
#include "core/engines/torch/rounding.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <torch/torch.h>

namespace mutascope::engines {

namespace {

// Of a value of the graph, by slot.
struct Measured {
    std::vector<double> numbers;
    std::vector<double> spread;
};

bool allFinite(const at::Tensor &tensor)
{
    return !at::isFloatingType(tensor.scalar_type()) || at::isfinite(tensor).all().item<bool>();
}

// Real numbers a cast to a whole type has to hold, or whole ones to a smaller type.
bool castFits(const Step &step, const at::Tensor &input)
{
    const auto element = elementNamed(step.attributes.word("to"));
    if (step.op->name != "Cast" || !element || isReal(*element) || *element == ElementType::Bool)
        return true;
    const double bits = double(8 * bytesOf(*element));
    const bool isSigned = *element != ElementType::UInt8;
    const double high = std::exp2(isSigned ? bits - 1 : bits) - 1;
    const at::Tensor real = input.to(at::kDouble);
    return at::logical_and(at::ge(real, isSigned ? -high - 1 : 0), at::lt(real, high + 0.5))
        .all()
        .item<bool>();
}

class Reference {
public:
    Reference(const OperatorGraph &graph, const ReferenceRequest &request)
        : m_graph(graph), m_request(request), m_program(programOf(graph, request.opset)),
          m_precise(m_program, at::kDouble), m_undefined(std::size_t(m_program.slots))
    {
    }

    Message run()
    {
        const Tensors exact = m_precise.run(inputs(at::kDouble), watching(), true);
        collect(exact);
        {
            const Interpreter plain(m_program, at::kFloat);
            spreadBy(plain.run(inputs(at::kFloat), watching(), true));
        }
        for (int sample = 0; sample < m_request.samples; ++sample) {
            Moves moves(directionOf(sample), m_request.seed + std::uint64_t(sample));
            spreadBy(m_precise.run(inputs(at::kDouble), moves.hooks(), true));
        }
        return answer();
    }

private:
    static Moves::Direction directionOf(int sample)
    {
        return sample == 0 ? Moves::Direction::Up
            : sample == 1  ? Moves::Direction::Down
                           : Moves::Direction::Random;
    }

    Tensors inputs(at::ScalarType real) const
    {
        Tensors result;
        for (const int node : m_graph.inputs())
            result.push_back(toTensor(m_graph.inputData(node), real));
        return result;
    }

    // What is not finite makes all that depends on it undefined.
    Interpreter::Hooks watching()
    {
        Interpreter::Hooks hooks;
        hooks.after = [this](const Step &step, const Tensors &in, Tensors &out) {
            bool bad = !castFits(step, in[0]);
            for (const int slot : step.inputs)
                bad = bad || (slot >= 0 && m_undefined[std::size_t(slot)]);
            for (std::size_t i = 0; i < step.outputs.size() && i < out.size(); ++i) {
                const std::size_t slot = std::size_t(step.outputs[i]);
                m_undefined[slot] = m_undefined[slot] || bad || !allFinite(out[i]);
            }
        };
        return hooks;
    }

    void collect(const Tensors &values)
    {
        for (const at::Tensor &value : values) {
            Measured measured;
            if (value.defined())
                measured.numbers = asDoubles(toData(value));
            measured.spread.resize(measured.numbers.size());
            m_measured.push_back(std::move(measured));
        }
    }

    void spreadBy(const Tensors &values)
    {
        for (std::size_t slot = 0; slot < values.size(); ++slot) {
            Measured &measured = m_measured[slot];
            if (!values[slot].defined() || m_undefined[slot])
                continue;
            const std::vector<double> numbers = asDoubles(toData(values[slot]));
            for (std::size_t i = 0; i < numbers.size(); ++i) {
                const double distance = std::abs(numbers[i] - measured.numbers[i]);
                measured.spread[i] = std::isfinite(distance) ? std::max(measured.spread[i], distance)
                                                             : std::numeric_limits<double>::infinity();
            }
        }
    }

    std::vector<ValueRef> wanted() const
    {
        if (!m_request.allValues)
            return m_graph.outputs();
        std::vector<ValueRef> values;
        for (int node = 0; node < int(m_graph.nodes().size()); ++node)
            for (int output = 0; output < int(m_graph.nodes()[std::size_t(node)].outputs.size()); ++output)
                if (!m_graph.nodes()[std::size_t(node)].isInput())
                    values.push_back({node, output});
        return values;
    }

    int slotOf(ValueRef value) const
    {
        for (const Step &step : m_program.steps)
            if (step.node == value.node)
                return step.outputs[std::size_t(value.output)];
        throw Error(ErrorCode::Internal, "a value of the graph has no slot");
    }

    Message answer() const
    {
        Message message{{{"status", "ok"}, {"values", nlohmann::json::array()}}, {}};
        for (const ValueRef value : wanted()) {
            const std::size_t slot = std::size_t(slotOf(value));
            message.header["values"].push_back({{"node", value.node},
                                                {"output", value.output},
                                                {"type", toText(m_graph.type(value))},
                                                {"undefined", bool(m_undefined[slot])}});
            for (const std::vector<double> *list : {&m_measured[slot].numbers, &m_measured[slot].spread})
                message.bytes.append(reinterpret_cast<const char *>(list->data()),
                                     list->size() * sizeof(double));
        }
        return message;
    }

    const OperatorGraph &m_graph;
    ReferenceRequest m_request;
    Program m_program;
    Interpreter m_precise;
    std::vector<char> m_undefined; // by slot
    std::vector<Measured> m_measured; // by slot
};

} // namespace

Message answerReference(const Message &message)
{
    const nlohmann::json &header = message.header;
    const OperatorGraph graph = OperatorGraph::fromJson(header.at("graph"));
    const ReferenceRequest request{header.at("opset").get<int>(), header.at("samples").get<int>(),
                                   header.at("seed").get<std::uint64_t>(), header.at("all").get<bool>()};
    return Reference(graph, request).run();
}

} // namespace mutascope::engines
