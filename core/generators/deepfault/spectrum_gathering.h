// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/deepfault/activity_spectrum.h"
#include "core/generators/generator.h"

namespace mutascope::deepfault {

struct GatheringRule {
    std::string split = "test"; // first; "both": test, then train
    std::size_t limit = 10000; // images of a split, spread over it; 0: all
    std::size_t portion = 256; // images a step
    std::uint32_t minimumFailed = 10; // inputs a ranking should rest on
    bool eachClass = true; // in each class, not only among all
    double noise = 0; // standard deviation in grey levels; 0: no noisy copies
};

// Streams images through the model and counts, a portion a step. Where too few inputs fail the other split is
// added, then noisy copies of the first, if the rule allows them.
class SpectrumGathering {
public:
    SpectrumGathering(GatheringRule rule, ActivitySpectrum spectrum, LayerSet layers)
        : m_rule(std::move(rule)), m_spectrum(std::move(spectrum)), m_layers(std::move(layers))
    {
    }

    void step(GeneratorContext &context);
    bool done() const { return m_stage == Stage::Done; }
    const ActivitySpectrum &spectrum() const { return m_spectrum; }
    std::vector<std::string> sources() const { return m_sources; } // "test", "train", "test with noise"

    nlohmann::json save() const;
    // Throws Error{BadData}.
    void load(const nlohmann::json &state);

private:
    enum class Stage { First, Other, Noisy, Done };

    const Dataset *data(RunData &data) const;
    std::string splitOf(Stage stage) const;
    std::size_t imagesOf(const Dataset &data) const;
    bool enough() const;
    void addPortion(GeneratorContext &context, const Dataset &data, std::size_t images);
    void advance(TestBench &bench);
    void explain(TestBench &bench) const;

    GatheringRule m_rule;
    ActivitySpectrum m_spectrum;
    LayerSet m_layers;
    Stage m_stage = Stage::First;
    std::size_t m_next = 0; // image of this stage
    std::vector<std::string> m_sources;
};

} // namespace mutascope::deepfault
