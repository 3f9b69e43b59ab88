// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QPushButton;

namespace mutascope::widgets {
class ShareTable;
}

namespace mutascope::gui {

class Workspace;

// A button that writes the table as CSV; what came of it is reported.
QPushButton *makeSaveButton(widgets::ShareTable &table, Workspace &workspace);

} // namespace mutascope::gui
