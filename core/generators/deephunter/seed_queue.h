// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/deephunter/schedule.h"

namespace mutascope::deephunter {

// How the next seed is chosen.
enum class Selection {
    Probability, // sweep the queue, take each with its probability (DeepHunter)
    Uniform,
    TensorFuzz, // uniform over the five newest and one drawn from all (Odena and Goodfellow, 2018)
    DeepTest, // the newest; out of the queue once its mutants add nothing (Tian et al., 2018)
};

struct QueueSettings {
    Selection selection = Selection::Probability;
    double gamma = 5;
    double leastProbability = 0.3; // > 0, or a sweep might never end
    int seedsPerStep = 1;
    int mutantsPerSeed = 20;
};

// A queue of single seeds.
class SeedQueue : public Schedule {
public:
    explicit SeedQueue(const QueueSettings &settings) : m_settings(settings) { }

    void start(std::vector<Lineage> &corpus, Rng &rng) override;
    std::vector<Pick> pick(const std::vector<Lineage> &corpus, Rng &rng) override;
    void settle(std::vector<Lineage> &corpus, const std::vector<Pick> &picks,
                std::vector<Lineage> &&children) override;
    nlohmann::json save() const override;
    void load(const nlohmann::json &state, std::size_t corpus) override;

    const std::vector<std::int64_t> &timesFuzzed() const { return m_fuzzed; }

private:
    std::size_t choose(std::size_t nth, Rng &rng);
    std::size_t sweep(Rng &rng);
    std::size_t recent(Rng &rng) const;
    void drop(std::vector<Lineage> &corpus, const std::vector<Pick> &picks);

    QueueSettings m_settings;
    std::vector<std::int64_t> m_fuzzed; // one a lineage of the corpus
    std::size_t m_cursor = 0; // where the sweep goes on
};

} // namespace mutascope::deephunter
