// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/suspicion_legend.h"

#include "widgets/neuron_map.h"

#include <QEvent>
#include <QLinearGradient>
#include <QLocale>
#include <QPainter>
#include <array>

namespace mutascope::widgets {

namespace {
constexpr int kGap = 6;
constexpr int kBetween = 22;
constexpr std::array kStates{NeuronMap::State::Fresh, NeuronMap::State::Covered, NeuronMap::State::Never};
} // namespace

SuspicionLegend::SuspicionLegend(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(tr("Legend of the map"));
}

void SuspicionLegend::setScale(double highest, int top)
{
    m_highest = highest;
    m_top = top;
    setAccessibleDescription(text());
    updateGeometry();
    update();
}

QStringList SuspicionLegend::texts() const
{
    return {tr("top %1").arg(locale().toString(m_top)),
            tr("score up to %1").arg(locale().toString(m_highest, 'g', 3)), tr("not suspicious")};
}

QString SuspicionLegend::text() const
{
    return texts().join(QStringLiteral(", "));
}

int SuspicionLegend::swatchWidth(int entry) const
{
    return fontMetrics().ascent() * (kStates[std::size_t(entry)] == NeuronMap::State::Never ? 1 : 3);
}

QSize SuspicionLegend::sizeHint() const
{
    int width = 0;
    const QStringList shown = texts();
    for (int i = 0; i < shown.size(); ++i)
        width += swatchWidth(i) + kGap + fontMetrics().horizontalAdvance(shown[i]) + kBetween;
    return {width, fontMetrics().height() + 4};
}

void SuspicionLegend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::WindowText));
    const int edge = fontMetrics().ascent();
    const int top = (height() - edge) / 2;
    int x = 0;
    const QStringList shown = texts();
    for (int i = 0; i < shown.size(); ++i) {
        const QRect swatch(x, top, swatchWidth(i), edge);
        QLinearGradient gradient(swatch.topLeft(), swatch.topRight());
        gradient.setColorAt(0, NeuronMap::colorOf(kStates[std::size_t(i)], 0, palette()));
        gradient.setColorAt(1, NeuronMap::colorOf(kStates[std::size_t(i)], 1, palette()));
        painter.fillRect(swatch, gradient);
        x += swatch.width() + kGap;
        painter.drawText(x, top + edge - 1, shown[i]);
        x += fontMetrics().horizontalAdvance(shown[i]) + kBetween;
    }
}

void SuspicionLegend::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    update();
}

} // namespace mutascope::widgets
