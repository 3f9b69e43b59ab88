// SPDX-License-Identifier: GPL-3.0-or-later
// Scroll bars of what is drawn by hand.
#pragma once

class QScrollBar;

namespace mutascope::widgets {

// content, view: pixels.
void setScrollRange(QScrollBar &bar, double content, int view, int step);
// Scrolls by as much as brings [low, high] into [from, to], all in pixels of the viewport.
void scrollInto(QScrollBar &bar, double low, double high, double from, double to);

} // namespace mutascope::widgets
