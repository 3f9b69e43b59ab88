// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/deephunter/schedule.h"

namespace mutascope::deephunter {

struct PoolSettings {
    double gamma = 5;
    double leastProbability = 0.3;
    double beta = 0.2;
    int batchSize = 64;
    int sample = 16;
    int mutants = 64;
};

// How much of the allowed change an image has left: beta*255 for each nonzero value of its reference, less
// what has been changed (L1); never below 0.
double remainingChange(const Lineage &lineage, double beta);

// ceil(total * share) each, shares in proportion to the remaining change; equal ones where none has any left.
std::vector<int> energies(const std::vector<double> &remaining, int total);

// The batch pool of DeepHunter's first version: seeds live in batches, a batch is drawn by its probability,
// some of its images share out the mutants, and the passing mutants of a step are a batch of their own if
// they added coverage. The corpus holds the batches one after the other.
class BatchPool : public Schedule {
public:
    explicit BatchPool(const PoolSettings &settings) : m_settings(settings) { }

    void start(std::vector<Lineage> &corpus, Rng &rng) override;
    std::vector<Pick> pick(const std::vector<Lineage> &corpus, Rng &rng) override;
    void settle(std::vector<Lineage> &corpus, const std::vector<Pick> &picks,
                std::vector<Lineage> &&children) override;
    nlohmann::json save() const override;
    void load(const nlohmann::json &state, std::size_t corpus) override;

    const std::vector<std::size_t> &ends() const { return m_ends; }
    const std::vector<std::int64_t> &timesFuzzed() const { return m_fuzzed; }

private:
    std::size_t begin(std::size_t batch) const { return batch == 0 ? 0 : m_ends[batch - 1]; }
    std::size_t drawBatch(Rng &rng) const;
    std::vector<std::size_t> drawSample(std::size_t batch, Rng &rng) const;

    PoolSettings m_settings;
    std::vector<std::size_t> m_ends; // of each batch in the corpus, ascending
    std::vector<std::int64_t> m_fuzzed; // one a batch
};

} // namespace mutascope::deephunter
