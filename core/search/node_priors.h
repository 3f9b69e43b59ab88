// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/search/search_tree.h"
#include <map>
#include <set>

namespace mutascope {

// What the problem thinks of a node's actions: asked once, when the first choice there is made, so that the
// choice can be explained later and a resumed search chooses alike.
class NodePriors {
public:
    NodePriors(const SearchProblem &problem, double weight) : m_problem(problem), m_weight(weight) { }
    // Empty where the weight is 0 or the problem has none.
    const std::vector<double> &of(const SearchTree &tree, std::int32_t node);
    void forgetFrom(std::int32_t node); // this one and later ones are no more
    std::vector<SearchPriors> takeNew(); // asked for since the last call, by node
    // For saving and loading.
    const std::map<std::int32_t, std::vector<double>> &all() const { return m_known; }
    const std::set<std::int32_t> &newOnes() const { return m_new; }
    void restore(std::map<std::int32_t, std::vector<double>> known, std::set<std::int32_t> newOnes);

private:
    const SearchProblem &m_problem;
    double m_weight;
    std::map<std::int32_t, std::vector<double>> m_known;
    std::set<std::int32_t> m_new;
};

} // namespace mutascope
