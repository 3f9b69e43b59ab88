// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/oracle/trial.h"
#include "core/engines/export/onnx_export.h"
#include "core/engines/process/program_engine.h"
#include <algorithm>
#include <cctype>
#include <chrono>
#include <fmt/format.h>

namespace mutascope::engines {

namespace {

Symptom symptomOf(const InferenceFailure &failure)
{
    using Cause = InferenceFailure::Cause;
    switch (failure.cause) {
    case Cause::Exception:
        return Symptom::Exception;
    case Cause::Crash:
        return isSanitizerReport(failure) ? Symptom::Sanitizer : Symptom::Crash;
    case Cause::Hang:
        return Symptom::Hang;
    case Cause::OutOfMemory:
        return Symptom::OutOfMemory;
    case Cause::Garbage:
        break;
    }
    return Symptom::Garbage;
}

void note(const EngineOutcome &outcome, FailureStage stage, Trial &trial)
{
    EngineFailure failure;
    failure.stage = stage;
    if (const auto *refused = std::get_if<ConversionFailure>(&outcome)) {
        failure.stage = FailureStage::Conversion;
        failure.message = refused->message;
    } else if (const auto *failed = std::get_if<InferenceFailure>(&outcome)) {
        failure.symptom = symptomOf(*failed);
        failure.message = failed->message;
        failure.signal = failed->signal;
    } else if (const auto *unsupported = std::get_if<NotSupported>(&outcome)) {
        trial.skipped = unsupported->message.empty() ? "not supported" : unsupported->message;
        return;
    }
    trial.failure = std::move(failure);
}

void run(PreparedModel &model, const std::vector<NamedTensor> &inputs, int repeats, Trial &trial)
{
    for (int i = 0; i < repeats; ++i) {
        EngineOutcome outcome = model.run(inputs);
        if (auto *outputs = std::get_if<EngineOutputs>(&outcome)) {
            trial.runs.push_back(std::move(*outputs));
            continue;
        }
        note(outcome, FailureStage::Inference, trial);
        return;
    }
}

EngineFailure comparison(Symptom symptom, std::string message, double difference = 0)
{
    EngineFailure failure;
    failure.stage = FailureStage::Comparison;
    failure.symptom = symptom;
    failure.message = std::move(message);
    failure.difference = difference;
    return failure;
}

const TensorData *outputNamed(const EngineOutputs &outputs, const std::string &name)
{
    const auto found = std::ranges::find(outputs.tensors, name, &NamedTensor::name);
    return found == outputs.tensors.end() ? nullptr : &found->data;
}

bool steady(const Trial &trial, const ReferenceValue &value, const std::string &name,
            const Tolerance &tolerance)
{
    const TensorData &first = *outputNamed(trial.runs[0], name);
    return std::ranges::all_of(trial.runs, [&](const EngineOutputs &run) {
        const TensorData *data = outputNamed(run, name);
        return !data || !differs(value, first, *data, tolerance);
    });
}

std::optional<EngineFailure> wrongRun(const EngineOutputs &run, const ReferenceValue &value,
                                      const std::string &name, const Tolerance &tolerance)
{
    const TensorData *data = outputNamed(run, name);
    if (!data)
        return comparison(Symptom::Shape, "an output is missing");
    const auto mismatch = mismatchOf(value, *data, tolerance);
    if (!mismatch)
        return std::nullopt;
    return comparison(mismatch->symptom, mismatch->message, mismatch->difference);
}

} // namespace

Trial tryModel(Engine &engine, const std::string &model, const std::vector<NamedTensor> &inputs, int repeats)
{
    const auto start = std::chrono::steady_clock::now();
    Trial trial;
    const Preparation preparation = engine.prepare(model);
    if (preparation.model)
        run(*preparation.model, inputs, repeats, trial);
    else
        note(preparation.failure, FailureStage::Conversion, trial);
    trial.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return trial;
}

EngineFailure notDeterministic()
{
    return comparison(Symptom::NotDeterministic,
                      "the same model and inputs give other outputs from run to run");
}

std::optional<EngineFailure> wrongOutputs(const Trial &trial, const std::vector<ReferenceValue> &values,
                                          const std::vector<std::string> &names, const Tolerance &tolerance,
                                          bool runsMayDiffer)
{
    std::optional<EngineFailure> first;
    for (std::size_t i = 0; i < values.size(); ++i) {
        for (const EngineOutputs &run : trial.runs) {
            auto wrong = wrongRun(run, values[i], names[i], tolerance);
            if (wrong && (!first || first->difference < wrong->difference))
                first = std::move(wrong);
        }
        if (!runsMayDiffer && outputNamed(trial.runs[0], names[i])
            && !steady(trial, values[i], names[i], tolerance))
            return notDeterministic();
    }
    return first;
}

bool sameRuns(const Trial &first, const Trial &second, const std::vector<ReferenceValue> &values,
              const std::vector<std::string> &names, const Tolerance &tolerance)
{
    if (first.runs.size() != second.runs.size())
        return false;
    for (std::size_t run = 0; run < first.runs.size(); ++run)
        for (std::size_t i = 0; i < values.size(); ++i) {
            const TensorData *a = outputNamed(first.runs[run], names[i]);
            const TensorData *b = outputNamed(second.runs[run], names[i]);
            if (!a || !b || differs(values[i], *a, *b, tolerance))
                return false;
        }
    return true;
}

void nameOperator(EngineFailure &failure, const OperatorGraph &graph)
{
    for (int node = 0; node < int(graph.nodes().size()); ++node) {
        if (graph.nodes()[std::size_t(node)].isInput())
            continue;
        const std::string name = nodeName(graph, node);
        const std::size_t at = failure.message.find(name);
        const std::size_t end = at == std::string::npos ? 0 : at + name.size();
        if (end == 0 || (end < failure.message.size() && std::isdigit(std::uint8_t(failure.message[end]))))
            continue;
        failure.node = node;
        failure.operators = graph.nodes()[std::size_t(node)].op->name;
        return;
    }
}

} // namespace mutascope::engines
