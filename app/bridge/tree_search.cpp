// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/tree_search.h"

#include "core/search/tree_export.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

namespace mutascope::bridge {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("TreeSearch", text);
}

TreePhase toPhase(TreePlayer::Phase phase)
{
    using Phase = TreePlayer::Phase;
    switch (phase) {
    case Phase::Tree:
        return TreePhase::Tree;
    case Phase::Selection:
        return TreePhase::Selection;
    case Phase::Expansion:
        return TreePhase::Expansion;
    case Phase::Simulation:
        return TreePhase::Simulation;
    case Phase::Backpropagation:
        return TreePhase::Backpropagation;
    case Phase::RootMove:
        return TreePhase::RootMove;
    case Phase::Commit:
        return TreePhase::Commit;
    case Phase::End:
        break;
    }
    return TreePhase::End;
}

bool canBePicked(const ChildTerms &child)
{
    return !child.finished && !child.held;
}

} // namespace

TreeSearch::TreeSearch(SearchHistory history, qint64 run)
    : m_history(std::make_shared<SearchHistory>(std::move(history))), m_player(m_history), m_run(run)
{
    readNames();
    readPriors();
}

void TreeSearch::readNames()
{
    m_names.clear();
    for (const std::vector<std::string> &level : m_history->description.levels) {
        m_names.emplace_back();
        for (const std::string &name : level)
            m_names.back().push_back(QString::fromStdString(name));
    }
}

void TreeSearch::readPriors()
{
    for (; m_priorsRead < m_history->priors.size(); ++m_priorsRead) {
        const SearchPriors &one = m_history->priors[m_priorsRead];
        m_priors[{one.tree, one.node}] = m_priorsRead;
    }
}

// The trees are only ever added to. What a run at work has told may be ahead of what it has stored.
void TreeSearch::refresh(const SessionStore &store)
{
    SearchHistory stored = store.search(m_run);
    TreeGrowth all;
    all.description = std::move(stored.description);
    all.chunk = std::move(stored);
    attach(all);
    attachWaiting();
}

void TreeSearch::append(const std::shared_ptr<const TreeGrowth> &growth)
{
    m_waiting.push_back(growth);
    attachWaiting();
}

void TreeSearch::attachWaiting()
{
    while (!m_waiting.empty() && attach(*m_waiting.front()))
        m_waiting.pop_front();
}

bool TreeSearch::attach(const TreeGrowth &growth)
{
    const std::optional<SearchChunk> next = continuation(*m_history, growth);
    if (!next)
        return false;
    m_history->append(*next);
    m_player.extended();
    if (growth.description) {
        m_history->description = *growth.description;
        readNames();
    }
    readPriors();
    return true;
}

qint64 TreeSearch::next(TreeStep step) const
{
    switch (step) {
    case TreeStep::Phase:
        return std::min(position() + 1, events());
    case TreeStep::Iteration:
        return m_player.nextIteration();
    case TreeStep::RootMove:
        return m_player.nextRootMove();
    }
    return position();
}

qint64 TreeSearch::nextWhere(TreeCondition condition, double value) const
{
    using Event = TreePlayer::Event;
    using Phase = TreePlayer::Phase;
    switch (condition) {
    case TreeCondition::Reward:
        return m_player.find([value](const Event &event) {
            return event.phase == Phase::Backpropagation && event.rewarded && event.reward > value;
        });
    case TreeCondition::Constraint:
        return m_player.find(
            [](const Event &event) { return event.phase == Phase::Backpropagation && !event.rewarded; });
    case TreeCondition::Commit:
        return m_player.find([](const Event &event) { return event.phase == Phase::Commit; });
    }
    return -1;
}

