// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/error.h"
#include "core/generators/advgan/advgan.h"
#include "tests/support/fake_bench.h"
#include "tests/support/fake_data.h"

namespace mutascope {

class TrainingBench : public FakeBench {
public:
    using FakeBench::FakeBench;
    void trained(const LossPoint &point) override { points.push_back(point); }
    void note(const std::string &, const std::string &text) override { notes += text + "\n"; }
    std::vector<LossPoint> points;
    std::string notes;
};

// Refuses gradients, as a black box does.
class DeafModel : public FakeModel {
public:
    FloatImages gradient(const FloatImages &, const Objective &) override
    {
        ++asked;
        throw Error(ErrorCode::Unsupported, "this model has no gradients");
    }
    int asked = 0;
};

// AdvGAN on the fake model, driven as the engine drives it, with settings that train in a moment.
template <typename ModelType> class AdvGanRigOf {
public:
    using Settings = std::map<std::string, std::string>;

    explicit AdvGanRigOf(const Settings &settings = {}, std::size_t seedCount = 12)
        : seeds(fakeSeeds(model, seedCount)), params(advGanInfo().params), bench(model, seeds),
          generator(advGanInfo().create())
    {
        const Settings quick{{"epochs", "2"}, {"batch", "4"}, {"width", "2"}, {"seeds-per-step", "1"}};
        for (const Settings &some : {quick, settings})
            for (const auto &[name, text] : some)
                params.set(name, text);
        if (!seeds.empty())
            data.splits["train"] = dataOf(seeds);
    }
    AdvGanRigOf(const AdvGanRigOf &) = delete;

    GeneratorContext context() { return {bench, seeds, params, control, data, Rng(runSeed).sub(m_made)}; }
    void start()
    {
        GeneratorContext now = context();
        generator->start(now);
    }
    StepResult step()
    {
        ++m_made;
        GeneratorContext now = context();
        return generator->step(now);
    }
    int train(int limit = 100000)
    {
        int made = 0;
        for (; made < limit && generator->training(); ++made)
            step();
        return made;
    }
    int search(int limit = 1000)
    {
        for (int made = 1; made <= limit; ++made)
            if (step() == StepResult::Exhausted)
                return made;
        return limit;
    }
    void resume(const AdvGanRigOf &other)
    {
        data = other.data;
        bench.stored = other.bench.stored;
        bench.covered = other.bench.covered;
        GeneratorContext now = context();
        generator->load(now, other.generator->save());
    }

    ModelType model;
    std::vector<Seed> seeds;
    ParamSet params;
    RunControl control;
    FakeData data;
    TrainingBench bench;
    std::unique_ptr<Generator> generator;
    std::uint64_t runSeed = 1;

private:
    std::shared_ptr<const Dataset> dataOf(const std::vector<Seed> &some) const
    {
        DatasetSpec spec{"fake", model.spec().input, model.spec().classes, {}, "train", {}, "fake-data"};
        for (int i = 0; i < spec.classes; ++i)
            spec.classNames.push_back(std::to_string(i));
        std::vector<std::uint8_t> pixels;
        std::vector<int> labels;
        for (const Seed &seed : some) {
            pixels.insert(pixels.end(), seed.image.pixels.begin(), seed.image.pixels.end());
            labels.push_back(seed.label);
        }
        return std::make_shared<ArrayDataset>(std::move(spec), std::move(pixels), std::move(labels));
    }
    std::uint64_t m_made = 0;
};

using AdvGanRig = AdvGanRigOf<FakeModel>;
using DeafRig = AdvGanRigOf<DeafModel>;

} // namespace mutascope
