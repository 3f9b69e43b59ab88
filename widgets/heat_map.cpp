// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heat_map.h"

#include "widgets/colors.h"

#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>
#include <cmath>

namespace mutascope::widgets {

namespace {
constexpr int kNegativeSeries = 0; // blue and orange-red of the colour-blind safe series
constexpr int kPositiveSeries = 1;
constexpr double kFaint = 0.55; // of the image towards the ground, so that the colours are seen
} // namespace

HeatMap::HeatMap(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Heat map"));
}

bool HeatMap::setData(HeatMapData data)
{
    if (data.image.isNull()
        || qsizetype(data.values.size()) != qsizetype(data.image.width()) * data.image.height())
        return false;
    m_data = std::move(data);
    m_picture = {};
    m_largest = 0;
    for (const float value : m_data.values)
        if (std::isfinite(value))
            m_largest = std::max(m_largest, std::abs(value));
    setAccessibleDescription(m_largest > 0
                                 ? tr("Values between −%1 and %1").arg(locale().toString(m_largest, 'g', 2))
                                 : tr("All values are 0"));
    update();
    return true;
}

void HeatMap::clear(const QString &why)
{
    m_data = {};
    m_picture = {};
    m_largest = 0;
    m_emptyText = why;
    setAccessibleDescription(why);
    update();
}

QColor HeatMap::colorOf(bool positive, const QPalette &palette)
{
    return seriesColor(positive ? kPositiveSeries : kNegativeSeries, palette);
}

QImage HeatMap::overlay(const QSize &size, const std::vector<float> &values, float largest,
                        const QPalette &palette)
{
    QImage result(size, QImage::Format_ARGB32);
    result.fill(Qt::transparent);
    const QColor colors[] = {colorOf(false, palette), colorOf(true, palette)};
    for (int y = 0; y < size.height() && largest > 0; ++y)
        for (int x = 0; x < size.width(); ++x) {
            const float value = values[std::size_t(y) * std::size_t(size.width()) + std::size_t(x)];
            if (!std::isfinite(value))
                continue;
            QColor color = colors[value > 0];
            color.setAlphaF(std::sqrt(std::abs(value) / largest)); // small values are seen, too
            result.setPixelColor(x, y, color);
        }
    return result;
}

QRect HeatMap::imageRect() const
{
    if (m_data.image.isNull())
        return {};
    const QSize size = m_data.image.size().scaled(this->size(), Qt::KeepAspectRatio);
    return {QPoint((width() - size.width()) / 2, (height() - size.height()) / 2), size};
}

void HeatMap::drawPicture()
{
    m_picture = m_data.image.convertToFormat(QImage::Format_Grayscale8).convertToFormat(QImage::Format_RGB32);
    QColor veil = palette().color(QPalette::Base);
    veil.setAlphaF(kFaint);
    QPainter painter(&m_picture);
    painter.fillRect(m_picture.rect(), veil);
    painter.drawImage(0, 0, overlay(m_picture.size(), m_data.values, m_largest, palette()));
}

void HeatMap::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (m_data.image.isNull()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(rect().adjusted(8, 8, -8, -8), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    if (m_picture.isNull())
        drawPicture();
    painter.drawImage(imageRect(), m_picture); // pixels stay squares
}

bool HeatMap::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const QRect shown = imageRect();
    QString text;
    if (shown.contains(help->pos())) {
        const int x = (help->pos().x() - shown.x()) * m_data.image.width() / shown.width();
        const int y = (help->pos().y() - shown.y()) * m_data.image.height() / shown.height();
        const float value
            = m_data.values[std::size_t(y) * std::size_t(m_data.image.width()) + std::size_t(x)];
        text = tr("Pixel %1, %2: %3").arg(x).arg(y).arg(locale().toString(value, 'g', 3));
    }
    QToolTip::showText(help->globalPos(), text, this);
    return true;
}

void HeatMap::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_picture = {};
        update();
    }
}

} // namespace mutascope::widgets
