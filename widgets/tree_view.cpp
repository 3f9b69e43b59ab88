// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree_view.h"
#include "widgets/scroll_bars.h"

#include <QLocale>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace mutascope::widgets {

namespace {

constexpr double kRow = 26; // pixels at zoom 1
constexpr double kColumn = 190;
constexpr double kLeastColumn = 16;
constexpr double kTextColumn = 160;
constexpr double kReadable = 0.7; // zoom that has text
constexpr double kLargestZoom = 4;
constexpr double kLargestFit = 1.2; // a tree of a few nodes does not fill the window
constexpr double kZoomStep = 1.25;

} // namespace

TreeView::TreeView(QWidget *parent)
    : QAbstractScrollArea(parent),
      m_emptyText(tr("No tree to show")), m_words{tr("visits"), tr("mean reward"), tr("best reward")}
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Search tree"));
    setAccessibleDescription(m_emptyText);
}

void TreeView::setEmptyText(const QString &text)
{
    m_emptyText = text;
    contentChanged();
}

void TreeView::setItems(TreeItemsPtr items)
{
    const bool first = !m_items || !items;
    m_items = items && items->size() > 0 ? std::move(items) : nullptr;
    m_scale = m_items ? TreeScale(*m_items, m_scale.coloring()) : TreeScale();
    if (indexOf(m_selected) < 0) {
        m_selected = kNoId;
        m_foldFocus = -1;
    }
    if (!m_items)
        m_folding = {m_folding.leastVisits, {}, {}, {}};
    if (first) {
        m_fits = true;
        m_whole = false;
    }
    search(m_searched);
    rearrange();
    Q_EMIT scaleChanged();
}

// The node that is looked at stays where it is, whatever grows around it.
void TreeView::rearrange()
{
    const int anchor = m_shape.isEmpty() ? -1 : std::max(0, cursor());
    const qint64 id = anchor >= 0 && m_items && m_shape.node(anchor).item < m_items->size()
        ? m_items->item(m_shape.node(anchor).item).id
        : kNoId;
    const QPointF before = anchor >= 0 ? rectInContent(anchor).center() - offset() : QPointF();
    if (m_items)
        m_shape.arrange(*m_items, m_folding);
    else
        m_shape.clear();
    if (m_fits)
        m_zoom = std::max(fittingZoom(), m_whole ? 0 : kReadable);
    updateBars();
    if (const int node = nodeOf(id); node >= 0 && id != kNoId)
        keepInPlace(node, before);
    else
        ensureMarkedVisible();
    contentChanged();
}

void TreeView::contentChanged()
{
    m_content = {};
    setAccessibleDescription(m_items && m_selected != kNoId ? description(m_selected) : m_emptyText);
    viewport()->update();
}

// Columns shrink to what the window is wide, those with text not below what can be read.
TreeMeasures TreeView::measures(double zoom) const
{
    const double fitting = (viewport()->width() - 2 * TreeMeasures::margin) / std::max(1, m_shape.levels());
    const double least = std::lerp(kLeastColumn, kTextColumn, std::clamp((zoom - 0.3) / 0.25, 0.0, 1.0));
    TreeMeasures with;
    with.row = kRow * zoom;
    with.column = std::max(kColumn * zoom, std::clamp(fitting, least, kColumn));
    with.box = with.column - std::min(44 * std::max(1.0, zoom), with.column * 0.35);
    return with;
}

double TreeView::fittingZoom() const
{
    const double height = viewport()->height() - 2 * TreeMeasures::margin;
    const double width = viewport()->width() - 2 * TreeMeasures::margin;
    const double high = height / std::max(1.0, kRow * m_shape.breadth());
    const double wide = width / std::max(1.0, kColumn * std::max(1, m_shape.levels()));
    return std::clamp(std::min(high, wide), 1e-6, kLargestFit);
}

QRectF TreeView::rectInContent(int node) const
{
    return measures().rectOf(m_shape.node(node));
}

QPointF TreeView::offset() const
{
    return {double(horizontalScrollBar()->value()), double(verticalScrollBar()->value())};
}

void TreeView::updateBars()
{
    const QSizeF size = m_shape.isEmpty() ? QSizeF() : measures().size(m_shape);
    const auto step = [](double wanted) { return std::max(20, int(wanted)); };
    setScrollRange(*horizontalScrollBar(), size.width(), viewport()->width(), step(measures().column / 2));
    setScrollRange(*verticalScrollBar(), size.height(), viewport()->height(), step(measures().row));
}

