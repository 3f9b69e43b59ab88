// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot_axes.h"

#include "widgets/colors.h"
#include "widgets/qcustomplot_header.h"

#include <QPalette>

namespace mutascope::widgets {

void styleAxis(QCPAxis &axis, const QPen &line, const QPalette &palette, const QFont &font)
{
    const QColor text = palette.color(QPalette::Text);
    axis.setBasePen(line);
    axis.setTickPen(line);
    axis.setSubTickPen(line);
    axis.setLabelColor(text);
    axis.setTickLabelColor(text);
    axis.setLabelFont(font);
    axis.setTickLabelFont(font);
    axis.grid()->setPen(QPen(gridColor(palette)));
}

} // namespace mutascope::widgets
