// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/oracle/output_table.h"
#include "core/base/error.h"
#include "core/engines/export/onnx_export.h"
#include "core/engines/oracle/reference_client.h"
#include "core/engines/oracle/trial.h"
#include "core/engines/runtime/catalogue.h"
#include <algorithm>
#include <limits>

namespace mutascope::engines {

namespace {

ProgramSpec programOf(const JudgeConfig &config)
{
    if (config.engines.size() != 1)
        throw Error(ErrorCode::Usage, "outputs are compared with those of one engine", "Name one engine");
    return engineNamed(config.engines.front(), allEngines(config.extraEngines)).program;
}

double allowedAt(const ReferenceValue &value, std::size_t element, const Tolerance &tolerance)
{
    return isOpen(value, element, tolerance) ? std::numeric_limits<double>::infinity()
                                             : allowedDistance(value, element, tolerance);
}

ComparedOutput expectedOf(const OperatorGraph &graph, const ReferenceValue &value, const Tolerance &tolerance)
{
    ComparedOutput output{valueName(graph, value.value), value.type, {}, value.numbers, {}, {}};
    for (std::size_t i = 0; i < value.numbers.size(); ++i)
        output.allowed.push_back(allowedAt(value, i, tolerance));
    return output;
}

void addGot(ComparedOutput &output, const EngineOutputs &run)
{
    const auto found = std::ranges::find(run.tensors, output.name, &NamedTensor::name);
    if (found == run.tensors.end())
        output.problem = "the engine gave no such output";
    else if (!(found->data.type == output.type))
        output.problem
            = "the engine gave " + toText(found->data.type) + " in the place of " + toText(output.type);
    else
        output.got = asDoubles(found->data);
}

} // namespace

OutputTable outputTable(const OperatorGraph &graph, const JudgeConfig &config)
{
    const Tolerance tolerance{config.relative, config.absolute};
    const int opset = std::max(config.opset, graph.lowestOpset());
    ProgramEngine engine(programOf(config), {config.seconds, config.memoryBytes});
    OutputTable table{engine.id().id, engine.id().version, {}, {}};
    ReferenceClient reference({std::max(60.0, config.seconds), config.memoryBytes});
    for (const ReferenceValue &value : reference.run(graph, {opset, thoroughSamples, 1, false}))
        table.outputs.push_back(expectedOf(graph, value, tolerance));
    const Trial trial = tryModel(engine, toOnnx(graph, {opset, false, false}), inputsOf(graph), 1);
    if (trial.runs.empty()) {
        table.refusal = trial.failure ? trial.failure->message : trial.skipped;
        return table;
    }
    for (ComparedOutput &output : table.outputs)
        addGot(output, trial.runs.front());
    return table;
}

} // namespace mutascope::engines
