// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/tree_history.h"

#include "app/bridge/tree_lineage.h"
#include "app/bridge/tree_search.h"

namespace mutascope::bridge {

std::unique_ptr<TreeHistory> readTreeHistory(const SessionStore &store, qint64 run)
{
    SearchHistory search = store.search(run);
    if (search.trees.empty() && search.description.levels.empty())
        return std::make_unique<TreeLineage>(store, run);
    return std::make_unique<TreeSearch>(std::move(search), run);
}

} // namespace mutascope::bridge
