// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/neuron_legend.h"

#include <QEvent>
#include <QLinearGradient>
#include <QLocale>
#include <QPainter>

namespace mutascope::widgets {

namespace {
constexpr int kGap = 6;
constexpr int kBetween = 22;
} // namespace

NeuronLegend::NeuronLegend(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(tr("Legend of the map"));
}

void NeuronLegend::setCounts(const NeuronMapCounts &counts, bool shaded)
{
    m_counts = counts;
    m_shaded = shaded;
    setAccessibleDescription(text());
    setToolTip(shaded ? tr("The more of a neuron’s items are covered, the stronger its colour.") : QString());
    updateGeometry();
    update();
}

QList<NeuronLegend::Entry> NeuronLegend::entries() const
{
    const auto text = [this](const QString &name, qint64 count) {
        return tr("%1 %2").arg(name, locale().toString(count));
    };
    return {{NeuronMap::State::Covered, text(tr("covered before"), m_counts.covered - m_counts.fresh)},
            {NeuronMap::State::Fresh, text(tr("newly covered"), m_counts.fresh)},
            {NeuronMap::State::Never, text(tr("never"), m_counts.neurons - m_counts.covered)}};
}

QString NeuronLegend::text() const
{
    QStringList texts;
    for (const Entry &entry : entries())
        texts.append(entry.text);
    return texts.join(QStringLiteral(", "));
}

int NeuronLegend::swatchWidth(NeuronMap::State state) const
{
    const bool gradient = m_shaded && state != NeuronMap::State::Never;
    return fontMetrics().ascent() * (gradient ? 3 : 1);
}

QSize NeuronLegend::sizeHint() const
{
    int width = 0;
    for (const Entry &entry : entries())
        width += swatchWidth(entry.state) + kGap + fontMetrics().horizontalAdvance(entry.text) + kBetween;
    return {width, fontMetrics().height() + 4};
}

void NeuronLegend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::WindowText));
    const int edge = fontMetrics().ascent();
    const int top = (height() - edge) / 2;
    int x = 0;
    for (const Entry &entry : entries()) {
        const QRect swatch(x, top, swatchWidth(entry.state), edge);
        QLinearGradient gradient(swatch.topLeft(), swatch.topRight());
        gradient.setColorAt(0, NeuronMap::colorOf(entry.state, m_shaded ? 0 : 1, palette()));
        gradient.setColorAt(1, NeuronMap::colorOf(entry.state, 1, palette()));
        painter.fillRect(swatch, gradient);
        x += swatch.width() + kGap;
        painter.drawText(x, top + edge - 1, entry.text);
        x += fontMetrics().horizontalAdvance(entry.text) + kBetween;
    }
}

void NeuronLegend::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    update();
}

} // namespace mutascope::widgets
