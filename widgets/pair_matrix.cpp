// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pair_matrix.h"

#include "widgets/colors.h"
#include "widgets/export_dialog.h"
#include "widgets/scroll_bars.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace mutascope::widgets {

namespace {
constexpr double smallestCell = 11; // so that the names can be read
constexpr double largestCell = 26;
constexpr double gap = 6; // between names and cells
} // namespace

PairMatrix::PairMatrix(QWidget *parent) : QAbstractScrollArea(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setMouseTracking(true);
}

bool PairMatrix::setData(PairMatrixData data)
{
    const auto size = std::size_t(data.names.size());
    if (data.times.size() != size * size)
        return false;
    if (data.names != m_data.names)
        m_current = {-1, -1};
    m_data = std::move(data);
    m_most = m_data.times.empty() ? 0 : *std::max_element(m_data.times.begin(), m_data.times.end());
    measure();
    viewport()->update();
    return true;
}

quint32 PairMatrix::times(int row, int column) const
{
    return m_data.times[std::size_t(row) * std::size_t(m_data.names.size()) + std::size_t(column)];
}

int PairMatrix::covered() const
{
    return int(std::count_if(m_data.times.begin(), m_data.times.end(), [](quint32 n) { return n > 0; }));
}

QString PairMatrix::cellText(int row, int column) const
{
    const quint32 count = times(row, column);
    const QString pair = QStringLiteral("%1 → %2").arg(m_data.names[row], m_data.names[column]);
    if (count == 0)
        return tr("%1: never").arg(pair);
    return count == 1 ? tr("%1: once").arg(pair) : tr("%1: %2 times").arg(pair, QLocale().toString(count));
}

QByteArray PairMatrix::csv() const
{
    QString text = QStringLiteral("from,to,times\n");
    for (int row = 0; row < m_data.names.size(); ++row)
        for (int column = 0; column < m_data.names.size(); ++column)
            if (times(row, column) > 0)
                text += QStringLiteral("%1,%2,%3\n")
                            .arg(m_data.names[row], m_data.names[column])
                            .arg(times(row, column));
    return text.toUtf8();
}

bool PairMatrix::exportTo(const QString &path, QString *error) const
{
    return saveBytes(path, csv(), error);
}

void PairMatrix::askExportPath()
{
    exportWhenChosen(makeExportDialog(this, tr("Export Table"), tr("CSV (*.csv)"), QStringLiteral("csv")),
                     this);
}

void PairMatrix::measure()
{
    QFont small = font();
    small.setPixelSize(int(smallestCell) - 1);
    const QFontMetricsF metrics(small);
    m_head = 0;
    for (const QString &name : m_data.names)
        m_head = std::max(m_head, metrics.horizontalAdvance(name) + 2 * gap);
    const double names = std::max(1.0, double(m_data.names.size()));
    const QSize view = maximumViewportSize();
    m_cell = std::clamp(std::floor((std::min(view.width(), view.height()) - m_head) / names), smallestCell,
                        largestCell);
    constexpr int step = int(smallestCell) * 2;
    const double content = m_head + m_cell * names + gap;
    setScrollRange(*horizontalScrollBar(), content, viewport()->width(), step);
    setScrollRange(*verticalScrollBar(), content, viewport()->height(), step);
}

QRectF PairMatrix::rectOf(int row, int column) const
{
    return {m_head + column * m_cell - horizontalScrollBar()->value(),
            m_head + row * m_cell - verticalScrollBar()->value(), m_cell, m_cell};
}

QPoint PairMatrix::cellAt(QPoint position) const
{
    if (position.x() < m_head || position.y() < m_head)
        return {-1, -1};
    const int column = int((position.x() - m_head + horizontalScrollBar()->value()) / m_cell);
    const int row = int((position.y() - m_head + verticalScrollBar()->value()) / m_cell);
    return column < m_data.names.size() && row < m_data.names.size() ? QPoint(column, row) : QPoint(-1, -1);
}

void PairMatrix::setCurrent(QPoint cell)
{
    if (cell == m_current || cell.x() < 0 || cell.y() < 0 || cell.x() >= m_data.names.size()
        || cell.y() >= m_data.names.size())
        return;
    m_current = cell;
    const QRectF rect = rectOf(cell.y(), cell.x());
    scrollInto(*horizontalScrollBar(), rect.left(), rect.right(), m_head, viewport()->width());
    scrollInto(*verticalScrollBar(), rect.top(), rect.bottom(), m_head, viewport()->height());
    setAccessibleDescription(cellText(cell.y(), cell.x()));
    viewport()->update();
    Q_EMIT currentChanged(cellText(cell.y(), cell.x()));
}

void PairMatrix::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    const int size = int(m_data.names.size());
    const QColor base = palette().color(QPalette::Base);
    const QColor full = seriesColor(0, palette());
    const QColor line = gridColor(palette());
    painter.setClipRect(QRectF(m_head, m_head, viewport()->width(), viewport()->height()));
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column) {
            const QRectF rect = rectOf(row, column);
            if (!rect.intersects(viewport()->rect()))
                continue;
            const quint32 count = times(row, column);
            const double share = count == 0 ? 0 : 0.25 + 0.75 * std::log1p(count) / std::log1p(m_most);
            painter.fillRect(rect, line);
            painter.fillRect(rect.adjusted(0, 0, -1, -1), mixed(base, full, share));
        }
    if (m_current.x() >= 0) {
        painter.setPen(QPen(palette().color(QPalette::Text), 2));
        painter.drawRect(rectOf(m_current.y(), m_current.x()));
    }
    painter.setClipping(false);
    QFont small = font();
    small.setPixelSize(int(std::min(m_cell - 1, 13.0)));
    painter.setFont(small);
    painter.setPen(palette().color(QPalette::Text));
    for (int i = 0; i < size; ++i) {
        const QRectF row = rectOf(i, 0);
        if (row.top() >= m_head - 1)
            painter.drawText(QRectF(0, row.top(), m_head - gap, m_cell), Qt::AlignRight | Qt::AlignVCenter,
                             m_data.names[i]);
        const QRectF column = rectOf(0, i);
        if (column.left() < m_head - 1)
            continue;
        painter.save();
        painter.translate(column.left(), m_head - gap);
        painter.rotate(-90);
        painter.drawText(QRectF(0, 0, m_head, m_cell), Qt::AlignLeft | Qt::AlignVCenter, m_data.names[i]);
        painter.restore();
    }
}

bool PairMatrix::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const QPoint cell = cellAt(help->pos());
    if (cell.x() >= 0)
        QToolTip::showText(help->globalPos(), cellText(cell.y(), cell.x()), viewport());
    else
        QToolTip::hideText();
    return true;
}

void PairMatrix::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    measure();
}

void PairMatrix::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    measure();
    viewport()->update();
}

void PairMatrix::mousePressEvent(QMouseEvent *event)
{
    setCurrent(cellAt(event->pos()));
}

void PairMatrix::keyPressEvent(QKeyEvent *event)
{
    const QPoint from = m_current.x() < 0 ? QPoint(0, 0) : m_current;
    switch (event->key()) {
    case Qt::Key_Left:
        return setCurrent(from - QPoint(1, 0));
    case Qt::Key_Right:
        return setCurrent(from + QPoint(1, 0));
    case Qt::Key_Up:
        return setCurrent(from - QPoint(0, 1));
    case Qt::Key_Down:
        return setCurrent(from + QPoint(0, 1));
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

} // namespace mutascope::widgets
