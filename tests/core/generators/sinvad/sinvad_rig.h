// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/sinvad/sinvad.h"
#include "tests/support/fake_bench.h"
#include "tests/support/fake_data.h"

namespace mutascope {

// A bench that remembers documents and notes as well.
class NotingBench : public FakeBench {
public:
    using FakeBench::FakeBench;
    void publish(RunDocument document) override { documents[document.name] = document.content; }
    void note(const std::string &level, const std::string &text) override { notes.push_back({level, text}); }
    void trained(const LossPoint &point) override { losses.push_back(point); }

    std::map<std::string, nlohmann::json> documents;
    std::vector<std::pair<std::string, std::string>> notes;
    std::vector<LossPoint> losses;
};

// SINVAD on the fake model, with a VAE that is trained within a second.
class SinVadRig {
public:
    using Settings = std::map<std::string, std::string>;

    explicit SinVadRig(const Settings &settings = {}, std::size_t seedCount = 12);
    SinVadRig(const SinVadRig &) = delete;

    void start();
    StepResult step();
    int train(); // training steps made
    int steps(int limit); // search steps made
    void resume(const SinVadRig &other);

    FakeModel model;
    std::vector<Seed> seeds;
    ParamSet params;
    RunControl control;
    NotingBench bench;
    FakeData data;
    std::unique_ptr<Generator> generator;
    std::uint64_t runSeed = 1;

    GeneratorContext context();

private:
    std::uint64_t m_step = 0;
    std::uint64_t m_trainingStep = 0;
};

} // namespace mutascope