void TreeView::keepInPlace(int node, const QPointF &where)
{
    const QPointF center = rectInContent(node).center();
    horizontalScrollBar()->setValue(int(std::lround(center.x() - where.x())));
    verticalScrollBar()->setValue(int(std::lround(center.y() - where.y())));
}

void TreeView::zoomAt(double zoom, const QPointF &viewportPosition)
{
    const double fitting = fittingZoom();
    const QPointF before = viewportPosition + offset();
    const TreeMeasures old = measures();
    m_zoom = std::clamp(zoom, std::min(fitting, 1.0), kLargestZoom);
    m_fits = false;
    updateBars();
    const auto margin = TreeMeasures::margin;
    const TreeMeasures now = measures();
    const double x = margin + (before.x() - margin) * now.column / old.column;
    const double y = margin + (before.y() - margin) * now.row / old.row;
    horizontalScrollBar()->setValue(int(std::lround(x - viewportPosition.x())));
    verticalScrollBar()->setValue(int(std::lround(y - viewportPosition.y())));
    contentChanged();
}

void TreeView::zoomIn()
{
    const int node = cursor();
    zoomAt(m_zoom * kZoomStep,
           node >= 0 ? rectInContent(node).center() - offset() : QRectF(viewport()->rect()).center());
}

void TreeView::zoomOut()
{
    const int node = cursor();
    zoomAt(m_zoom / kZoomStep,
           node >= 0 ? rectInContent(node).center() - offset() : QRectF(viewport()->rect()).center());
}

void TreeView::zoomToFit()
{
    m_fits = true;
    m_whole = true;
    rearrange();
}

// A new tree is looked at where the search is.
void TreeView::ensureMarkedVisible()
{
    int shown = m_shape.isEmpty() ? -1 : 0;
    for (int i = 0; i < m_shape.size(); ++i)
        if (!m_shape.node(i).isFold()
            && m_items->item(m_shape.node(i).item).marks.testFlag(TreeMark::Current))
            shown = i;
    if (shown < 0)
        return;
    const QPointF room = QRectF(viewport()->rect()).center();
    keepInPlace(shown, {2 * room.x() - TreeMeasures::margin - measures().box, room.y()});
}

void TreeView::ensureVisible(int node)
{
    if (node < 0)
        return;
    const QRectF box = rectInContent(node).translated(-offset());
    const double edge = TreeMeasures::margin;
    const auto move = [edge](QScrollBar *bar, double low, double high, double page) {
        if (low < edge)
            bar->setValue(bar->value() + int(std::floor(low - edge)));
        else if (high > page - edge)
            bar->setValue(bar->value() + int(std::ceil(std::min(high - page + edge, low - edge))));
    };
    move(horizontalScrollBar(), box.left(), box.right(), viewport()->width());
    move(verticalScrollBar(), box.top(), box.bottom(), viewport()->height());
}

int TreeView::nodeAt(const QPointF &viewportPosition) const
{
    if (m_shape.isEmpty())
        return -1;
    const QPointF at = viewportPosition + offset();
    const TreeMeasures with = measures();
    const int depth = int(std::floor((at.x() - TreeMeasures::margin) / with.column));
    const int node = m_shape.nearest(depth, (at.y() - TreeMeasures::margin) / with.row - 0.5);
    if (node < 0)
        return -1;
    const QRectF box = with.rectOf(m_shape.node(node));
    const double slack = std::max(1.0, 6 - box.height() / 2); // small ones can still be hit
    return box.adjusted(-2, -slack, 2, slack).contains(at) ? node : -1;
}

QRectF TreeView::nodeRect(qint64 id) const
{
    const int node = nodeOf(id);
    return node < 0 ? QRectF() : rectInContent(node).translated(-offset());
}

QRectF TreeView::foldRect(qint64 parent) const
{
    const int node = m_shape.foldOf(indexOf(parent));
    return node < 0 ? QRectF() : rectInContent(node).translated(-offset());
}

