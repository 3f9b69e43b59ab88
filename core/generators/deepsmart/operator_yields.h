// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace mutascope::deepsmart {

// What each pair (region, operation) brought so far for what it cost, over all trees: a tree begins with what
// the ones before found out. Old experience fades, because coverage that is gained is gone. A pair that was
// tried little is thought of as its operation is elsewhere, an operation that was tried little as all are.
class OperatorYields {
public:
    // sharpness: priors follow this power of the expected reward.
    explicit OperatorYields(int regions = 0, int operations = 0, double sharpness = 1);
    // cost: in trials; 1 is a batch of usual size.
    void add(int region, int operation, double reward, double cost = 1);
    double average() const; // reward of a trial; 0 while nothing is known
    // In proportion to that power of the expected reward, sum 1; empty while nothing is known.
    std::vector<double> regions() const;
    std::vector<double> operations(int region, int count) const; // of the first so many

    nlohmann::json save() const;
    // Throws Error{BadData} where the state is of another size.
    void load(const nlohmann::json &state);

private:
    struct Yield {
        double sum = 0;
        double count = 0;
    };
    static double expected(const Yield &yield, double otherwise);
    std::vector<double> shares(std::vector<double> values) const;
    Yield &at(int region, int operation) { return m_pairs[std::size_t(region * m_operations + operation)]; }

    int m_operations = 0;
    double m_sharpness = 1;
    std::vector<Yield> m_pairs; // region by region
    std::vector<Yield> m_regions;
    std::vector<Yield> m_everywhere; // operation by operation, over all regions
    Yield m_all;
};

} // namespace mutascope::deepsmart
