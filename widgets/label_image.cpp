// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/label_image.h"

#include <QPainter>
#include <QScreen>
#include <cmath>

namespace mutascope::widgets {

namespace {

constexpr double millimetresPerInch = 25.4;
constexpr double usualDots = 96; // an inch
constexpr double fewestDots = 50;
constexpr double mostDots = 600;
constexpr int margin = 16;
constexpr int gap = 32; // between the two images
const QColor onGround(0, 0, 0);

} // namespace

double pixelsPerMillimetre(const QWidget &widget)
{
    const QScreen *screen = widget.screen();
    const double dots = screen ? screen->physicalDotsPerInch() : usualDots;
    const bool possible = std::isfinite(dots) && dots >= fewestDots && dots <= mostDots;
    return (possible ? dots : usualDots) / millimetresPerInch;
}

LabelImage::LabelImage(QWidget *parent) : QWidget(parent)
{
    setAccessibleName(tr("Image to be judged"));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAttribute(Qt::WA_OpaquePaintEvent);
}

void LabelImage::setImages(const QImage &image, const QImage &beside)
{
    m_image = image;
    m_beside = beside;
    checkRoom();
    update();
}

void LabelImage::setPlaceholder(const QString &text)
{
    m_placeholder = text;
    update();
}

void LabelImage::setSideMillimetres(double millimetres)
{
    m_millimetres = millimetres;
    updateGeometry();
    checkRoom();
    update();
}

void LabelImage::setBadge(const QString &text, LabelMark mark)
{
    m_badge = text;
    m_mark = mark;
    update();
}

QSize LabelImage::sizeHint() const
{
    const int side = int(std::ceil(wantedSide())) + 2 * margin;
    return {m_beside.isNull() ? side : 2 * side + gap, side + 2 * fontMetrics().height()};
}

double LabelImage::wantedSide() const
{
    return m_millimetres * pixelsPerMillimetre(*this);
}

// Whole pixels of the screen, so that the edges are sharp.
double LabelImage::side() const
{
    const int columns = m_beside.isNull() ? 1 : 2;
    const double captions = m_beside.isNull() ? 0 : 2.0 * fontMetrics().height();
    const double across = (width() - 2 * margin - gap * (columns - 1)) / double(columns);
    const double room = qMin(across, height() - 2 * margin - captions);
    const double ratio = devicePixelRatioF();
    return qMax(1.0, std::round(qMin(wantedSide(), room) * ratio) / ratio);
}

double LabelImage::shownMillimetres() const
{
    return isShrunk() ? side() / pixelsPerMillimetre(*this) : m_millimetres;
}

bool LabelImage::isShrunk() const
{
    return side() < wantedSide() - 1;
}

QRectF LabelImage::place(const QImage &image, int column) const
{
    if (image.isNull())
        return {};
    const double longer = side();
    const QSizeF size = QSizeF(image.size()).scaled(longer, longer, Qt::KeepAspectRatio);
    double center = width() / 2.0;
    if (!m_beside.isNull())
        center += (column - 0.5) * (longer + gap);
    const double ratio = devicePixelRatioF();
    const auto aligned = [ratio](double value) { return std::round(value * ratio) / ratio; };
    return {aligned(center - size.width() / 2), aligned((height() - size.height()) / 2),
            aligned(size.width()), aligned(size.height())};
}

QRectF LabelImage::imageRect() const
{
    return place(m_image, 1);
}

QRectF LabelImage::besideRect() const
{
    return place(m_beside, 0);
}

void LabelImage::drawImage(QPainter &painter, const QImage &image, const QRectF &area,
                           const QString &caption) const
{
    painter.drawImage(area, image);
    if (m_beside.isNull())
        return;
    painter.setPen(onGround);
    const double line = fontMetrics().height();
    painter.drawText(QRectF(area.left(), area.bottom() + line / 2, area.width(), line), Qt::AlignCenter,
                     caption);
}

void LabelImage::drawBadge(QPainter &painter) const
{
    const QRectF on = m_image.isNull() ? QRectF(rect()) : imageRect();
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.25);
    large.setBold(true);
    painter.setFont(large);
    const QFontMetricsF metrics(large);
    const double line = metrics.height();
    const double sign = m_mark == LabelMark::None ? 0 : line * 1.2;
    const QSizeF size(metrics.horizontalAdvance(m_badge) + sign + 1.6 * line, line * 1.7);
    const QRectF area(on.center() - QPointF(size.width() / 2, size.height() / 2), size);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::Window));
    painter.drawRoundedRect(area, 6, 6);
    const QColor color = markColor(m_mark, palette());
    painter.setPen(QPen(color, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 6, 6);
    const QRectF inner = area.adjusted(0.8 * line, 0, -0.8 * line, 0);
    drawMark(painter, QRectF(inner.left(), inner.center().y() - line * 0.45, line * 0.9, line * 0.9), m_mark,
             color);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(inner.adjusted(sign, 0, 0, 0), Qt::AlignCenter, m_badge);
}

void LabelImage::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), QColor(ground, ground, ground));
    if (m_image.isNull()) {
        painter.setPen(onGround);
        painter.drawText(rect().adjusted(margin, margin, -margin, -margin),
                         Qt::AlignCenter | Qt::TextWordWrap, m_placeholder);
    } else {
        drawImage(painter, m_image, imageRect(), tr("To be judged"));
        if (!m_beside.isNull())
            drawImage(painter, m_beside, besideRect(), tr("Original"));
    }
    if (!m_badge.isEmpty())
        drawBadge(painter);
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

void LabelImage::checkRoom()
{
    const bool shrunk = !m_image.isNull() && isShrunk();
    if (shrunk == m_shrunk)
        return;
    m_shrunk = shrunk;
    Q_EMIT shrunkChanged(shrunk);
}

void LabelImage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    checkRoom();
}

// Only now is it known on which screen.
void LabelImage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    updateGeometry();
    checkRoom();
}

} // namespace mutascope::widgets
