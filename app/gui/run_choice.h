// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace mutascope::widgets {
class SearchCombo;
}

namespace mutascope::gui {

class Workspace;

// The runs of the open session, the current one chosen; without signals.
void fillRunChoice(widgets::SearchCombo &choice, Workspace &workspace);

} // namespace mutascope::gui
