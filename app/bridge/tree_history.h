// SPDX-License-Identifier: GPL-3.0-or-later
// A run's tree that can be walked through. No Qt signals: used by one thread.
#pragma once

#include "app/bridge/tree_growth.h"
#include "app/bridge/tree_values.h"
#include "core/store/session_store.h"

#include <memory>

namespace mutascope::bridge {

enum class TreeStep { Phase, Iteration, RootMove };
enum class TreeCondition { Reward, Constraint, Commit };

class TreeHistory {
public:
    virtual ~TreeHistory() = default;
    // What the store holds by now; the position stays.
    virtual void refresh(const SessionStore &store) = 0;
    // What a run at work did since; the position stays. What cannot be attached yet waits for refresh().
    virtual void append(const std::shared_ptr<const TreeGrowth> &growth) = 0;
    virtual bool needsRefresh() const = 0; // to go along with a run at work
    virtual qint64 events() const = 0;
    virtual qint64 position() const = 0;
    virtual void seek(qint64 position) = 0; // clamped
    // Where a step leads.
    virtual qint64 next(TreeStep step) const = 0;
    virtual qint64 nextWhere(TreeCondition condition, double value) const = 0; // -1: nowhere
    virtual qint64 endOfTree(int tree) const = 0;
    virtual TreeFrame frame(qint64 selected) const = 0; // < 0: what the moment is about
    virtual TreeImages images(const SessionStore &store, qint64 node, int shown) const = 0;
    // Throws Error{Unsupported} where there is none.
    virtual std::string dot(qint64 leastVisits) const = 0;
    virtual std::string json(qint64 leastVisits) const = 0;
};

// Of a run: its search trees, else the lineage of its tests. Throws Error.
std::unique_ptr<TreeHistory> readTreeHistory(const SessionStore &store, qint64 run);

} // namespace mutascope::bridge
