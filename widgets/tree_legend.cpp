// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree_legend.h"

#include "widgets/colors.h"

#include <QEvent>
#include <QLinearGradient>
#include <QLocale>
#include <QPainter>
#include <algorithm>

namespace mutascope::widgets {

namespace {

constexpr int kGap = 6;
constexpr int kBetween = 18;
constexpr int kScaleWidth = 110;
constexpr int kSampleWidth = 26;

} // namespace

void paintTreeMark(QPainter &painter, const QRectF &box, TreeMark mark, const QPalette &palette)
{
    const QColor strong = palette.color(QPalette::Text);
    const double radius = std::min(4.0, box.height() / 3);
    painter.setBrush(Qt::NoBrush);
    switch (mark) {
    case TreeMark::Root:
        painter.setPen(QPen(strong, 2.5));
        return painter.drawRoundedRect(box, radius, radius);
    case TreeMark::Current:
        painter.setPen(QPen(seriesColor(1, palette), 2.5));
        return painter.drawRoundedRect(box.adjusted(-4, -4, 4, 4), radius + 3, radius + 3);
    case TreeMark::OnPath:
        painter.setPen(QPen(seriesColor(1, palette), 2.5));
        return painter.drawLine(QPointF(box.left(), box.center().y()),
                                QPointF(box.right(), box.center().y()));
    case TreeMark::Finished:
        painter.setPen(QPen(strong, 3, Qt::SolidLine, Qt::FlatCap));
        return painter.drawLine(QPointF(box.right() + 3, box.top()), QPointF(box.right() + 3, box.bottom()));
    case TreeMark::Chosen: {
        const QPointF at(box.right(), box.top());
        const double edge = std::min(5.0, box.height() / 2);
        painter.setPen(QPen(palette.color(QPalette::Base), 1));
        painter.setBrush(seriesColor(1, palette));
        return painter.drawPolygon(QPolygonF(
            {at + QPointF(0, -edge), at + QPointF(edge, 0), at + QPointF(0, edge), at + QPointF(-edge, 0)}));
    }
    case TreeMark::Failing: {
        const double edge = std::min(4.0, box.height() / 3);
        const QPointF at(box.right() + 3 + edge, box.center().y());
        painter.setPen(QPen(accentColor(Accent::Error, palette), 2));
        painter.drawLine(at + QPointF(-edge, -edge), at + QPointF(edge, edge));
        return painter.drawLine(at + QPointF(-edge, edge), at + QPointF(edge, -edge));
    }
    }
}

TreeLegend::TreeLegend(QWidget *parent)
    : QWidget(parent), m_words{tr("visits"), tr("mean reward"), tr("best reward")},
      m_marks(TreeMarks(TreeMark::Root) | TreeMark::Current | TreeMark::OnPath | TreeMark::Finished
              | TreeMark::Chosen)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Legend of the tree"));
}

void TreeLegend::setScale(const TreeScale &scale)
{
    m_scale = scale;
    setAccessibleDescription(text());
    updateGeometry();
    update();
}

void TreeLegend::setWords(const TreeWords &words)
{
    m_words = words;
    setScale(m_scale);
}

void TreeLegend::setMarks(TreeMarks marks)
{
    m_marks = marks;
    setScale(m_scale);
}

QString TreeLegend::scaleName() const
{
    switch (m_scale.coloring()) {
    case TreeColoring::Visits:
        return m_words.visits;
    case TreeColoring::Mean:
        return m_words.mean;
    case TreeColoring::Potential:
        return tr("potential");
    }
    return {};
}

QList<TreeLegend::Entry> TreeLegend::entries() const
{
    QList<Entry> entries;
    for (const TreeMark mark : {TreeMark::Root, TreeMark::Current, TreeMark::OnPath, TreeMark::Finished,
                                TreeMark::Chosen, TreeMark::Failing})
        if (m_marks.testFlag(mark))
            entries.append({mark, treeMarksText(mark)});
    return entries;
}

