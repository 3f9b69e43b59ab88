// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QToolButton;

namespace mutascope::widgets {
class PlotPanel;
class SavedPlot;
} // namespace mutascope::widgets

namespace mutascope::gui {

class Workspace;

// A button that exports the plot. What came of an export, by the plot's own menu too, is reported.
QToolButton *makeSaveButton(widgets::PlotPanel &plot, Workspace &workspace);
QToolButton *makeSaveButton(widgets::SavedPlot &plot, Workspace &workspace);

} // namespace mutascope::gui
