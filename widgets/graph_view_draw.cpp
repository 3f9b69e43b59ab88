// SPDX-License-Identifier: GPL-3.0-or-later
// How a graph is painted, on the screen and into files.
#include "widgets/colors.h"
#include "widgets/export_dialog.h"
#include "widgets/graph_view.h"

#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QPainterPath>
#include <QSaveFile>
#include <QSvgGenerator>
#include <algorithm>
#include <cmath>

namespace mutascope::widgets {

namespace {

constexpr double padding = 8;
constexpr double paperMargin = 16;
constexpr double longestEdge = 16'384; // of an image

QFont bold(QFont font)
{
    font.setBold(true);
    return font;
}

} // namespace

QSizeF GraphView::sizeOf(const GraphNodeItem &node) const
{
    const QFontMetricsF title(bold(font()));
    const QFontMetricsF text(font());
    double width = title.horizontalAdvance(node.title);
    for (const QString &line : node.lines)
        width = std::max(width, text.horizontalAdvance(line));
    return {std::max(64.0, width + 2 * padding),
            title.height() + double(node.lines.size()) * text.height() + 1.2 * padding};
}

void GraphView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_items.nodes.empty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(viewport()->rect().adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap,
                         m_emptyText);
        return;
    }
    painter.setTransform(transform(), true);
    paint(painter, palette(), true);
}

void GraphView::paint(QPainter &painter, const QPalette &colors, bool selection) const
{
    for (std::size_t edge = 0; edge < m_places.edges.size(); ++edge)
        paintEdge(painter, colors, edge);
    for (int node = 0; node < int(m_items.nodes.size()); ++node)
        paintNode(painter, colors, node, selection && node == m_selected);
}

void GraphView::paintEdge(QPainter &painter, const QPalette &colors, std::size_t edge) const
{
    const QList<QPointF> &points = m_places.edges[edge];
    if (points.size() < 2)
        return;
    constexpr double head = 5;
    const QPointF tip = points.last();
    QPainterPath path(points.first());
    for (int i = 1; i < points.size(); ++i) {
        const QPointF from = points[i - 1];
        const QPointF to = i + 1 < points.size() ? points[i] : points[i] - QPointF(0, head);
        const double half = (to.y() - from.y()) / 2;
        path.cubicTo(from + QPointF(0, half), to - QPointF(0, half), to);
    }
    const QColor ink = mixed(colors.color(QPalette::Base), colors.color(QPalette::Text), 0.55);
    painter.setPen(QPen(ink, 1.2));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    painter.drawPolygon(QPolygonF({tip, tip + QPointF(-head * 0.7, -head * 1.4), //
                                   tip + QPointF(head * 0.7, -head * 1.4)}));
}

void GraphView::paintNode(QPainter &painter, const QPalette &colors, int node, bool selected) const
{
    const GraphNodeItem &item = m_items.nodes[std::size_t(node)];
    const QRectF rect = m_places.nodes[std::size_t(node)];
    const bool marked = node == m_items.marked;
    const QColor base = colors.color(QPalette::Base);
    const QColor mark = accentColor(Accent::Error, colors);
    const QColor series = seriesColor(item.input ? 2 : 0, colors);
    const QColor frame = marked ? mark : mixed(base, series, item.faint ? 0.45 : 0.9);
    painter.setPen(QPen(frame, marked ? 2.6 : 1.3, item.faint ? Qt::DashLine : Qt::SolidLine));
    painter.setBrush(mixed(base, marked ? mark : series, marked ? 0.22 : item.faint ? 0.06 : 0.13));
    const double radius = item.input ? rect.height() / 2 : 5;
    painter.drawRoundedRect(rect, radius, radius);
    if (selected) {
        painter.setPen(QPen(colors.color(QPalette::Highlight), 2.4));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(rect.adjusted(-4, -4, 4, 4), radius + 3, radius + 3);
    }
    const QColor text = colors.color(QPalette::Text);
    QRectF line = rect.adjusted(0, padding * 0.6, 0, 0);
    painter.setPen(text);
    painter.setFont(bold(font()));
    line.setHeight(QFontMetricsF(painter.font()).height());
    painter.drawText(line, Qt::AlignCenter, item.title);
    painter.setFont(font());
    painter.setPen(mixed(base, text, 0.75));
    for (const QString &words : item.lines) {
        line.translate(0, line.height());
        line.setHeight(QFontMetricsF(font()).height());
        painter.drawText(line, Qt::AlignCenter, words);
    }
}

bool GraphView::exportTo(const QString &path, QString *error) const
{
    const auto fail = [error](const QString &why) {
        if (error)
            *error = why;
        return false;
    };
    if (m_items.nodes.empty())
        return fail(tr("There is no graph"));
    const QRectF area = m_places.bounds.adjusted(-paperMargin, -paperMargin, paperMargin, paperMargin);
    const QString suffix = QFileInfo(path).suffix().toLower();
    QSaveFile file(path);
    if (suffix != QLatin1String("svg") && suffix != QLatin1String("png"))
        return fail(tr("The name must end with .svg or .png"));
    if (!file.open(QIODevice::WriteOnly))
        return fail(file.errorString());
    if (suffix == QLatin1String("svg")) {
        QSvgGenerator svg;
        svg.setOutputDevice(&file);
        svg.setViewBox(QRectF({0, 0}, area.size()));
        svg.setSize(area.size().toSize());
        svg.setTitle(accessibleName());
        QPainter painter(&svg);
        painter.translate(-area.topLeft());
        paint(painter, paperPalette(), false);
    } else {
        const double scale = std::min(2.0, longestEdge / std::max(area.width(), area.height()));
        QImage image((area.size() * scale).toSize(), QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(scale, scale);
        painter.translate(-area.topLeft());
        paint(painter, paperPalette(), false);
        painter.end();
        if (!image.save(&file, "PNG"))
            return fail(tr("The picture could not be written"));
    }
    return file.commit() || fail(file.errorString());
}

void GraphView::askExportPath()
{
    exportWhenChosen(
        makeExportDialog(this, tr("Save Graph"), tr("Pictures (*.svg *.png)"), QStringLiteral("svg")), this);
}

} // namespace mutascope::widgets