QString TreeView::description(qint64 id) const
{
    const int index = indexOf(id);
    if (index < 0)
        return {};
    const TreeItem &item = m_items->item(index);
    QStringList parts{tr("%1 %2").arg(m_words.visits, locale().toString(item.visits))};
    const auto add = [&](const QString &name, const std::optional<double> &value) {
        if (value)
            parts.append(tr("%1 %2").arg(name, locale().toString(*value, 'g', 4)));
    };
    add(m_words.mean, item.mean);
    add(m_words.best, item.best);
    add(tr("potential"), item.potential);
    if (const qsizetype children = qsizetype(m_items->children(index).size()); children > 0)
        parts.append(children == 1 ? tr("1 child") : tr("%1 children").arg(locale().toString(children)));
    if (item.marks)
        parts.append(treeMarksText(item.marks));
    return tr("%1 (node %2): %3").arg(item.label, locale().toString(id), parts.join(QStringLiteral(", ")));
}

int TreeView::cursor() const
{
    const int fold = m_foldFocus < 0 ? -1 : m_shape.foldOf(m_foldFocus);
    return fold >= 0 ? fold : nodeOf(m_selected);
}

void TreeView::setSelectedId(qint64 id)
{
    if (id == m_selected && m_foldFocus < 0)
        return;
    if (id != kNoId && indexOf(id) < 0)
        return;
    const bool changed = id != m_selected;
    m_selected = id;
    m_foldFocus = -1;
    if (id != kNoId)
        reveal(id);
    contentChanged();
    if (changed)
        Q_EMIT selectionChanged(id);
}

void TreeView::reveal(qint64 id)
{
    const int item = indexOf(id);
    if (item < 0)
        return;
    if (nodeOf(id) < 0)
        openPathTo(item);
    ensureVisible(nodeOf(id));
}

void TreeView::openPathTo(int item)
{
    const std::vector<int> path = m_items->path(item);
    m_folding.shown.clear(); // what was looked at before may be folded again
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        const qint64 id = m_items->item(path[i]).id;
        m_folding.collapsed.remove(id);
        m_folding.shown.insert(m_items->item(path[i + 1]).id);
    }
    rearrange();
}

void TreeView::setCollapsed(qint64 id, bool collapsed)
{
    const int index = indexOf(id);
    if (index < 0 || m_items->children(index).empty() || collapsed == isCollapsed(id))
        return;
    if (collapsed) {
        m_folding.collapsed.insert(id);
        m_folding.unfolded.remove(id);
    } else {
        m_folding.collapsed.remove(id);
    }
    rearrange();
}

void TreeView::expandBelow(qint64 id)
{
    const int from = indexOf(id);
    if (from < 0)
        return;
    std::vector<int> open{from};
    while (!open.empty()) {
        const int index = open.back();
        open.pop_back();
        const auto children = m_items->children(index);
        if (children.empty())
            continue;
        m_folding.collapsed.remove(m_items->item(index).id);
        m_folding.unfolded.insert(m_items->item(index).id);
        open.insert(open.end(), children.begin(), children.end());
    }
    rearrange();
}

void TreeView::setLeastVisits(qint64 visits)
{
    if (visits == m_folding.leastVisits)
        return;
    m_folding.leastVisits = std::max<qint64>(0, visits);
    m_folding.unfolded.clear();
    rearrange();
    ensureVisible(cursor());
}

void TreeView::setColoring(TreeColoring coloring)
{
    m_scale = m_items ? TreeScale(*m_items, coloring) : TreeScale(TreeItems::none(), coloring);
    contentChanged();
    Q_EMIT scaleChanged();
}

void TreeView::search(const QString &text)
{
    m_searched = text;
    m_matches.clear();
    m_matching.clear();
    const QString wanted = text.trimmed();
    bool isNumber = false;
    const qint64 number = wanted.startsWith(QLatin1Char('#')) ? wanted.mid(1).toLongLong(&isNumber) : 0;
    for (int i = 0; m_items && !wanted.isEmpty() && i < m_items->size(); ++i) {
        const TreeItem &item = m_items->item(i);
        if (isNumber ? item.id == number : item.label.contains(wanted, Qt::CaseInsensitive)) {
            m_matches.append(item.id);
            m_matching.insert(item.id);
        }
    }
    contentChanged();
    Q_EMIT matchesChanged(int(m_matches.size()));
}

void TreeView::nextMatch(int step)
{
    if (m_matches.isEmpty())
        return;
    const qsizetype at = m_matches.indexOf(m_selected);
    const qsizetype count = m_matches.size();
    const qsizetype next = at < 0 ? (step > 0 ? 0 : count - 1) : (at + step + count) % count;
    setSelectedId(m_matches[next]);
}

} // namespace mutascope::widgets
