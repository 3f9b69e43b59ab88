// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/node_priors.h"
#include "core/base/error.h"
#include <algorithm>
#include <cmath>

namespace mutascope {

namespace {

// Scaled to the sum 1; no priors at all where the sum is 0.
std::vector<double> normalised(std::vector<double> priors, int actions)
{
    const auto legal = [](double prior) { return std::isfinite(prior) && prior >= 0; };
    const bool right = priors.empty() || priors.size() == std::size_t(actions);
    if (!right || !std::all_of(priors.begin(), priors.end(), legal))
        throw Error(ErrorCode::Internal, "the search problem gave priors that are no probabilities");
    double sum = 0;
    for (const double prior : priors)
        sum += prior;
    if (sum <= 0)
        return {};
    for (double &prior : priors)
        prior /= sum;
    return priors;
}

} // namespace

const std::vector<double> &NodePriors::of(const SearchTree &tree, std::int32_t node)
{
    static const std::vector<double> none;
    if (m_weight <= 0)
        return none;
    const auto known = m_known.find(node);
    if (known != m_known.end())
        return known->second;
    std::vector<double> priors = normalised(m_problem.priors(tree.path(node)), tree.node(node).actions);
    if (!priors.empty())
        m_new.insert(node);
    return m_known.emplace(node, std::move(priors)).first->second;
}

void NodePriors::forgetFrom(std::int32_t node)
{
    m_known.erase(m_known.lower_bound(node), m_known.end());
    m_new.erase(m_new.lower_bound(node), m_new.end());
}

std::vector<SearchPriors> NodePriors::takeNew()
{
    std::vector<SearchPriors> taken;
    for (const std::int32_t node : m_new)
        taken.push_back({0, node, m_known.at(node)});
    m_new.clear();
    return taken;
}

void NodePriors::restore(std::map<std::int32_t, std::vector<double>> known, std::set<std::int32_t> newOnes)
{
    m_known = std::move(known);
    m_new = std::move(newOnes);
}

} // namespace mutascope
