// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QToolButton;
class QWidget;

namespace mutascope::widgets {
class ExportablePlot;
}

namespace mutascope::gui {

class Workspace;

// A button that exports the plot. What came of an export, by the plot's own menu too, is reported.
QToolButton *makeSaveButton(widgets::ExportablePlot &plot, Workspace &workspace);

// The plot with that button below it. What holds both is shown and hidden in the plot's place.
QWidget *withSaveButton(widgets::ExportablePlot &plot, Workspace &workspace);

} // namespace mutascope::gui
