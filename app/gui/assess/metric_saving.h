// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QToolButton;

namespace mutascope::widgets {
class MetricTable;
}

namespace mutascope::gui {

class Workspace;

// A button that writes the table as CSV; what came of it is reported.
QToolButton *makeSaveButton(widgets::MetricTable &table, Workspace &workspace);

} // namespace mutascope::gui
