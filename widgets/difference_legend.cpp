// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of a signed difference with the numbers they stand for.
#include "widgets/difference_legend.h"

#include <QPainter>
#include <cmath>

namespace mutascope::widgets {

DifferenceLegend::DifferenceLegend(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void DifferenceLegend::setScale(int scale, bool grey)
{
    m_scale = scale;
    m_grey = grey;
    setToolTip(grey ? tr("Blue: the mutant is darker than the seed; red: it is brighter; white: equal")
                    : tr("Per colour channel: darker than mid-grey where the mutant has less of it, "
                         "brighter where it has more"));
    update();
}

QSize DifferenceLegend::sizeHint() const
{
    return {200, barHeight() + fontMetrics().height() + 4};
}

void DifferenceLegend::paintEvent(QPaintEvent * /*event*/)
{
    if (m_scale == 0)
        return;
    QPainter painter(this);
    const QRect bar(0, 0, width() - 1, barHeight());
    for (int x = bar.left(); x <= bar.right(); ++x) {
        const double share = 2.0 * x / std::max(1, bar.right()) - 1.0;
        const int level = channelLevel(share);
        painter.setPen(QColor(m_grey ? divergingColor(share) : qRgb(level, level, level)));
        painter.drawLine(x, bar.top(), x, bar.bottom());
    }
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawRect(bar);
    painter.setPen(palette().color(QPalette::WindowText));
    const QRect text = rect().adjusted(0, barHeight() + 2, 0, 0);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignTop, QStringLiteral("−%1").arg(m_scale));
    painter.drawText(text, Qt::AlignHCenter | Qt::AlignTop, QStringLiteral("0"));
    painter.drawText(text, Qt::AlignRight | Qt::AlignTop, QStringLiteral("+%1").arg(m_scale));
}

} // namespace mutascope::widgets
