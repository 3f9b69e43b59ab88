// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/generator_rig.h"
#include <algorithm>

namespace mutascope {

namespace {

constexpr std::uint64_t trainingStreams = std::uint64_t{1} << 40;

// Seeds as a data set.
std::shared_ptr<const Dataset> dataOf(const std::vector<Seed> &seeds, const ModelSpec &model)
{
    DatasetSpec spec{"fake", model.input, model.classes, {}, "train", {}, "fake-data"};
    for (int i = 0; i < model.classes; ++i)
        spec.classNames.push_back(std::to_string(i));
    std::vector<std::uint8_t> pixels;
    std::vector<int> labels;
    for (const Seed &seed : seeds) {
        pixels.insert(pixels.end(), seed.image.pixels.begin(), seed.image.pixels.end());
        labels.push_back(seed.label);
    }
    return std::make_shared<ArrayDataset>(std::move(spec), std::move(pixels), std::move(labels));
}

} // namespace

GeneratorRig::GeneratorRig(const std::string &id, const Settings &settings, std::size_t seedCount)
    : seeds(fakeSeeds(model, seedCount)), params(generatorInfo(id).params), bench(model, seeds),
      generator(generatorInfo(id).create())
{
    for (const auto &[name, text] : settings)
        params.set(name, text);
    useImages(std::max<std::size_t>(seedCount, 48));
}

void GeneratorRig::useImages(std::size_t count)
{
    data.splits["train"] = data.splits["test"] = dataOf(fakeSeeds(model, count), model.spec());
}

GeneratorContext GeneratorRig::context()
{
    return {bench, seeds, params, control, data, Rng(runSeed).sub(m_step)};
}

void GeneratorRig::start()
{
    GeneratorContext made = context();
    generator->start(made);
}

StepResult GeneratorRig::step()
{
    train();
    ++m_step;
    GeneratorContext made = context();
    return generator->step(made);
}

int GeneratorRig::train(int limit)
{
    int made = 0;
    while (generator->training() && made < limit) {
        GeneratorContext now = context();
        now.rng = Rng(runSeed).sub(trainingStreams + ++m_trainingStep);
        generator->step(now);
        ++made;
    }
    return made;
}

int GeneratorRig::steps(int limit)
{
    for (int made = 1; made <= limit; ++made)
        if (step() == StepResult::Exhausted)
            return made;
    return limit;
}

void GeneratorRig::resume(const GeneratorRig &other)
{
    runSeed = other.runSeed;
    m_step = other.m_step;
    m_trainingStep = other.m_trainingStep;
    data = other.data;
    bench.stored = other.bench.stored;
    bench.covered = other.bench.covered;
    GeneratorContext made = context();
    generator->load(made, other.generator->save());
}

} // namespace mutascope
