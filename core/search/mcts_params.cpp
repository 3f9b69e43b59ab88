// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/param_builders.h"
#include "core/search/mcts.h"
#include <numbers>

namespace mutascope {

namespace {

constexpr const char *group = "Tree search";
constexpr const char *paper = "Demir, Eniser & Sen, DeepSmartFuzzer, 2019, section 3";
constexpr const char *uctPaper = "Kocsis & Szepesvari, Bandit based Monte-Carlo planning, ECML 2006";

std::vector<ParamSpec> basicParams()
{
    return {
        choiceParam("policy", {"sampled", "uct"},
                    {group, paper,
                     "How a child is chosen: drawn in proportion to its potential (sampled), or the one with "
                     "the largest upper confidence bound (uct)."}),
        realParam("exploration", std::numbers::sqrt2, 0, 1000,
                  {group, uctPaper,
                   "Weight C of the term that favours children with few visits; 0 follows the mean rewards "
                   "alone."}),
        integerParam("iterations", 26, 1, 1000000,
                     {group, paper, "Iterations at each position of the root before it moves.", ""}),
        integerParam("depth", 9, 1, 1000,
                     {group, paper,
                      "Positions of the root in a tree; after the last one the search of the tree ends.",
                      ""}),
        integerParam("leaf-batch", 1, 1, 4096,
                     {group, "ours",
                      "Leaves that are selected one after the other and then evaluated together; 1 is the "
                      "search as published.",
                      "leaves"}),
    };
}

std::vector<ParamSpec> refinements()
{
    return {
        realParam(
            "virtual-loss", 1, 0, 1000,
            {group, "Chaslot, Winands & van den Herik, Parallel Monte-Carlo tree search, CG 2008",
             "Visits without reward that a selected leaf counts as until it is evaluated, so that a leaf "
             "batch spreads.",
             "visits", true}),
        realParam(
            "first-play", 1, 0, 10,
            {group, "Gelly & Wang, Exploration exploitation in Go, NIPS workshop 2006",
             "How good a child counts that was never tried, in shares of its best sibling's mean reward; "
             "0 as DeepSmartFuzzer does.",
             "", true}),
        realParam(
            "prior-weight", 0, 0, 1,
            {group, "Rosin, Multi-armed bandits with episode context, 2011",
             "How much is believed of what is known of the actions before they are tried; 0 for nothing.", "",
             true}),
        realParam(
            "widening", 0, 0, 1000,
            {group, "Chaslot et al., Progressive strategies for Monte-Carlo tree search, 2008",
             "A node with N visits keeps at most this number times the root of N children open; 0 for no "
             "limit.",
             "", true}),
        realParam(
            "rave", 0, 0, 1000000,
            {group, "Gelly & Silver, Artificial Intelligence 175(11), 2011",
             "Visits at which a child's own mean counts half against that of its action further down the "
             "tree; 0 for its own alone, otherwise best with a small exploration.",
             "visits", true}),
    };
}

} // namespace

std::vector<ParamSpec> mctsParams()
{
    std::vector<ParamSpec> specs = basicParams();
    for (ParamSpec &spec : refinements())
        specs.push_back(std::move(spec));
    return specs;
}

SearchDescription searchDescription(const ParamSet &params)
{
    SearchDescription how;
    how.policy = params.text("policy");
    how.exploration = params.real("exploration");
    how.virtualLoss = params.real("virtual-loss");
    how.firstPlay = params.real("first-play");
    how.priorWeight = params.real("prior-weight");
    how.widening = params.real("widening");
    how.rave = params.real("rave");
    if (params.contains("children")) // only of searches whose problem chooses the children
        how.children = int(params.integer("children"));
    return how;
}

} // namespace mutascope
