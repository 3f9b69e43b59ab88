// SPDX-License-Identifier: GPL-3.0-or-later
// How a map of neurons looks.
#include "widgets/colors.h"
#include "widgets/neuron_map.h"

#include <QLocale>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace mutascope::widgets {

namespace {
constexpr int kLeastCellWithGap = 4; // smaller ones touch: a gap would take a third of them
constexpr double kPalest = 0.3; // of a neuron with next to none of its items, against the ground
} // namespace

QColor NeuronMap::colorOf(State state, double share, const QPalette &palette)
{
    const QColor ground = palette.color(QPalette::Base);
    if (state == State::Never)
        return mixed(ground, palette.color(QPalette::Text), 0.13);
    const QColor full = seriesColor(state == State::Fresh ? 1 : 0, palette);
    return mixed(ground, full, kPalest + (1 - kPalest) * std::clamp(share, 0.0, 1.0));
}

NeuronMap::ShadeTable NeuronMap::shades() const
{
    ShadeTable table;
    for (const State shown : {State::Never, State::Covered, State::Fresh})
        for (int shade = 0; shade <= kShades; ++shade)
            table[std::size_t(shown)][std::size_t(shade)]
                = colorOf(shown, double(shade) / kShades, palette()).rgb();
    return table;
}

void NeuronMap::drawContent()
{
    const double ratio = devicePixelRatioF();
    m_content = QImage((QSizeF(viewport()->size()) * ratio).toSize(), QImage::Format_RGB32);
    m_content.setDevicePixelRatio(ratio);
    m_content.fill(palette().color(QPalette::Base));
    QPainter painter(&m_content);
    painter.setFont(font());
    painter.translate(0, -verticalScrollBar()->value());
    const ShadeTable table = shades();
    const int top = verticalScrollBar()->value();
    const int bottom = top + viewport()->height();
    for (int i = 0; i < int(m_layout.blocks().size()); ++i) {
        const NeuronMapLayout::Block &block = m_layout.blocks()[std::size_t(i)];
        if (block.top + block.height < top || block.top > bottom)
            continue;
        drawName(painter, i);
        drawBlock(painter, i, table);
    }
}

void NeuronMap::drawName(QPainter &painter, int index) const
{
    const NeuronMapLayout::Block &block = m_layout.blocks()[std::size_t(index)];
    const int gutter = room().gutter;
    const QString share = block.count == 0
        ? QString()
        : tr("%1 %").arg(
            locale().toString(std::floor(100.0 * double(coveredIn(index)) / block.count), 'f', 0));
    const QRect line(8, block.top, gutter - 20, fontMetrics().height());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, share);
    const int nameWidth = line.width() - fontMetrics().horizontalAdvance(QStringLiteral(" 100 %"));
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(
        line, Qt::AlignLeft | Qt::AlignVCenter,
        fontMetrics().elidedText(m_data.layers[std::size_t(index)].name, Qt::ElideMiddle, nameWidth));
}

// Only the rows that can be seen.
void NeuronMap::drawBlock(QPainter &painter, int index, const ShadeTable &table) const
{
    const NeuronMapLayout::Block &block = m_layout.blocks()[std::size_t(index)];
    const int cell = m_layout.cell();
    const int columns = m_layout.columns();
    const int top = verticalScrollBar()->value();
    const int firstRow = std::max(0, (top - block.top) / cell);
    const int lastRow = std::max(0, (top + viewport()->height() - block.top) / cell);
    const int begin = std::min(block.count, firstRow * columns);
    const int end = int(std::min<qint64>(block.count, (qint64(lastRow) + 1) * columns));
    const int edge = cell >= kLeastCellWithGap ? cell - 1 : cell;
    const int left = room().gutter;
    for (int place = begin; place < end; ++place) {
        const int neuron = block.first + place;
        const auto shade = std::size_t(std::lround(share(neuron) * kShades));
        painter.fillRect(left + place % columns * cell, block.top + place / columns * cell, edge, edge,
                         QColor(table[std::size_t(state(neuron))][shade]));
    }
}

void NeuronMap::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    if (m_layout.neurons() == 0) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(viewport()->rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap,
                         m_emptyText);
        return;
    }
    if (m_content.isNull())
        drawContent();
    painter.drawImage(QPoint(0, 0), m_content);
    if (m_current < 0)
        return;
    const QRect cell = cellRect(m_current).adjusted(-2, -2, 1, 1);
    painter.setPen(QPen(palette().color(QPalette::Base), 4));
    painter.drawRect(cell);
    painter.setPen(QPen(palette().color(hasFocus() ? QPalette::Highlight : QPalette::Text), 2));
    painter.drawRect(cell);
}

} // namespace mutascope::widgets
