// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/deepfault/suspiciousness.h"
#include "core/model/model.h"
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

namespace mutascope::deepfault {

// What was counted over some inputs: all of them, or those of one class.
struct InputGroup {
    std::uint32_t passed = 0;
    std::uint32_t failed = 0;
    std::vector<std::uint32_t> activePassed; // one a neuron
    std::vector<std::uint32_t> activeFailed;

    NeuronCounts counts(std::size_t neuron) const;
};

// Which neurons are active (value > 0) on the inputs a model passes and on those it fails.
class ActivitySpectrum {
public:
    // classes, ascending, are counted apart; the others only among all.
    ActivitySpectrum(std::vector<int> classes, std::size_t neurons);

    // labels: one a row of the trace.
    void add(const Trace &trace, std::span<const int> labels);
    const std::vector<int> &classes() const { return m_classes; }
    const InputGroup &all() const { return m_all; }
    const InputGroup &group(std::size_t classIndex) const { return m_groups.at(classIndex); }
    std::uint32_t inputs() const { return m_all.passed + m_all.failed; }

    nlohmann::json save() const;
    // Throws Error{BadData} where the state is of other classes or neurons.
    void load(const nlohmann::json &state);

private:
    std::vector<int> m_classes;
    InputGroup m_all;
    std::vector<InputGroup> m_groups;
};

} // namespace mutascope::deepfault
