// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepsmart/evaluation_rows.h"
#include "core/generators/saved_state.h"

namespace mutascope::deepsmart {

namespace {

template <typename Values> void append(std::vector<float> &to, const Values &row)
{
    to.insert(to.end(), row.begin(), row.end());
}

nlohmann::json saveLayers(const std::vector<LayerSlice> &layers)
{
    nlohmann::json saved = nlohmann::json::array();
    for (const LayerSlice &layer : layers)
        saved.push_back({{"name", layer.name}, {"begin", layer.begin}, {"count", layer.count}});
    return saved;
}

std::vector<LayerSlice> loadLayers(const nlohmann::json &state, int neurons)
{
    std::vector<LayerSlice> layers;
    for (const nlohmann::json &layer : savedValue<std::vector<nlohmann::json>>(state, "layers")) {
        layers.push_back({savedValue<std::string>(layer, "name"), savedValue<int>(layer, "begin"),
                          savedValue<int>(layer, "count")});
        const LayerSlice &slice = layers.back();
        if (slice.begin < 0 || slice.begin > neurons || slice.count < 0
            || slice.count > neurons - slice.begin)
            throwBadSavedState("a layer of the best batch is not among its neurons");
    }
    return layers;
}

void loadVerdicts(const nlohmann::json &state, Evaluation &evaluation)
{
    const auto failing = savedValue<std::vector<bool>>(state, "failing");
    const auto predicted = savedValue<std::vector<int>>(state, "predicted");
    const auto confidence = savedValue<std::vector<float>>(state, "confidence");
    const auto tests = savedValue<std::vector<TestId>>(state, "tests");
    const std::size_t rows = evaluation.candidates.size();
    if (failing.size() != rows || predicted.size() != rows || confidence.size() != rows
        || tests.size() != rows)
        throwBadSavedState("its best batch has more or fewer rows than images");
    for (std::size_t row = 0; row < rows; ++row)
        evaluation.verdicts.push_back({failing[row], predicted[row], confidence[row], tests[row]});
}

// Whether the sizes agree and every prediction is a class.
bool isSound(const Evaluation &evaluation)
{
    const Trace &trace = evaluation.trace;
    const std::size_t rows = evaluation.candidates.size();
    const int classes = trace.predictions.classes;
    if (classes < 1 || trace.neurons < 0 || trace.values.size() != rows * std::size_t(trace.neurons)
        || trace.predictions.outputs.size() != rows * std::size_t(classes)
        || (!evaluation.scores.empty() && evaluation.scores.size() != rows))
        return false;
    for (const Verdict &verdict : evaluation.verdicts)
        if (verdict.predicted < 0 || verdict.predicted >= classes)
            return false;
    return true;
}

} // namespace

Evaluation rowsOf(const Evaluation &evaluation, const std::vector<std::size_t> &rows)
{
    const Predictions &from = evaluation.trace.predictions;
    Evaluation out;
    out.trace.layers = evaluation.trace.layers;
    out.trace.neurons = evaluation.trace.neurons;
    out.trace.predictions = {rows.size(), from.classes, from.probabilities, {}};
    for (const std::size_t row : rows) {
        out.candidates.push_back(evaluation.candidates[row]);
        out.verdicts.push_back(evaluation.verdicts[row]);
        append(out.trace.predictions.outputs, from.row(row));
        append(out.trace.values, evaluation.trace.row(row));
        if (!evaluation.scores.empty())
            out.scores.push_back(evaluation.scores[row]);
    }
    return out;
}

nlohmann::json saveRows(const Evaluation &evaluation)
{
    const Trace &trace = evaluation.trace;
    std::vector<bool> failing;
    std::vector<int> predicted;
    std::vector<float> confidence;
    std::vector<TestId> tests;
    for (const Verdict &verdict : evaluation.verdicts) {
        failing.push_back(verdict.failing);
        predicted.push_back(verdict.predicted);
        confidence.push_back(verdict.confidence);
        tests.push_back(verdict.id);
    }
    return {{"failing", failing},
            {"predicted", predicted},
            {"confidence", confidence},
            {"tests", tests},
            {"layers", saveLayers(trace.layers)},
            {"neurons", trace.neurons},
            {"values", trace.values},
            {"classes", trace.predictions.classes},
            {"probabilities", trace.predictions.probabilities},
            {"outputs", trace.predictions.outputs},
            {"scores", evaluation.scores}};
}

Evaluation loadRows(const nlohmann::json &state, std::vector<Candidate> candidates)
{
    Evaluation evaluation;
    evaluation.candidates = std::move(candidates);
    loadVerdicts(state, evaluation);
    Trace &trace = evaluation.trace;
    trace.neurons = savedValue<int>(state, "neurons");
    trace.layers = loadLayers(state, trace.neurons);
    trace.values = savedValue<std::vector<float>>(state, "values");
    trace.predictions
        = {evaluation.candidates.size(), savedValue<int>(state, "classes"),
           savedValue<bool>(state, "probabilities"), savedValue<std::vector<float>>(state, "outputs")};
    evaluation.scores = savedValue<std::vector<double>>(state, "scores");
    if (!isSound(evaluation))
        throwBadSavedState("the forward of its best batch is of another size");
    return evaluation;
}

} // namespace mutascope::deepsmart