// Trees come one after the other.
qint64 TreeSearch::endOfTree(int tree) const
{
    qint64 low = 0;
    qint64 high = events();
    while (low < high) {
        const qint64 middle = (low + high) / 2;
        if (m_player.event(middle).tree <= tree)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

QString TreeSearch::nameOf(int level, int action) const
{
    if (!m_names.empty()) {
        const std::vector<QString> &names = m_names[std::size_t(level) % m_names.size()];
        if (action >= 0 && std::size_t(action) < names.size())
            return names[std::size_t(action)];
    }
    return tr("action %1").arg(action);
}

QString TreeSearch::label(qint64 node) const
{
    const auto id = std::int32_t(node);
    return id == 0 ? tr("seed batch") : nameOf(state().depth(id) - 1, state().node(id).action);
}

const std::vector<double> &TreeSearch::priorsOf(qint64 node) const
{
    static const std::vector<double> none;
    const auto found = m_priors.find({m_player.tree(), std::int32_t(node)});
    return found == m_priors.end() ? none : m_history->priors[found->second].values;
}

std::vector<widgets::TreeItem> TreeSearch::items() const
{
    std::vector<widgets::TreeItem> items(std::size_t(state().size()));
    for (std::int32_t id = 0; id < state().size(); ++id) {
        const NodeStats &stats = state().stats(id);
        widgets::TreeItem &item = items[std::size_t(id)];
        item.id = id;
        item.parent = state().node(id).parent;
        item.order = state().node(id).action;
        item.label = label(id);
        item.visits = stats.visits;
        if (stats.visits > 0) {
            item.mean = stats.mean();
            item.best = stats.best;
        }
        item.marks.setFlag(widgets::TreeMark::Finished, state().exhausted(id));
    }
    setPotentials(items);
    return items;
}

void TreeSearch::setPotentials(std::vector<widgets::TreeItem> &items) const
{
    Terms terms; // one buffer for all nodes
    for (std::int32_t id = 0; id < state().size(); ++id) {
        if (!state().hasChildren(id))
            continue;
        state().terms(id, m_history->description, priorsOf(id), terms);
        for (const ChildTerms &child : terms)
            if (child.node >= 0 && canBePicked(child))
                items[std::size_t(child.node)].potential = child.exploit + child.explore + child.prior;
    }
}

void TreeSearch::setMarks(std::vector<widgets::TreeItem> &items, qint64 node) const
{
    using widgets::TreeMark;
    for (auto id = std::int32_t(node); id >= 0; id = state().node(id).parent)
        items[std::size_t(id)].marks.setFlag(TreeMark::OnPath);
    items[std::size_t(node)].marks.setFlag(TreeMark::Current);
    items[std::size_t(m_player.root())].marks.setFlag(TreeMark::Root);
    for (qint64 index = position() - 1; index >= 0; --index) {
        const TreePlayer::Event &event = m_player.event(index);
        if (event.tree != m_player.tree())
            break;
        if (event.phase == TreePlayer::Phase::Commit)
            items[std::size_t(event.node)].marks.setFlag(TreeMark::Chosen);
    }
}

TreeMoment TreeSearch::moment() const
{
    TreeMoment now;
    now.position = position();
    now.events = events();
    now.tree = m_player.tree();
    now.trees = int(m_history->trees.size());
    now.iterations = qint64(m_history->iterations.size());
    now.drawn = m_history->description.policy != "uct";
    const TreePlayer::Event *event = m_player.current();
    if (!event)
        return now;
    now.phase = toPhase(event->phase);
    now.iteration = event->iteration;
    now.node = event->node;
    now.root = m_player.root();
    now.reward = event->reward;
    now.rewarded = event->rewarded;
    now.reason = QString::fromStdString(event->reason);
    if (event->iteration >= 0)
        now.simulated = std::max(0, m_history->iterations[std::size_t(event->iteration)].made - 1);
    describeNode(now);
    now.images = qint64(m_history->trees[std::size_t(event->tree)].batch.size());
    now.picks = picks();
    return now;
}

void TreeSearch::describeNode(TreeMoment &now) const
{
    const auto id = std::int32_t(now.node);
    now.label = label(id);
    now.pathLength = state().depth(id) + 1;
    if (const std::int32_t parent = state().node(id).parent; parent >= 0) {
        now.parentLabel = label(parent);
        now.siblings = state().node(parent).actions;
    }
    if (state().stats(id).visits > 0)
        now.mean = state().stats(id).mean();
}

QList<TreePick> TreeSearch::picks() const
{
    QList<TreePick> all;
    for (const TreePlayer::Pick &pick : m_player.picks()) {
        TreePick one;
        one.node = pick.node;
        one.label = label(pick.node);
        one.all = int(pick.terms.size());
        one.rank = 1;
        if (pick.action < 0 || pick.action >= one.all)
            continue;
        const ChildTerms &taken = pick.terms[std::size_t(pick.action)];
        one.child = child(pick.node, taken);
        one.child.picked = true;
        for (const ChildTerms &other : pick.terms) {
            one.choices += canBePicked(other);
            one.rank += canBePicked(other) && other.probability > taken.probability;
        }
        all.append(one);
    }
    return all;
}

TreeChild TreeSearch::child(qint64 node, const ChildTerms &terms) const
{
    TreeChild one;
    one.action = terms.action;
    one.label = nameOf(state().depth(std::int32_t(node)), terms.action);
    one.exploit = terms.exploit;
    one.explore = terms.explore;
    one.prior = terms.prior;
    one.probability = terms.probability;
    one.finished = terms.finished;
    one.held = terms.held;
    one.node = state().child(std::int32_t(node), terms.action);
    if (one.node < 0)
        return one;
    const NodeStats &stats = state().stats(std::int32_t(one.node));
    one.visits = stats.visits;
    if (stats.visits > 0) {
        one.mean = stats.mean();
        one.best = stats.best;
    }
    return one;
}

// As the selection of this moment saw them, where it came by; else as they are.
TreeSearch::Terms TreeSearch::termsAt(qint64 node, bool &ofPick) const
{
    for (TreePlayer::Pick &pick : m_player.picks())
        if (pick.node == node) {
            ofPick = true;
            return std::move(pick.terms);
        }
    return state().terms(std::int32_t(node), m_history->description, priorsOf(node));
}

TreeFinish TreeSearch::finishOf(qint64 node) const
{
    const auto id = std::int32_t(node);
    switch (state().node(id).finish) {
    case Finish::Constraint:
        return TreeFinish::Constraint;
    case Finish::Depth:
        return TreeFinish::Depth;
    case Finish::Open:
    case Finish::Exhausted:
        break;
    }
    return state().exhausted(id) ? TreeFinish::Exhausted : TreeFinish::Open;
}

TreeFacts TreeSearch::facts(qint64 node, const QList<TreePick> &picks) const
{
    const auto id = std::int32_t(node);
    TreeFacts facts;
    facts.node = node;
    facts.label = label(node);
    QStringList path;
    for (std::int32_t at = id; at > 0; at = state().node(at).parent)
        path.prepend(label(at));
    facts.path = path.join(QStringLiteral(" ▸ "));
    const NodeStats &stats = state().stats(id);
    facts.visits = stats.visits;
    facts.pending = stats.pending;
    if (stats.visits > 0) {
        facts.mean = stats.mean();
        facts.best = stats.best;
    }
    facts.finish = finishOf(node);
    facts.actions = state().node(id).actions;
    facts.made = int(state().children(id).size());
    facts.isRoot = id == m_player.root();
    for (const ChildTerms &terms : termsAt(node, facts.termsOfPick))
        facts.children.append(child(node, terms));
    for (const TreePick &pick : picks)
        if (pick.node == node)
            facts.children[pick.child.action].picked = true;
    return facts;
}

TreeFrame TreeSearch::frame(qint64 selected) const
{
    TreeFrame frame;
    frame.kind = TreeKind::Search;
    frame.moment = moment();
    std::vector<widgets::TreeItem> all;
    if (frame.moment.node >= 0) {
        all = items();
        setMarks(all, frame.moment.node);
        const bool known = selected >= 0 && selected < state().size();
        frame.facts = facts(known ? selected : frame.moment.node, frame.moment.picks);
    }
    frame.items = widgets::TreeItems::make(std::move(all));
    return frame;
}

std::string TreeSearch::dot(qint64 leastVisits) const
{
    return treeDot(m_player, leastVisits);
}

std::string TreeSearch::json(qint64 leastVisits) const
{
    return treeJson(m_player, leastVisits);
}

} // namespace mutascope::bridge
