// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/leaf_batch.h"
#include "core/base/error.h"

namespace mutascope {

namespace {

void checkOutcomes(const std::vector<Outcome> &outcomes, std::size_t wanted)
{
    if (outcomes.size() != wanted)
        throw Error(ErrorCode::Internal,
                    "the search problem evaluated " + std::to_string(outcomes.size()) + " of "
                        + std::to_string(wanted) + " states");
    for (const Outcome &outcome : outcomes)
        if (outcome.finish != Finish::Constraint && !(outcome.reward >= 0 && outcome.reward <= mostReward))
            throw Error(ErrorCode::Internal,
                        "the search problem gave a reward below 0, too large or no number");
}

} // namespace

LeafBatch::LeafBatch(SearchTree &tree, SearchProblem &problem, const SearchDescription &how,
                     NodePriors &priors, const PickObserver &observer)
    : m_tree(tree), m_problem(problem), m_how(how), m_priors(priors), m_observer(observer),
      m_before(tree.size())
{
}

bool LeafBatch::grow(std::int32_t root, Rng &rng)
{
    if (m_tree.closed(root))
        return false;
    SearchIteration leaf;
    leaf.root = root;
    int action = -1;
    for (std::int32_t next = root; next >= 0;) {
        leaf.selected = next;
        action = choose(next, rng);
        next = m_tree.child(next, action);
    }
    leaf.firstMade = leaf.last = make(leaf.selected, action);
    leaf.made = 1;
    // Simulation: at random, until a state has a reward or nothing goes on.
    while (!rewardedState(leaf.last) && m_tree.node(leaf.last).actions > 0) {
        leaf.last = make(leaf.last, choose(leaf.last, rng));
        ++leaf.made;
    }
    m_tree.addPending(leaf.last);
    m_leaves.push_back(leaf);
    return true;
}

std::int32_t LeafBatch::make(std::int32_t parent, int action)
{
    SearchPath path = m_tree.path(parent);
    path.push_back(action);
    const int actions = m_problem.actions(path);
    return m_tree.add({parent, action, actions, actions == 0 ? Finish::Depth : Finish::Open});
}

int LeafBatch::choose(std::int32_t node, Rng &rng)
{
    if (m_how.children > 0 && !m_tree.full(node))
        return proposed(node);
    return m_tree.hasChildren(node) ? pick(node, rng) : pickFirst(node, rng);
}

// The problem's choice of a node's next child.
int LeafBatch::proposed(std::int32_t node)
{
    std::vector<int> made;
    for (const std::int32_t child : m_tree.children(node))
        made.push_back(m_tree.node(child).action);
    return m_problem.expansion(m_tree.path(node), made);
}

// One of a node's children, made or not, by the policy.
int LeafBatch::pick(std::int32_t node, Rng &rng)
{
    m_tree.terms(node, m_how, m_priors.of(m_tree, node), m_terms);
    double ticket = rng.uniform();
    int picked = -1;
    for (const ChildTerms &child : m_terms) {
        if (child.probability <= 0)
            continue;
        picked = child.action;
        ticket -= child.probability;
        if (ticket < 0)
            break;
    }
    if (m_observer)
        m_observer(node, m_terms, picked);
    return picked;
}

// An action of a node without children: nothing is known, so at random, leaning on the prior.
int LeafBatch::pickFirst(std::int32_t node, Rng &rng)
{
    const int actions = m_tree.node(node).actions;
    const std::vector<double> &priors = m_priors.of(m_tree, node);
    if (priors.empty() || rng.uniform() >= m_how.priorWeight)
        return int(rng.below(std::uint32_t(actions)));
    double ticket = rng.uniform();
    int picked = 0;
    for (int action = 0; action < actions && ticket >= 0; ++action) {
        if (priors[std::size_t(action)] > 0)
            picked = action;
        ticket -= priors[std::size_t(action)];
    }
    return picked;
}

bool LeafBatch::rewardedState(std::int32_t node) const
{
    return m_problem.rewarded(std::size_t(m_tree.depth(node)));
}

void LeafBatch::evaluate()
{
    std::vector<SearchPath> paths;
    for (const SearchIteration &leaf : m_leaves)
        if (rewardedState(leaf.last))
            paths.push_back(m_tree.path(leaf.last));
    std::vector<Outcome> evaluated;
    if (!paths.empty())
        evaluated = m_problem.evaluate(paths);
    checkOutcomes(evaluated, paths.size());
    m_outcomes.assign(m_leaves.size(), {0, Finish::Depth});
    auto next = evaluated.begin();
    for (std::size_t i = 0; i < m_leaves.size(); ++i)
        if (rewardedState(m_leaves[i].last))
            m_outcomes[i] = *next++;
}

const std::vector<SearchIteration> &LeafBatch::backpropagate()
{
    for (std::size_t i = 0; i < m_leaves.size(); ++i)
        settle(m_leaves[i], m_outcomes[i]);
    return m_leaves;
}

void LeafBatch::settle(SearchIteration &leaf, const Outcome &outcome)
{
    leaf.rewarded = rewardedState(leaf.last) && outcome.finish != Finish::Constraint;
    leaf.reward = leaf.rewarded ? outcome.reward : 0;
    m_tree.removePending(leaf.last);
    if (outcome.finish == Finish::Constraint)
        m_tree.setFinish(leaf.last, Finish::Constraint);
    else if (outcome.finish != Finish::Open)
        m_tree.setFinish(leaf.last, Finish::Depth);
    m_tree.backpropagate(leaf.last, leaf.reward, leaf.rewarded);
}

void LeafBatch::drop()
{
    for (; !m_leaves.empty(); m_leaves.pop_back())
        m_tree.removePending(m_leaves.back().last);
    while (m_tree.size() > m_before)
        m_tree.removeLast();
    m_priors.forgetFrom(m_before);
}

} // namespace mutascope
