// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/tree_lineage.h"

#include "app/bridge/convert.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>
#include <algorithm>

namespace mutascope::bridge {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("TreeLineage", text);
}

[[noreturn]] void throwNoSearch()
{
    throw Error(ErrorCode::Unsupported, "this run's generator searched no tree",
                "Export the drawing as SVG or PNG, or the tests with their lineage");
}

// From the root to the test made last.
void markPath(std::vector<widgets::TreeItem> &items, qint64 test)
{
    qint64 wanted = test;
    for (auto item = items.rbegin(); item != items.rend(); ++item) {
        if (item->id != wanted)
            continue;
        item->marks.setFlag(widgets::TreeMark::OnPath);
        item->marks.setFlag(widgets::TreeMark::Current, wanted == test);
        wanted = item->parent;
    }
}

} // namespace

TreeLineage::TreeLineage(const SessionStore &store, qint64 run) : m_run(run)
{
    read(store);
    m_position = TreeLineage::events();
}

void TreeLineage::refresh(const SessionStore &store)
{
    read(store);
}

// Seeds nothing was made of are left out.
void TreeLineage::read(const SessionStore &store)
{
    const auto last = m_tests.empty() ? 0 : m_tests.back().id;
    QSet<qint64> seeds(m_seeds.begin(), m_seeds.end());
    QSet<QString> labels; // a few shared by many
    for (const TestRecord &record : store.tests(m_run, {}, std::int64_t(m_tests.size()))) {
        if (record.id <= last)
            continue;
        Test test;
        test.id = record.id;
        test.parent = record.parent > 0 && find(record.parent) ? record.parent : firstSeed + record.seed;
        test.label = *labels.insert(mutationText(record.mutation));
        test.gain = record.gain;
        test.failing = record.failing;
        test.kept = record.kept;
        if (test.parent >= firstSeed)
            seeds.insert(record.seed);
        m_tests.push_back(std::move(test));
    }
    m_seeds.assign(seeds.begin(), seeds.end());
    std::sort(m_seeds.begin(), m_seeds.end());
}

const TreeLineage::Test *TreeLineage::find(qint64 id) const
{
    const auto found = std::lower_bound(m_tests.begin(), m_tests.end(), id,
                                        [](const Test &test, qint64 wanted) { return test.id < wanted; });
    return found != m_tests.end() && found->id == id ? &*found : nullptr;
}

void TreeLineage::seek(qint64 position)
{
    m_position = std::clamp<qint64>(position, 0, events());
}

qint64 TreeLineage::next(TreeStep) const
{
    return std::min(m_position + 1, events());
}

qint64 TreeLineage::nextWhere(TreeCondition condition, double value) const
{
    for (qint64 index = m_position; index < events(); ++index) {
        const Test &test = m_tests[std::size_t(index)];
        if ((condition == TreeCondition::Commit && test.kept)
            || (condition == TreeCondition::Reward && test.gain > value))
            return index + 1;
    }
    return -1;
}

QString TreeLineage::label(qint64 node) const
{
    if (node == 0)
        return tr("all seeds");
    if (node >= firstSeed)
        return tr("seed %1").arg(node - firstSeed);
    const Test *test = find(node);
    return test ? test->label : QString();
}

// visits: how many tests descend from a node, itself included.
std::vector<widgets::TreeItem> TreeLineage::items() const
{
    std::vector<widgets::TreeItem> items;
    QHash<qint64, qsizetype> at;
    const auto add = [&](qint64 id, qint64 parent) -> widgets::TreeItem & {
        at.insert(id, qsizetype(items.size()));
        widgets::TreeItem item;
        item.id = id;
        item.parent = parent;
        item.order = id;
        item.label = label(id);
        items.push_back(std::move(item));
        return items.back();
    };
    add(0, -1);
    for (const qint64 seed : m_seeds)
        add(firstSeed + seed, 0);
    for (qint64 i = 0; i < m_position; ++i) {
        const Test &test = m_tests[std::size_t(i)];
        widgets::TreeItem &item = add(test.id, test.parent);
        item.visits = 1;
        item.mean = item.best = test.gain;
        item.marks.setFlag(widgets::TreeMark::Chosen, test.kept);
        item.marks.setFlag(widgets::TreeMark::Failing, test.failing);
    }
    for (std::size_t i = items.size() - 1; i > 0; --i) {
        widgets::TreeItem &parent = items[std::size_t(at.value(items[i].parent))];
        parent.visits += items[i].visits;
        if (items[i].best)
            parent.best = std::max(parent.best.value_or(0), *items[i].best);
    }
    return items;
}

