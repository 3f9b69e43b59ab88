// SPDX-License-Identifier: GPL-3.0-or-later
// The stored tests of a run as a tree: each below the test or seed it was made of.
#pragma once

#include "app/bridge/tree_history.h"

namespace mutascope::bridge {

class TreeLineage final : public TreeHistory {
public:
    // Ids of nodes: 0 the root, tests as they are, seeds from here on.
    static constexpr qint64 firstSeed = qint64(1) << 52;

    TreeLineage(const SessionStore &store, qint64 run); // throws Error

    void refresh(const SessionStore &store) override;
    void append(const std::shared_ptr<const TreeGrowth> &) override { } // tests come from the session alone
    bool needsRefresh() const override { return true; }
    qint64 events() const override { return qint64(m_tests.size()); }
    qint64 position() const override { return m_position; }
    void seek(qint64 position) override;
    qint64 next(TreeStep step) const override;
    qint64 nextWhere(TreeCondition condition, double value) const override;
    qint64 endOfTree(int) const override { return events(); }
    TreeFrame frame(qint64 selected) const override;
    TreeImages images(const SessionStore &store, qint64 node, int shown) const override;
    std::string dot(qint64 leastVisits) const override;
    std::string json(qint64 leastVisits) const override;

private:
    struct Test {
        qint64 id = 0;
        qint64 parent = 0; // of the tree
        QString label;
        double gain = 0;
        bool failing = false;
        bool kept = false;
    };
    void read(const SessionStore &store);
    const Test *find(qint64 id) const;
    QString label(qint64 node) const;
    std::vector<widgets::TreeItem> items() const;
    TreeFacts facts(qint64 node, const widgets::TreeItems &items) const;

    qint64 m_run;
    qint64 m_position = 0; // tests that are there
    std::vector<qint64> m_seeds;
    std::vector<Test> m_tests; // by id
};

} // namespace mutascope::bridge
