// SPDX-License-Identifier: GPL-3.0-or-later
// The lineage of a mutant as a filmstrip: seed, step, step, ..., mutant.
#include "widgets/filmstrip.h"

#include "widgets/colors.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>

namespace mutascope::widgets {
namespace {

constexpr int kPad = 10;

} // namespace

Filmstrip::Filmstrip(QWidget *parent) : QAbstractScrollArea(parent), m_emptyText(tr("No lineage to show"))
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Lineage from the seed to the mutant"));
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void Filmstrip::setFrames(QList<FilmstripFrame> frames)
{
    m_frames = std::move(frames);
    m_current = static_cast<int>(m_frames.size()) - 1;
    setAccessibleDescription(description(m_current));
    layoutChanged();
    ensureVisible(m_current);
}

const QList<FilmstripFrame> &Filmstrip::frames() const
{
    return m_frames;
}
int Filmstrip::currentIndex() const
{
    return m_current;
}
int Filmstrip::frameSize() const
{
    return m_frameSize;
}

void Filmstrip::setCurrentIndex(int index)
{
    if (index < 0 || index >= m_frames.size() || index == m_current)
        return;
    m_current = index;
    setAccessibleDescription(description(index));
    ensureVisible(index);
    viewport()->update();
    Q_EMIT currentIndexChanged(index);
}

void Filmstrip::setFrameSize(int pixels)
{
    m_frameSize = std::clamp(pixels, 32, 512);
    updateGeometry();
    layoutChanged();
}

void Filmstrip::setEmptyText(const QString &text)
{
    m_emptyText = text;
    viewport()->update();
}

QString Filmstrip::description(int index) const
{
    if (index < 0 || index >= m_frames.size())
        return m_emptyText;
    return tr("Frame %1 of %2: %3").arg(index + 1).arg(m_frames.size()).arg(m_frames[index].caption);
}

// Its first words, where there is no room for all; the tool tip has them.
QString Filmstrip::fitting(const QString &caption, const QSize &room, const QFontMetrics &metrics)
{
    QStringList words = caption.split(u' ');
    QString text = caption;
    const auto isTooHigh = [&] {
        return metrics.boundingRect(QRect(QPoint(), room), Qt::TextWordWrap, text).height() > room.height();
    };
    while (words.size() > 1 && isTooHigh()) {
        words.removeLast();
        text = words.join(u' ') + QChar(0x2026);
    }
    return text;
}

// Wide enough for the longest caption over two lines and for its longest word, within reason.
int Filmstrip::neededArrowWidth() const
{
    int width = 48;
    for (qsizetype i = 1; i < m_frames.size(); ++i) {
        const QString &caption = m_frames[i].caption;
        for (const QString &word : caption.split(u' '))
            width = std::max(width, fontMetrics().horizontalAdvance(word));
        width = std::max(width, fontMetrics().horizontalAdvance(caption) * 6 / 10);
    }
    return std::min(width + 20, 140);
}

QRect Filmstrip::frameRect(int index) const
{
    const int x = kPad + index * (m_frameSize + m_arrowWidth) - horizontalScrollBar()->value();
    return {x, kPad, m_frameSize, m_frameSize};
}

QSize Filmstrip::minimumSizeHint() const
{
    const int bar = horizontalScrollBar()->sizeHint().height();
    return {m_frameSize + 2 * kPad,
            m_frameSize + 2 * kPad + fontMetrics().height() + 6 + bar + 2 * frameWidth()};
}

QSize Filmstrip::sizeHint() const
{
    return {5 * m_frameSize, minimumSizeHint().height()};
}

int Filmstrip::indexAt(const QPoint &viewportPosition) const
{
    for (int i = 0; i < m_frames.size(); ++i) {
        if (frameRect(i).contains(viewportPosition))
            return i;
    }
    return -1;
}

void Filmstrip::layoutChanged()
{
    m_arrowWidth = neededArrowWidth();
    const int count = static_cast<int>(m_frames.size());
    const int content = count == 0 ? 0 : 2 * kPad + count * m_frameSize + (count - 1) * m_arrowWidth;
    horizontalScrollBar()->setRange(0, std::max(0, content - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(m_frameSize / 2);
    viewport()->update();
}

void Filmstrip::ensureVisible(int index)
{
    if (index < 0)
        return;
    const QRect frame = frameRect(index);
    QScrollBar *bar = horizontalScrollBar();
    if (frame.left() < kPad)
        bar->setValue(bar->value() + frame.left() - kPad);
    const int over = frame.right() + kPad - viewport()->width();
    if (over > 0)
        bar->setValue(bar->value() + over);
}

void Filmstrip::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    if (m_frames.isEmpty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    const int reach = m_arrowWidth + kPad;
    for (int i = 0; i < m_frames.size(); ++i) {
        if (!frameRect(i).adjusted(-reach, 0, reach, 100).intersects(event->rect()))
            continue;
        if (i > 0)
            paintArrow(painter, i);
        paintFrame(painter, i);
    }
}

void Filmstrip::paintFrame(QPainter &painter, int index) const
{
    const FilmstripFrame &frame = m_frames[index];
    const QRect area = frameRect(index);
    painter.fillRect(area, palette().color(QPalette::AlternateBase));
    if (frame.image.isNull()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap, tr("no image"));
    } else {
        QRect target(QPoint(), frame.image.size().scaled(area.size(), Qt::KeepAspectRatio));
        target.moveCenter(area.center());
        painter.setRenderHint(QPainter::SmoothPixmapTransform, frame.image.width() > target.width());
        painter.drawImage(target, frame.image);
    }
    const bool current = index == m_current;
    painter.setPen(QPen(palette().color(current ? QPalette::Highlight : QPalette::Mid), current ? 3 : 1));
    painter.drawRect(area.adjusted(-2, -2, 1, 1));
    painter.setPen(palette().color(QPalette::Text));
    const QString label = index == 0   ? (frame.caption.isEmpty() ? tr("seed") : frame.caption)
        : index == m_frames.size() - 1 ? tr("mutant")
                                       : tr("step %1").arg(index);
    const QRect below(area.left() - 8, area.bottom() + 5, area.width() + 16, fontMetrics().height());
    painter.drawText(below, Qt::AlignCenter, fontMetrics().elidedText(label, Qt::ElideMiddle, below.width()));
}

void Filmstrip::paintArrow(QPainter &painter, int index) const
{
    const QRect frame = frameRect(index);
    const int left = frame.left() - m_arrowWidth + 8;
    const int right = frame.left() - 8;
    const int y = frame.center().y() + fontMetrics().height() / 2;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette().color(QPalette::Text), 1.5));
    painter.drawLine(left, y, right - 2, y);
    painter.setBrush(palette().color(QPalette::Text));
    painter.drawPolygon(QPolygon({{right, y}, {right - 8, y - 4}, {right - 8, y + 4}}));
    const QRect caption(left, frame.top(), right - left, y - frame.top() - 4);
    painter.drawText(caption, Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap,
                     fitting(m_frames[index].caption, caption.size(), painter.fontMetrics()));
    painter.restore();
}

