// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree_model.h"

#include <QLocale>
#include <algorithm>

namespace mutascope::widgets {

namespace {
constexpr int kMostSteps = 500; // more rows that come and go than these: all is read anew
} // namespace

TreeModel::TreeModel(QObject *parent)
    : QAbstractItemModel(parent), m_words{tr("Visits"), tr("Mean"), tr("Best")}
{
}

void TreeModel::setWords(const TreeWords &words)
{
    m_words = words;
    Q_EMIT headerDataChanged(Qt::Horizontal, Visits, Best);
}

// Items that are the same nodes in both, counted from the root.
std::size_t TreeModel::commonItems(const TreeItems &next) const
{
    const int most = m_items ? std::min(m_count, next.size()) : 0;
    int same = 0;
    const auto isSame = [](const TreeItem &a, const TreeItem &b) {
        return a.id == b.id && a.parent == b.parent && a.order == b.order;
    };
    while (same < most && isSame(m_items->item(same), next.item(same)))
        ++same;
    return std::size_t(same);
}

void TreeModel::setItems(TreeItemsPtr items)
{
    if (!items)
        items = TreeItems::make({});
    const int common = int(commonItems(*items));
    if (common == 0 || m_count - common + items->size() - common > kMostSteps) {
        beginResetModel();
        m_items = std::move(items);
        m_count = m_items->size();
        return endResetModel();
    }
    removeBehind(common);
    m_items = std::move(items);
    insertUpTo(m_items->size());
    for (int i = 0; i < common; ++i) {
        if (m_items->children(i).empty())
            continue;
        const auto children = m_items->children(i);
        Q_EMIT dataChanged(createIndex(0, Visits, quintptr(children.front())),
                           createIndex(int(children.size()) - 1, State, quintptr(children.back())));
    }
    Q_EMIT dataChanged(index(0, Visits), index(0, State));
}

void TreeModel::removeBehind(int count)
{
    while (m_count > count) {
        const int item = m_count - 1;
        const int row = rowOf(item);
        beginRemoveRows(createIndex(rowOf(m_items->parent(item)), 0, quintptr(m_items->parent(item))), row,
                        row);
        --m_count;
        endRemoveRows();
    }
}

void TreeModel::insertUpTo(int count)
{
    while (m_count < count) {
        const int parent = m_items->parent(m_count);
        const int row = rowOf(m_count);
        beginInsertRows(createIndex(rowOf(parent), 0, quintptr(parent)), row, row);
        ++m_count;
        endInsertRows();
    }
}

// Among the siblings that are shown.
int TreeModel::rowOf(int item) const
{
    if (m_items->parent(item) < 0 || m_count == m_items->size())
        return m_items->row(item);
    const auto siblings = m_items->children(m_items->parent(item));
    return int(std::count_if(siblings.begin(), siblings.begin() + m_items->row(item),
                             [this](int sibling) { return sibling < m_count; }));
}

QModelIndex TreeModel::index(int row, int column, const QModelIndex &parent) const
{
    if (row < 0 || row >= rowCount(parent) || column < 0 || column >= Columns)
        return {};
    if (!parent.isValid())
        return createIndex(row, column, quintptr(0));
    const auto children = m_items->children(itemOf(parent));
    if (m_count == m_items->size())
        return createIndex(row, column, quintptr(children[std::size_t(row)]));
    for (const int child : children)
        if (child < m_count && row-- == 0)
            return createIndex(rowOf(child), column, quintptr(child));
    return {};
}

QModelIndex TreeModel::parent(const QModelIndex &child) const
{
    if (!child.isValid())
        return {};
    const int parent = m_items->parent(itemOf(child));
    return parent < 0 ? QModelIndex() : createIndex(rowOf(parent), 0, quintptr(parent));
}

int TreeModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return m_count > 0 ? 1 : 0;
    if (parent.column() > 0)
        return 0;
    const auto children = m_items->children(itemOf(parent));
    if (m_count == m_items->size())
        return int(children.size());
    return int(std::count_if(children.begin(), children.end(), [this](int item) { return item < m_count; }));
}

int TreeModel::columnCount(const QModelIndex &) const
{
    return Columns;
}

QModelIndex TreeModel::indexOf(qint64 id, int column) const
{
    const int item = m_items ? m_items->indexOf(id) : -1;
    return item < 0 || item >= m_count ? QModelIndex() : createIndex(rowOf(item), column, quintptr(item));
}

qint64 TreeModel::idOf(const QModelIndex &index) const
{
    return index.isValid() ? m_items->item(itemOf(index)).id : -1;
}

QString TreeModel::text(const TreeItem &item, int column) const
{
    const auto number = [](const std::optional<double> &value) {
        return value ? QLocale().toString(*value, 'g', 4) : QString();
    };
    switch (column) {
    case Node:
        return item.label;
    case Visits:
        return QLocale().toString(item.visits);
    case Mean:
        return number(item.mean);
    case Best:
        return number(item.best);
    case Potential:
        return number(item.potential);
    default:
        return treeMarksText(item.marks);
    }
}

QVariant TreeModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const TreeItem &item = m_items->item(itemOf(index));
    const bool isFigure = index.column() >= Visits && index.column() <= Potential;
    switch (role) {
    case Qt::DisplayRole:
        return text(item, index.column());
    case Qt::TextAlignmentRole:
        return int((isFigure ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return tr("Node %1").arg(item.id);
    default:
        return {};
    }
}

QVariant TreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    const QStringList names{tr("Node"),   m_words.visits,  m_words.mean,
                            m_words.best, tr("Potential"), tr("State")};
    return names.value(section);
}

} // namespace mutascope::widgets
