// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/generator.h"
#include "core/generators/sinvad/settings.h"
#include <nlohmann/json.hpp>

namespace mutascope::sinvad {

// What a run has come to: counts, the documents made of them, and what they say about a run that found
// little.
class Findings {
public:
    Findings() = default;
    Findings(Mode mode, int classes);

    void skipped(bool newSeed) { m_skipped += newSeed; }
    void started() { ++m_started; }
    // A search has ended.
    void ended(bool reached, int label, int target);
    // Its test was judged; probabilities: the model's.
    void judged(bool failing, std::span<const float> probabilities);
    // Mean indecision of held-out images.
    void setDataIndecision(double value) { m_dataIndecision = value; }
    bool knowsDataIndecision() const { return m_dataIndecision >= 0; }

    bool nothingStarted() const { return m_started == 0; }
    std::int64_t skippedSeeds() const { return m_skipped; }
    void publish(TestBench &bench) const;
    std::string diagnosis(std::int64_t seeds, std::int64_t waiting) const;

    nlohmann::json toJson() const;
    // Throws Error{BadData} on what is not of this mode and number of classes.
    void fromJson(const nlohmann::json &state);

private:
    nlohmann::json successTable() const;

    Mode m_mode = Mode::Boundary;
    std::size_t m_classes = 0;
    std::int64_t m_skipped = 0; // seeds
    std::int64_t m_started = 0; // searches
    std::int64_t m_ended = 0;
    std::int64_t m_reached = 0;
    std::int64_t m_tests = 0;
    std::int64_t m_failing = 0;
    double m_indecision = 0; // of failing tests, summed
    double m_dataIndecision = -1; // not known
    std::vector<std::int64_t> m_attempts; // of a targeted search: classes x classes, seed's class first
    std::vector<std::int64_t> m_successes;
};

} // namespace mutascope::sinvad