void Filmstrip::keyPressEvent(QKeyEvent *event)
{
    const int last = static_cast<int>(m_frames.size()) - 1;
    switch (event->key()) {
    case Qt::Key_Left:
        return setCurrentIndex(m_current - 1);
    case Qt::Key_Right:
        return setCurrentIndex(m_current + 1);
    case Qt::Key_Home:
        return setCurrentIndex(0);
    case Qt::Key_End:
        return setCurrentIndex(last);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_current >= 0)
            Q_EMIT frameClicked(m_current);
        return;
    default:
        event->ignore();
    }
}

void Filmstrip::mousePressEvent(QMouseEvent *event)
{
    const int index = indexAt(event->position().toPoint());
    if (index < 0 || event->button() != Qt::LeftButton)
        return event->ignore();
    setCurrentIndex(index);
    Q_EMIT frameClicked(index);
}

void Filmstrip::wheelEvent(QWheelEvent *event)
{
    const int delta = event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
    QScrollBar *bar = horizontalScrollBar();
    if (bar->maximum() == 0)
        return event->ignore();
    bar->setValue(bar->value() - delta);
    event->accept();
}

bool Filmstrip::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const int index = indexAt(help->pos());
    QToolTip::showText(help->globalPos(), index < 0 ? QString() : description(index), viewport());
    return true;
}

void Filmstrip::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    layoutChanged();
    ensureVisible(m_current);
}

void Filmstrip::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        layoutChanged();
    if (event->type() == QEvent::PaletteChange)
        viewport()->update();
}

void Filmstrip::scrollContentsBy(int dx, int dy)
{
    Q_UNUSED(dy);
    viewport()->scroll(dx, 0);
}

void Filmstrip::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void Filmstrip::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

} // namespace mutascope::widgets
