// SPDX-License-Identifier: GPL-3.0-or-later
// A model's graph as it is drawn, and what is said of its nodes.
#pragma once

#include "app/bridge/engine_values.h"
#include "widgets/graph_view.h"

namespace mutascope::gui {

widgets::GraphItems graphItems(const bridge::GraphData &graph);
QString markText(const bridge::GraphData &graph); // "differs first", "named by the engine"
QList<std::pair<QString, QString>> nodeDetails(const bridge::GraphNodeEntry &node);

} // namespace mutascope::gui
