// SPDX-License-Identifier: GPL-3.0-or-later
// The drawn tree as a file, dark on white whatever the window looks like.
#include "widgets/colors.h"
#include "widgets/tree_legend.h"
#include "widgets/tree_view.h"

#include <QImage>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <algorithm>
#include <cmath>

namespace mutascope::widgets {

namespace {

constexpr double kLongestEdge = 16'384; // of an image: 1 GiB where both are
constexpr double kGap = 8; // below the legend

} // namespace

TreeMeasures TreeView::exportMeasures() const
{
    return {190, 26, 146};
}

void TreeView::prepare(TreeLegend &legend) const
{
    TreeMarks used;
    for (int i = 0; i < m_items->size(); ++i)
        used |= m_items->item(i).marks;
    legend.setWords(m_words);
    legend.setMarks(used);
    legend.setScale(m_scale);
    legend.setFont(font());
}

QSizeF TreeView::exportSize(const TreeMeasures &with) const
{
    TreeLegend legend;
    prepare(legend);
    const QSizeF tree = with.size(m_shape);
    const QSize key = legend.sizeHint();
    return {std::max(tree.width(), key.width() + 2 * TreeMeasures::margin),
            tree.height() + key.height() + TreeMeasures::margin + kGap};
}

void TreeView::paintExport(QPainter &painter, const TreeMeasures &with) const
{
    TreeLegend legend;
    prepare(legend);
    legend.setPalette(paperPalette());
    legend.resize(legend.sizeHint());
    painter.fillRect(QRectF(QPointF(), exportSize(with)), Qt::white);
    painter.save();
    painter.translate(TreeMeasures::margin, TreeMeasures::margin);
    legend.draw(painter);
    painter.restore();
    painter.translate(0, TreeMeasures::margin + legend.height() + kGap);
    drawing(with, paperPalette()).draw(painter, QRectF(QPointF(), with.size(m_shape)));
}

bool TreeView::exportSvg(const QString &file) const
{
    QSaveFile output(file);
    if (m_shape.isEmpty() || !output.open(QIODevice::WriteOnly))
        return false;
    const TreeMeasures with = exportMeasures();
    const QSize size = exportSize(with).toSize();
    QSvgGenerator generator;
    generator.setOutputDevice(&output);
    generator.setResolution(96); // pixels as browsers count them
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    generator.setTitle(accessibleName());
    QPainter painter(&generator);
    paintExport(painter, with);
    return painter.end() && output.commit();
}

bool TreeView::exportPng(const QString &file) const
{
    if (m_shape.isEmpty())
        return false;
    const TreeMeasures with = exportMeasures();
    const QSizeF size = exportSize(with);
    const double scale = std::min(1.0, kLongestEdge / std::max(size.width(), size.height()));
    QImage image((size * scale).toSize().expandedTo({1, 1}), QImage::Format_RGB32);
    if (image.isNull())
        return false;
    QPainter painter(&image);
    painter.scale(scale, scale);
    paintExport(painter, with);
    painter.end();
    QSaveFile output(file);
    return output.open(QIODevice::WriteOnly) && image.save(&output, "PNG") && output.commit();
}

} // namespace mutascope::widgets
