// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/seed_selection.h"
#include "core/base/shuffle.h"
#include "core/model/model_failure.h"
#include <algorithm>
#include <utility>

namespace mutascope {

namespace {

constexpr std::size_t roundLimit = 2048; // images judged at a time: bounds the memory of a trace

// One correctly classified image and its row of the forward.
struct Found {
    std::size_t index = 0;
    Image image;
    std::vector<float> outputs;
    std::vector<float> values;
};

struct ClassPool {
    std::vector<std::size_t> indices; // shuffled; the next one is at the back
    std::vector<Found> found;
};

std::vector<ClassPool> makePools(const Dataset &data, const Rng &rng)
{
    std::vector<ClassPool> pools(std::size_t(std::max(data.spec().classes, 0)));
    for (std::size_t i = 0; i < data.size(); ++i)
        pools.at(std::size_t(data.label(i))).indices.push_back(i);
    for (std::size_t c = 0; c < pools.size(); ++c)
        shuffle(pools[c].indices, rng.sub(c));
    return pools;
}

// As many fresh images of each class as it still lacks.
std::vector<std::size_t> nextRound(std::vector<ClassPool> &pools, std::size_t perClass)
{
    std::vector<std::size_t> round;
    for (ClassPool &pool : pools) {
        std::size_t missing = perClass - std::min(perClass, pool.found.size());
        for (; missing > 0 && !pool.indices.empty() && round.size() < roundLimit; --missing) {
            round.push_back(pool.indices.back());
            pool.indices.pop_back();
        }
    }
    return round;
}

std::vector<float> copy(std::span<const float> row)
{
    return {row.begin(), row.end()};
}

Trace forward(Model &model, const ImageBatch &batch, const LayerSet &layers)
{
    if (!layers.empty())
        return model.trace(batch, layers);
    Trace trace;
    trace.predictions = model.predict(batch);
    return trace;
}

void examine(const std::vector<std::size_t> &round, const Dataset &data, Model &model, const LayerSet &layers,
             std::vector<ClassPool> &pools, SelectedSeeds &result)
{
    ImageBatch batch(data.spec().shape);
    for (const std::size_t index : round)
        batch.append(data.sample(index).image);
    const Trace trace = forward(model, batch, layers);
    if (result.trace.layers.empty())
        result.trace.layers = trace.layers;
    result.trace.neurons = trace.neurons;
    result.trace.predictions.classes = trace.predictions.classes;
    result.trace.predictions.probabilities = trace.predictions.probabilities;
    result.examined += round.size();
    for (std::size_t row = 0; row < round.size(); ++row) {
        const int label = data.label(round[row]);
        if (!hasPrediction(trace.predictions, row))
            result.unanswered.push_back(round[row]);
        if (!isCorrect(trace.predictions, row, label))
            continue;
        ++result.correct;
        pools[std::size_t(label)].found.push_back(
            {round[row], batch.image(row), copy(trace.predictions.row(row)), copy(trace.row(row))});
    }
}

void append(SelectedSeeds &result, int label, Found &&found)
{
    Trace &trace = result.trace;
    trace.predictions.outputs.insert(trace.predictions.outputs.end(), found.outputs.begin(),
                                     found.outputs.end());
    trace.predictions.count += 1;
    trace.values.insert(trace.values.end(), found.values.begin(), found.values.end());
    SeedRecord record;
    record.index = int(result.seeds.size());
    record.datasetIndex = std::int64_t(found.index);
    record.label = label;
    record.image = found.image;
    record.probabilities = trace.predictions.probabilitiesOf(trace.predictions.count - 1);
    result.records.push_back(std::move(record));
    result.seeds.push_back({std::int64_t(found.index), label, std::move(found.image)});
}

double progress(const std::vector<ClassPool> &pools, std::size_t perClass)
{
    std::size_t done = 0;
    for (const ClassPool &pool : pools)
        done += pool.indices.empty() ? perClass : std::min(perClass, pool.found.size());
    return pools.empty() ? 1 : double(done) / double(perClass * pools.size());
}

} // namespace

SelectedSeeds selectSeeds(const Dataset &data, Model &model, const LayerSet &layers, std::size_t perClass,
                          Rng rng, const RunControl &control, const std::function<void(double)> &onProgress)
{
    SelectedSeeds result;
    std::vector<ClassPool> pools = makePools(data, rng);
    while (!control.stopRequested()) {
        const std::vector<std::size_t> round = nextRound(pools, perClass);
        if (round.empty())
            break;
        examine(round, data, model, layers, pools, result);
        onProgress(progress(pools, perClass));
    }
    for (std::size_t c = 0; c < pools.size(); ++c) {
        if (pools[c].found.size() < perClass)
            result.shortClasses.push_back(int(c));
        for (Found &found : pools[c].found)
            append(result, int(c), std::move(found));
    }
    return result;
}

} // namespace mutascope
