// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace mutascope::deepsmart {

// What each pair (region, operation) brought so far, over all trees: a tree begins with what the ones before
// found out. Old experience fades, because coverage that is gained is gone.
class OperatorYields {
public:
    explicit OperatorYields(int regions = 0, int operations = 0);
    void add(int region, int operation, double reward);
    // In proportion to the expected reward, sum 1; empty while nothing is known.
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
    double expected(const Yield &yield) const;
    Yield &at(int region, int operation) { return m_pairs[std::size_t(region * m_operations + operation)]; }

    int m_operations = 0;
    std::vector<Yield> m_pairs; // region by region
    std::vector<Yield> m_regions;
    Yield m_all;
};

} // namespace mutascope::deepsmart
