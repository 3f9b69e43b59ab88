// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/oracle/reference_client.h"
#include "core/base/error.h"
#include "core/engines/export/onnx_export.h"
#include "core/engines/runtime/catalogue.h"
#include <algorithm>
#include <cstring>

namespace mutascope::engines {

namespace {

template <typename Number> void fill(const std::vector<double> &numbers, std::vector<std::byte> &bytes)
{
    bytes.resize(numbers.size() * sizeof(Number));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const Number number = Number(numbers[i]);
        std::memcpy(&bytes[i * sizeof(Number)], &number, sizeof number);
    }
}

TensorData dataOf(const ReferenceValue &value)
{
    TensorData data{value.type, {}};
    switch (value.type.element) {
    case ElementType::Float:
        fill<float>(value.numbers, data.bytes);
        break;
    case ElementType::Double:
        fill<double>(value.numbers, data.bytes);
        break;
    case ElementType::Int8:
        fill<std::int8_t>(value.numbers, data.bytes);
        break;
    case ElementType::Int32:
        fill<std::int32_t>(value.numbers, data.bytes);
        break;
    case ElementType::Int64:
        fill<std::int64_t>(value.numbers, data.bytes);
        break;
    case ElementType::UInt8:
    case ElementType::Bool:
        fill<std::uint8_t>(value.numbers, data.bytes);
        break;
    }
    return data;
}

} // namespace

ReferenceClient::ReferenceClient(const ProgramLimits &limits)
    : m_limits(limits), m_program(referenceProgram(), limits)
{
}

std::vector<ReferenceValue> ReferenceClient::run(const OperatorGraph &graph, const ReferenceRequest &request)
{
    const Exchange exchange = m_program.exchange(referenceMessage(graph, request));
    const auto refuse = [](const std::string &why) {
        throw Error(ErrorCode::Internal, "the reference cannot run the graph: " + why);
    };
    if (exchange.end != Exchange::End::Answered)
        refuse(failureOf(exchange, m_limits.seconds).message);
    if (exchange.answer.header.value("status", "") != "ok")
        refuse(exchange.answer.header.value("message", ""));
    return referenceIn(exchange.answer);
}

std::vector<NamedTensor> inputsOf(const OperatorGraph &graph)
{
    std::vector<NamedTensor> inputs;
    for (const int node : graph.inputs())
        inputs.push_back({valueName(graph, {node, 0}), graph.inputData(node)});
    return inputs;
}

std::vector<NamedTensor> referenceOutputs(const OperatorGraph &graph, int opset)
{
    ReferenceClient client({60, 0});
    std::vector<NamedTensor> outputs;
    for (const ReferenceValue &value : client.run(graph, {opset, 0, 1, false}))
        outputs.push_back({valueName(graph, value.value), dataOf(value)});
    return outputs;
}

EngineId engineIdOf(const std::string &engine, const std::string &extraEngines)
{
    return ProgramEngine(engineNamed(engine, allEngines(extraEngines)).program, {}).id();
}

} // namespace mutascope::engines
