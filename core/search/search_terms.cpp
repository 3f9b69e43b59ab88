// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/search/search_tree.h"
#include <algorithm>
#include <cmath>

// What selection weighs: the terms of a node's children and the probabilities that follow from them.
namespace mutascope {

namespace {

constexpr const char *uct = "uct";

double countedVisits(const NodeStats &stats, double virtualLoss)
{
    return 1 + double(stats.visits) + virtualLoss * double(stats.pending);
}

bool pickable(const ChildTerms &child)
{
    return !child.finished && !child.held;
}

// Progressive widening: while so many children are open, none is added (Coulom 2007; Chaslot et al. 2008).
void holdBack(std::vector<ChildTerms> &terms, double visits, double widening)
{
    const auto isOpen = [](const ChildTerms &child) { return child.node >= 0 && !child.finished; };
    const double open = double(std::count_if(terms.begin(), terms.end(), isOpen));
    const bool full = open >= std::ceil(widening * std::sqrt(visits));
    for (ChildTerms &child : terms)
        child.held = full && child.node < 0;
}

// Expansion is not a choice among the actions here: what was not made cannot be picked.
void holdUnmade(std::vector<ChildTerms> &terms)
{
    for (ChildTerms &child : terms)
        child.held = child.node < 0;
}

// The priors of those that can be picked, sum 1; all 0 where there are none.
void sharePriors(std::vector<ChildTerms> &terms, const std::vector<double> &priors)
{
    if (priors.size() != terms.size())
        throw Error(ErrorCode::BadData, "a node of the search tree has more or fewer priors than actions",
                    "The file is damaged, or the search problem is at fault");
    double sum = 0;
    for (std::size_t i = 0; i < terms.size(); ++i)
        sum += pickable(terms[i]) ? priors[i] : 0;
    for (std::size_t i = 0; i < terms.size(); ++i)
        terms[i].prior = pickable(terms[i]) && sum > 0 ? priors[i] / sum : 0;
}

constexpr double unknown = -1; // in place of a mean, which is never below 0

// The child's mean reward, mixed with RAVE's; visits count from 1.
double meanOf(const SearchTree &tree, const ChildTerms &child, double visits, const AmafStats *amaf,
              double rave)
{
    const double own = child.node >= 0 ? tree.stats(child.node).sum / visits : unknown;
    if (!amaf || rave <= 0)
        return own;
    const double share = std::sqrt(rave / (3 * (visits - 1) + rave));
    return (1 - share) * std::max(own, 0.0) + share * amaf->sum / double(amaf->visits + 1);
}

// Means into exploit, explore complete. Returns the largest mean of those that can be picked.
double weigh(const SearchTree &tree, std::int32_t id, const SearchDescription &how, double visits,
             std::vector<ChildTerms> &terms)
{
    const double log = std::log(visits);
    const std::vector<AmafStats> &amaf = tree.amaf(id);
    auto nextAmaf = amaf.begin();
    double largest = 0;
    for (ChildTerms &child : terms) {
        const bool hasAmaf = nextAmaf != amaf.end() && nextAmaf->action == child.action;
        const double n = child.node >= 0 ? countedVisits(tree.stats(child.node), how.virtualLoss) : 1;
        child.exploit = meanOf(tree, child, n, hasAmaf ? &*nextAmaf : nullptr, how.rave);
        child.explore = how.exploration * std::sqrt(log / n);
        nextAmaf += hasAmaf;
        if (pickable(child))
            largest = std::max(largest, child.exploit);
        if (how.policy == uct)
            child.prior *= how.priorWeight * std::sqrt(visits) / n;
    }
    return largest;
}

void scaleExploit(std::vector<ChildTerms> &terms, double largest, const SearchDescription &how)
{
    const double scale = how.policy == uct ? 1 : 100;
    for (ChildTerms &child : terms)
        child.exploit = scale
            * (child.exploit == unknown ? how.firstPlay : child.exploit / (largest > 0 ? largest : 1));
}

// Probabilities in proportion to exploit + explore, uniform where all are 0; then the prior's share.
void sample(std::vector<ChildTerms> &terms, double priorWeight)
{
    double sum = 0;
    double priorSum = 0;
    int count = 0;
    for (const ChildTerms &child : terms) {
        sum += pickable(child) ? child.exploit + child.explore : 0;
        priorSum += child.prior;
        count += pickable(child);
    }
    const double weight = priorSum > 0 ? std::min(priorWeight, 1.0) : 0;
    for (ChildTerms &child : terms) {
        child.prior *= weight;
        if (!pickable(child))
            continue;
        const double share = sum > 0 ? (child.exploit + child.explore) / sum : 1.0 / count;
        child.probability = (1 - weight) * share + child.prior;
    }
}

void pickLargest(std::vector<ChildTerms> &terms)
{
    const auto value = [](const ChildTerms &child) { return child.exploit + child.explore + child.prior; };
    ChildTerms *best = nullptr;
    for (ChildTerms &child : terms)
        if (pickable(child) && (!best || value(child) > value(*best)))
            best = &child;
    if (best)
        best->probability = 1;
}

} // namespace

std::vector<ChildTerms> SearchTree::terms(std::int32_t id, const SearchDescription &how,
                                          const std::vector<double> &priors) const
{
    std::vector<ChildTerms> out;
    terms(id, how, priors, out);
    return out;
}

void SearchTree::listChildren(std::int32_t id, std::vector<ChildTerms> &out) const
{
    out.assign(std::size_t(at(id).made.actions), {});
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i].action = int(i);
    for (const Child &made : at(id).children) {
        out[std::size_t(made.action)].node = made.id;
        out[std::size_t(made.action)].finished = left(at(made.id)).closed;
    }
}

void SearchTree::terms(std::int32_t id, const SearchDescription &how, const std::vector<double> &priors,
                       std::vector<ChildTerms> &out) const
{
    const double visits = countedVisits(stats(id), how.virtualLoss);
    listChildren(id, out);
    if (how.children > 0)
        holdUnmade(out);
    else if (how.widening > 0)
        holdBack(out, visits, how.widening);
    if (how.priorWeight > 0 && !priors.empty())
        sharePriors(out, priors);
    scaleExploit(out, weigh(*this, id, how, visits, out), how);
    if (how.policy == uct)
        pickLargest(out);
    else
        sample(out, how.priorWeight);
}

} // namespace mutascope
