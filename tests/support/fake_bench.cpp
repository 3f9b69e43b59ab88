// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_bench.h"
#include <algorithm>

namespace mutascope {

Evaluation FakeBench::evaluate(std::vector<Candidate> candidates)
{
    Evaluation evaluation;
    evaluation.candidates = std::move(candidates);
    evaluation.verdicts.resize(evaluation.candidates.size());
    ImageBatch batch(m_model->spec().input);
    for (const Candidate &candidate : evaluation.candidates)
        batch.append(candidate.image);
    evaluation.trace = m_model->trace(batch, {0});
    batches.push_back(batch.count());
    for (std::size_t row = 0; row < batch.count(); ++row) {
        const Candidate &candidate = evaluation.candidates[row];
        Verdict &verdict = evaluation.verdicts[row];
        verdict.predicted = evaluation.trace.predictions.predicted(row);
        verdict.failing = failing ? failing(candidate)
                                  : verdict.predicted != m_seeds->at(std::size_t(candidate.seed)).label;
        judged.push_back(candidate);
        verdicts.push_back(verdict.failing);
        if (verdict.failing)
            verdict.id = store(evaluation, row);
    }
    return evaluation;
}

std::set<FakeBench::Feature> FakeBench::featuresOf(const Evaluation &evaluation, std::size_t row) const
{
    if (features)
        return features(evaluation.candidates[row]);
    std::set<Feature> found;
    const auto values = evaluation.trace.row(row);
    for (std::size_t neuron = 0; neuron < values.size(); ++neuron)
        found.insert(neuron * 32 + std::min<Feature>(31, Feature(values[neuron] / 8)));
    return found;
}

std::set<FakeBench::Feature> FakeBench::newFeatures(const Evaluation &evaluation, std::size_t begin,
                                                    std::size_t end) const
{
    std::set<Feature> added;
    for (std::size_t row = begin; row < end; ++row)
        for (const Feature feature : featuresOf(evaluation, row))
            if (covered.count(feature) == 0)
                added.insert(feature);
    return added;
}

double FakeBench::gain(const Evaluation &evaluation, std::size_t begin, std::size_t end) const
{
    ++gainCalls;
    return double(newFeatures(evaluation, begin, end).size()) / featureTotal;
}

double FakeBench::commit(const Evaluation &evaluation, std::size_t begin, std::size_t end)
{
    const std::set<Feature> added = newFeatures(evaluation, begin, end);
    covered.insert(added.begin(), added.end());
    commits.push_back(double(added.size()) / featureTotal);
    return commits.back();
}

TestId FakeBench::keep(Evaluation &evaluation, std::size_t row, double gain)
{
    Verdict &verdict = evaluation.verdicts.at(row);
    if (verdict.id == 0)
        verdict.id = store(evaluation, row);
    stored[verdict.id].kept = true;
    stored[verdict.id].gain = gain;
    return verdict.id;
}

TestId FakeBench::store(const Evaluation &evaluation, std::size_t row)
{
    const TestId id = TestId(stored.size()) + 1;
    stored[id] = {evaluation.candidates.at(row), evaluation.verdicts.at(row).failing};
    return id;
}

std::vector<TestId> FakeBench::keptIds() const
{
    std::vector<TestId> ids;
    for (const auto &[id, test] : stored)
        if (test.kept)
            ids.push_back(id);
    return ids;
}

} // namespace mutascope
