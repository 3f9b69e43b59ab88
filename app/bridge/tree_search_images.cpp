// SPDX-License-Identifier: GPL-3.0-or-later
// The images behind a node of a search tree, made again from the stored ones at its root.
#include "app/bridge/convert.h"
#include "app/bridge/tree_search.h"
#include "core/generators/deepsmart/mutated_batch.h"

#include <QCoreApplication>
#include <algorithm>

namespace mutascope::bridge {

namespace {

std::vector<deepsmart::RootImage> readRoots(const SessionStore &store, qint64 run, const SearchTreeInfo &tree,
                                            bool fromSeed)
{
    std::vector<deepsmart::RootImage> roots;
    for (const SearchTreeInfo::Item &item : tree.batch) {
        const auto read = [&](std::int64_t test) {
            return std::make_shared<const Image>(test > 0 ? store.image(run, test)
                                                          : store.seedImage(run, item.seed));
        };
        const auto image = read(item.test);
        roots.push_back({image, fromSeed ? read(0) : image});
    }
    return roots;
}

// A tree that a run at work began a moment ago may start from tests it has yet to store.
bool isStored(const SessionStore &store, qint64 run, const SearchTreeInfo &tree)
{
    std::int64_t last = 0;
    for (const SearchTreeInfo::Item &item : tree.batch)
        last = std::max(last, item.test);
    try {
        return last == 0 || store.test(run, last).id == last;
    } catch (const Error &error) {
        if (error.code() != ErrorCode::NotFound)
            throw;
        return false;
    }
}

QString captionOf(const SearchTreeInfo::Item &item)
{
    return item.test > 0 ? QCoreApplication::translate("TreeSearch", "test %1").arg(item.test)
                         : QCoreApplication::translate("TreeSearch", "seed %1").arg(item.seed);
}

} // namespace

TreeImages TreeSearch::images(const SessionStore &store, qint64 node, int shown) const
{
    TreeImages out;
    out.node = node;
    if (!hasTree() || node < 0 || node >= state().size())
        return out;
    const SearchTreeInfo &tree = m_history->trees[std::size_t(m_player.tree())];
    if (tree.batch.empty()) { // a search over something else than images
        out.missing = QCoreApplication::translate(
            "TreeSearch", "This search is over models for inference engines, which have no images.");
        return out;
    }
    const deepsmart::BatchRules rules = deepsmart::rulesFromText(m_history->description.grid);
    if (!isStored(store, m_run, tree)) {
        out.missing = QCoreApplication::translate(
            "TreeSearch", "The images of this tree are stored with the next checkpoint.");
        return out;
    }
    deepsmart::MutatedBatch batch(readRoots(store, m_run, tree, rules.fromSeed), rules);
    const SearchPath path = state().path(std::int32_t(node));
    const auto after = batch.at(path);
    const std::size_t pair = path.size() - path.size() % 2; // a region alone changes nothing
    const auto before
        = batch.at(SearchPath(path.begin(), path.begin() + std::ptrdiff_t(pair < 2 ? 0 : pair - 2)));
    for (std::size_t i = 0; i < after->size(); ++i)
        out.batch.append({captionOf(tree.batch[i]), toQImage(*(*before)[i].image),
                          toQImage(*(*after)[i].image), pair >= 2 && (*after)[i].fresh});
    if (out.batch.isEmpty())
        return out;
    out.shown = std::clamp(shown, 0, int(out.batch.size()) - 1);
    std::vector<std::int32_t> nodes;
    for (auto id = std::int32_t(node); id >= 0; id = state().node(id).parent)
        nodes.insert(nodes.begin(), id);
    for (std::size_t length = 0; length <= path.size(); length += 2) {
        const auto state = batch.at(SearchPath(path.begin(), path.begin() + std::ptrdiff_t(length)));
        const QString caption = length == 0
            ? out.batch[out.shown].caption
            : label(nodes[length - 1]) + QStringLiteral(": ") + label(nodes[length]);
        out.frames.append({nodes[length], caption, toQImage(*(*state)[std::size_t(out.shown)].image)});
    }
    return out;
}

} // namespace mutascope::bridge
