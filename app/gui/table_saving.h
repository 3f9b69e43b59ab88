// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QPushButton;

namespace mutascope::widgets {
class PairMatrix;
class ShareTable;
} // namespace mutascope::widgets

namespace mutascope::gui {

class Workspace;

// A button that writes the table as CSV; what came of it is reported.
QPushButton *makeSaveButton(widgets::ShareTable &table, Workspace &workspace);
QPushButton *makeSaveButton(widgets::PairMatrix &matrix, Workspace &workspace);

} // namespace mutascope::gui