QString TreeLegend::valueText(double share) const
{
    const auto value = m_scale.valueAt(share);
    if (!value)
        return share > 0 ? tr("none") : QString();
    return m_scale.coloring() == TreeColoring::Visits ? locale().toString(qint64(*value + 0.5))
                                                      : locale().toString(*value, 'g', 3);
}

QString TreeLegend::text() const
{
    QStringList marks;
    for (const Entry &entry : entries())
        marks.append(entry.text);
    return tr("Colour: %1, from 0 (dark) to %2 (light). Marks: %3")
        .arg(scaleName(), valueText(1), marks.join(QStringLiteral(", ")));
}

int TreeLegend::lineHeight() const
{
    return fontMetrics().height() + 8;
}

int TreeLegend::scaleWidth() const
{
    int width = kScaleWidth + 3 * kGap;
    for (const QString &text : {scaleName(), QStringLiteral("0"), valueText(1)})
        width += fontMetrics().horizontalAdvance(text);
    return width;
}

int TreeLegend::entryWidth(const Entry &entry) const
{
    return kSampleWidth + kGap + fontMetrics().horizontalAdvance(entry.text);
}

QSize TreeLegend::sizeHint() const
{
    int width = scaleWidth();
    for (const Entry &entry : entries())
        width += kBetween + entryWidth(entry);
    return {width, lineHeight()};
}

// Behind the scale, from line to line as words are.
QList<QPoint> TreeLegend::places(int width) const
{
    QList<QPoint> places;
    QPoint at(scaleWidth(), 0);
    for (const Entry &entry : entries()) {
        at.rx() += kBetween;
        if (at.x() + entryWidth(entry) > width)
            at = {0, at.y() + lineHeight()};
        places.append(at);
        at.rx() += entryWidth(entry);
    }
    return places;
}

int TreeLegend::heightForWidth(int width) const
{
    const QList<QPoint> all = places(width);
    return (all.isEmpty() ? 0 : all.last().y()) + lineHeight();
}

void TreeLegend::paintScale(QPainter &painter) const
{
    const int edge = fontMetrics().ascent();
    const int top = (lineHeight() - edge) / 2;
    int x = 0;
    const auto write = [&](const QString &text) {
        painter.drawText(x, top + edge - 1, text);
        x += fontMetrics().horizontalAdvance(text) + kGap;
    };
    write(scaleName());
    write(QStringLiteral("0"));
    const QRect bar(x, top, kScaleWidth, edge);
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    for (int stop = 0; stop <= 10; ++stop)
        gradient.setColorAt(stop / 10.0, scaleColor(stop / 10.0, palette()));
    painter.fillRect(bar, gradient);
    x += kScaleWidth + kGap;
    write(valueText(1));
}

void TreeLegend::paintEntry(QPainter &painter, const Entry &entry, QPoint at) const
{
    const int edge = fontMetrics().ascent();
    const int top = at.y() + (lineHeight() - edge) / 2;
    const QRectF sample(at.x() + 4, top + 2, kSampleWidth - 12, edge - 4);
    if (entry.mark != TreeMark::OnPath)
        painter.fillRect(sample,
                         mixed(palette().color(QPalette::Base), palette().color(QPalette::Text), 0.3));
    paintTreeMark(painter, sample, entry.mark, palette());
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(at.x() + kSampleWidth + kGap, top + edge - 1, entry.text);
}

void TreeLegend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    draw(painter);
}

void TreeLegend::draw(QPainter &painter) const
{
    painter.setFont(font());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(palette().color(QPalette::WindowText));
    paintScale(painter);
    const QList<Entry> all = entries();
    const QList<QPoint> at = places(width());
    for (int i = 0; i < all.size(); ++i)
        paintEntry(painter, all[i], at[i]);
}

void TreeLegend::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    update();
}

} // namespace mutascope::widgets
