// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scroll_bars.h"

#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace mutascope::widgets {

void setScrollRange(QScrollBar &bar, double content, int view, int step)
{
    bar.setRange(0, std::max(0, int(std::ceil(content)) - view));
    bar.setPageStep(view);
    bar.setSingleStep(step);
}

void scrollInto(QScrollBar &bar, double low, double high, double from, double to)
{
    bar.setValue(bar.value() + int(low < from ? low - from : high > to ? high - to : 0));
}

} // namespace mutascope::widgets
