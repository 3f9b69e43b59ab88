// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/generators/sinvad/sinvad_rig.h"

namespace mutascope {

namespace {

constexpr std::uint64_t trainingStreams = std::uint64_t{1} << 40;

const SinVadRig::Settings &quick()
{
    static const SinVadRig::Settings settings{
        {"vae-latent", "6"},  {"vae-hidden", "48"}, {"vae-epochs", "150"}, {"vae-batch", "12"},
        {"vae-rate", "0.01"}, {"population", "10"}, {"elite", "4"},        {"generations", "12"}};
    return settings;
}

// More of what the seeds are, so that the VAE has something to learn from.
std::shared_ptr<const Dataset> dataOf(FakeModel &model, const std::string &sha256)
{
    DatasetSpec spec{"fake", model.spec().input, model.spec().classes, {}, "train", {}, sha256};
    std::vector<std::uint8_t> pixels;
    std::vector<int> labels;
    for (const Seed &seed : fakeSeeds(model, 48)) {
        pixels.insert(pixels.end(), seed.image.pixels.begin(), seed.image.pixels.end());
        labels.push_back(seed.label);
    }
    return std::make_shared<ArrayDataset>(std::move(spec), std::move(pixels), std::move(labels));
}

} // namespace

SinVadRig::SinVadRig(const Settings &settings, std::size_t seedCount)
    : seeds(fakeSeeds(model, seedCount)), params(sinVadInfo().params), bench(model, seeds),
      generator(sinVadInfo().create())
{
    for (const auto &[name, text] : quick())
        params.set(name, text);
    for (const auto &[name, text] : settings)
        params.set(name, text);
    data.splits["train"] = dataOf(model, "training-data");
    data.splits["test"] = dataOf(model, "test-data");
}

GeneratorContext SinVadRig::context()
{
    return {bench, seeds, params, control, data, Rng(runSeed).sub(m_step)};
}

void SinVadRig::start()
{
    GeneratorContext made = context();
    generator->start(made);
}

StepResult SinVadRig::step()
{
    ++m_step;
    GeneratorContext made = context();
    return generator->step(made);
}

int SinVadRig::train()
{
    int made = 0;
    for (; generator->training(); ++made) {
        GeneratorContext now = context();
        now.rng = Rng(runSeed).sub(trainingStreams + ++m_trainingStep);
        generator->step(now);
    }
    return made;
}

int SinVadRig::steps(int limit)
{
    for (int made = 1; made <= limit; ++made)
        if (step() == StepResult::Exhausted)
            return made;
    return limit;
}

void SinVadRig::resume(const SinVadRig &other)
{
    runSeed = other.runSeed;
    m_step = other.m_step;
    data.artefacts = other.data.artefacts;
    data.checkpoints = other.data.checkpoints;
    bench.stored = other.bench.stored;
    bench.covered = other.bench.covered;
    GeneratorContext made = context();
    generator->load(made, other.generator->save());
}

} // namespace mutascope
