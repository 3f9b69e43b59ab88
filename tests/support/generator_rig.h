// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/registry.h"
#include "tests/support/fake_bench.h"
#include "tests/support/fake_data.h"

namespace mutascope {

// A generator on a fake bench, driven as the engine drives it: one random stream a step.
class GeneratorRig {
public:
    using Settings = std::map<std::string, std::string>;

    explicit GeneratorRig(const std::string &id, const Settings &settings = {}, std::size_t seedCount = 12);
    GeneratorRig(const GeneratorRig &) = delete;

    void useImages(std::size_t count); // as data set: the first ones are the seeds
    void start();
    StepResult step(); // of the search: what is to be trained is trained before
    // Steps until the generator is exhausted, at most `limit`; returns the steps made.
    int steps(int limit);
    // Goes on where another rig of the same settings stands, by way of its saved bytes.
    void resume(const GeneratorRig &other);

    FakeModel model;
    std::vector<Seed> seeds;
    ParamSet params;
    RunControl control;
    FakeBench bench;
    FakeData data; // both splits: the seeds and more of their kind
    std::unique_ptr<Generator> generator;
    std::uint64_t runSeed = 1;

    GeneratorContext context();
    // Training steps until none is left to do; returns their number.
    int train(int limit = 1000);

private:
    std::uint64_t m_step = 0; // 0: start()
    std::uint64_t m_trainingStep = 0;
};

} // namespace mutascope
