// SPDX-License-Identifier: GPL-3.0-or-later
// The trees of a Monte Carlo Tree Search, phase by phase.
#pragma once

#include "app/bridge/tree_history.h"
#include "core/search/tree_player.h"

#include <deque>
#include <map>

namespace mutascope::bridge {

class TreeSearch : public TreeHistory {
public:
    TreeSearch(SearchHistory history, qint64 run); // throws Error

    void refresh(const SessionStore &store) override;
    void append(const std::shared_ptr<const TreeGrowth> &growth) override;
    bool needsRefresh() const override { return !m_waiting.empty(); }
    qint64 events() const override { return m_player.events(); }
    qint64 position() const override { return m_player.position(); }
    void seek(qint64 position) override { m_player.seek(position); }
    qint64 next(TreeStep step) const override;
    qint64 nextWhere(TreeCondition condition, double value) const override;
    qint64 endOfTree(int tree) const override;
    TreeFrame frame(qint64 selected) const override;
    TreeImages images(const SessionStore &store, qint64 node, int shown) const override;
    std::string dot(qint64 leastVisits) const override;
    std::string json(qint64 leastVisits) const override;

private:
    using Terms = std::vector<ChildTerms>;

    void attachWaiting();
    bool attach(const TreeGrowth &growth); // false: something between is missing
    bool hasTree() const { return m_player.tree() >= 0; }
    const SearchTree &state() const { return m_player.state(); }
    QString nameOf(int level, int action) const;
    QString label(qint64 node) const;
    const std::vector<double> &priorsOf(qint64 node) const;
    void readNames();
    void readPriors();
    std::vector<widgets::TreeItem> items() const;
    void setPotentials(std::vector<widgets::TreeItem> &items) const;
    void setMarks(std::vector<widgets::TreeItem> &items, qint64 node) const;
    TreeMoment moment() const;
    void describeNode(TreeMoment &moment) const;
    QList<TreePick> picks() const;
    TreeFacts facts(qint64 node, const QList<TreePick> &picks) const;
    TreeChild child(qint64 node, const ChildTerms &terms) const;
    Terms termsAt(qint64 node, bool &ofPick) const;
    TreeFinish finishOf(qint64 node) const;

    std::shared_ptr<SearchHistory> m_history;
    TreePlayer m_player;
    qint64 m_run;
    std::vector<std::vector<QString>> m_names; // of the actions: levels repeat
    std::map<std::pair<std::int32_t, std::int32_t>, std::size_t> m_priors; // tree and node -> index
    std::size_t m_priorsRead = 0;
    std::deque<std::shared_ptr<const TreeGrowth>> m_waiting; // to be attached
};

} // namespace mutascope::bridge