TreeFacts TreeLineage::facts(qint64 node, const widgets::TreeItems &items) const
{
    const int index = items.indexOf(node);
    TreeFacts facts;
    if (index < 0)
        return facts;
    const widgets::TreeItem &item = items.item(index);
    facts.node = node;
    facts.label = item.label;
    facts.visits = item.visits;
    facts.mean = item.mean;
    facts.best = item.best;
    QStringList path;
    for (const int step : items.path(index))
        if (step > 0)
            path.append(items.item(step).label);
    facts.path = path.join(QStringLiteral(" ▸ "));
    for (const int below : items.children(index)) {
        const widgets::TreeItem &one = items.item(below);
        TreeChild child;
        child.label = one.label;
        child.node = one.id;
        child.visits = one.visits;
        child.mean = one.mean;
        child.best = one.best;
        facts.children.append(child);
    }
    facts.made = facts.actions = int(facts.children.size());
    const Test *test = node < firstSeed ? find(node) : nullptr;
    facts.test = test ? node : 0;
    if (test)
        facts.note = test->failing ? tr("Test %1, failing").arg(node) : tr("Test %1").arg(node);
    return facts;
}

TreeFrame TreeLineage::frame(qint64 selected) const
{
    TreeFrame frame;
    frame.kind = TreeKind::Lineage;
    TreeMoment &now = frame.moment;
    now.position = m_position;
    now.events = events();
    std::vector<widgets::TreeItem> all;
    if (events() > 0)
        all = items();
    if (m_position > 0) {
        const Test &test = m_tests[std::size_t(m_position) - 1];
        now.phase = TreePhase::Test;
        now.node = test.id;
        now.label = test.label;
        now.parentLabel = test.parent < firstSeed ? tr("test %1").arg(test.parent) : label(test.parent);
        now.reward = test.gain;
        now.rewarded = test.kept;
        now.reason = test.failing ? QStringLiteral("failing") : QString();
        markPath(all, test.id);
    }
    frame.items = widgets::TreeItems::make(std::move(all));
    if (frame.items->indexOf(selected) >= 0 || now.node >= 0)
        frame.facts = facts(frame.items->indexOf(selected) >= 0 ? selected : now.node, *frame.items);
    return frame;
}

TreeImages TreeLineage::images(const SessionStore &store, qint64 node, int) const
{
    TreeImages out;
    out.node = node;
    const Test *test = node < firstSeed ? find(node) : nullptr;
    const auto seed = [&](qint64 index) { return toQImage(store.seedImage(m_run, int(index))); };
    if (node >= firstSeed) {
        const QImage image = seed(node - firstSeed);
        out.batch.append({label(node), image, image, false});
        out.frames.append({node, label(node), image});
    }
    if (!test)
        return out;
    const std::vector<TestRecord> steps = store.lineage(m_run, node);
    const qint64 origin = steps.empty() ? 0 : steps.front().seed;
    out.frames.append({firstSeed + origin, tr("seed %1").arg(origin), seed(origin)});
    for (const TestRecord &step : steps)
        out.frames.append({step.id, mutationText(step.mutation), toQImage(store.image(m_run, step.id))});
    const qsizetype last = out.frames.size() - 1;
    out.batch.append({tr("test %1").arg(node), out.frames[std::max<qsizetype>(0, last - 1)].image,
                      out.frames[last].image, true});
    return out;
}

std::string TreeLineage::dot(qint64) const
{
    throwNoSearch();
}

std::string TreeLineage::json(qint64) const
{
    throwNoSearch();
}

} // namespace mutascope::bridge
