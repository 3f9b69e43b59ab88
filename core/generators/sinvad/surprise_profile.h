// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/coverage/criterion.h"
#include "core/generators/generator.h"
#include "core/generators/sinvad/settings.h"

namespace mutascope::sinvad {

// What surprise is measured against: the activations of training images in the model under test. Made in
// training steps and kept as an artefact, so that it has no share in the budget.
class SurpriseProfile {
public:
    // Throws Error{Usage} where the model shows no activations, or the layer does not exist.
    SurpriseProfile(const Settings &settings, const Model &model);

    // Looks for the finished profile. threads: of the tensor library.
    void begin(RunData &data, TestBench &bench, int threads);
    bool ready() const { return m_ready; }
    void step(RunData &data, TestBench &bench);

    const LayerSet &layers() const { return m_layers; }
    std::vector<double> scores(const Trace &trace) const;
    // The one that was asked for, or the held-out images' 99 % quantile.
    double target() const { return m_settings.surpriseTarget != 0 ? m_settings.surpriseTarget : m_quantile; }

private:
    void fit(const Dataset &training, Model &model);
    void findQuantile(const Dataset &heldOut, Model &model);
    std::string packed() const;
    void unpack(const std::string &bytes);

    const Settings &m_settings;
    LayerSet m_layers;
    CriterionChoice m_choice;
    std::unique_ptr<Criterion> m_criterion;
    nlohmann::json m_description;
    std::string m_key;
    std::size_t m_next = 0; // training image
    double m_quantile = 0;
    bool m_ready = false;
};

} // namespace mutascope::sinvad
