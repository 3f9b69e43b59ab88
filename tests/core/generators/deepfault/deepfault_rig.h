// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/deepfault/deepfault.h"
#include "tests/support/fake_bench.h"
#include "tests/support/fake_data.h"
#include <map>

namespace mutascope {

// A fake bench that also keeps what is published and said.
class ListeningBench : public FakeBench {
public:
    using FakeBench::FakeBench;
    void publish(RunDocument document) override { documents.push_back(std::move(document)); }
    void note(const std::string &level, const std::string &text) override
    {
        notes.push_back(level + ": " + text);
    }
    std::vector<RunDocument> documents;
    std::vector<std::string> notes;
};

// A fake model that counts, and that may be a black box.
class CountedModel : public FakeModel {
public:
    const ModelSpec &spec() const override { return blackBox ? m_black : FakeModel::spec(); }
    Trace trace(const ImageBatch &batch, const LayerSet &layers) override
    {
        traced.push_back(batch.count());
        return FakeModel::trace(batch, layers);
    }
    FloatImages gradient(const FloatImages &images, const Objective &objective) override
    {
        gradients.push_back(images.count);
        objectives.push_back(objective);
        return FakeModel::gradient(images, objective);
    }
    bool blackBox = false;
    std::vector<std::size_t> traced;
    std::vector<std::size_t> gradients;
    std::vector<Objective> objectives;

private:
    ModelSpec m_black = [this] {
        ModelSpec spec = FakeModel::spec();
        spec.blackBox = true;
        return spec;
    }();
};

// Some of the sixteen blocks of an 8x8 image lit: those neurons of the fake model are active.
inline Image blocks(unsigned lit)
{
    Image image{{8, 8, 1}, std::vector<std::uint8_t>(64)};
    for (unsigned pixel = 0; pixel < 64; ++pixel)
        image.pixels[pixel] = (lit >> (pixel / 4)) & 1 ? 200 : 0;
    return image;
}

// The generator on that bench, driven as the engine drives it. A data set holds images with a right label
// (passed) and with a wrong one (failed), all of one true class as the data has it.
class DeepFaultRig {
public:
    using Settings = std::map<std::string, std::string>;
    struct Input {
        Image image;
        int label = 0;
    };

    explicit DeepFaultRig(const Settings &settings = {}, std::size_t seedCount = 12)
        : seeds(fakeSeeds(model, seedCount)), params(deepFaultInfo().params), bench(model, seeds),
          generator(deepFaultInfo().create())
    {
        for (const auto &[name, text] : settings)
            params.set(name, text);
        setSplit("test", seedInputs(3));
        setSplit("train", {passed(blocks(1))});
    }
    DeepFaultRig(const DeepFaultRig &) = delete;

    // The seeds and, shifted by a pixel, every `wrong`-th once more under a label that is not the model's.
    std::vector<Input> seedInputs(std::size_t wrong)
    {
        std::vector<Input> inputs;
        for (std::size_t i = 0; i < seeds.size(); ++i) {
            inputs.push_back({seeds[i].image, seeds[i].label});
            if (i % wrong == 0)
                inputs.push_back(failed(blocks(unsigned(i * 2654435761u) >> 8), seeds[i].label));
        }
        return inputs;
    }
    Input passed(const Image &image) { return {image, model.label(image)}; }
    // Made to fail: of the label given, or of the next one if the model agrees.
    Input failed(const Image &image, int label)
    {
        const int predicted = model.label(image);
        return {image, predicted == label ? (label + 1) % 4 : label};
    }
    void setSplit(const std::string &name, const std::vector<Input> &inputs)
    {
        DatasetSpec spec{"fake", {8, 8, 1}, 4, {"0", "1", "2", "3"}, name, {}, "fake-" + name};
        std::vector<std::uint8_t> pixels;
        std::vector<int> labels;
        for (const Input &input : inputs) {
            pixels.insert(pixels.end(), input.image.pixels.begin(), input.image.pixels.end());
            labels.push_back(input.label);
        }
        data.splits[name]
            = std::make_shared<ArrayDataset>(std::move(spec), std::move(pixels), std::move(labels));
    }

    GeneratorContext context() { return {bench, seeds, params, control, data, Rng(runSeed).sub(made)}; }
    void start()
    {
        GeneratorContext now = context();
        generator->start(now);
    }
    StepResult step()
    {
        ++made;
        GeneratorContext now = context();
        return generator->step(now);
    }
    int steps(int limit)
    {
        for (int i = 1; i <= limit; ++i)
            if (step() == StepResult::Exhausted)
                return i;
        return limit;
    }
    // Goes on where another rig of the same settings stands, by way of its saved bytes.
    void resume(const DeepFaultRig &other)
    {
        runSeed = other.runSeed;
        made = other.made;
        bench.stored = other.bench.stored;
        bench.covered = other.bench.covered;
        GeneratorContext now = context();
        generator->load(now, other.generator->save());
    }
    const nlohmann::json &document() const { return bench.documents.at(0).content; }

    CountedModel model;
    std::vector<Seed> seeds;
    ParamSet params;
    RunControl control;
    FakeData data;
    ListeningBench bench;
    std::unique_ptr<Generator> generator;
    std::uint64_t runSeed = 1;
    std::uint64_t made = 0; // steps; 0: start()
};

} // namespace mutascope
