// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/tree/child_model.h"

#include "app/gui/format.h"
#include "app/gui/tree/phase_text.h"

#include <QFont>
#include <QLocale>

namespace mutascope::gui {

void ChildModel::setChildren(bridge::TreeKind kind, const QList<bridge::TreeChild> &children)
{
    // Rows that stay keep the chosen one chosen.
    if (kind == m_kind && children.size() == m_children.size() && !children.isEmpty()) {
        m_children = children;
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1));
        return;
    }
    beginResetModel();
    m_kind = kind;
    m_children = children;
    endResetModel();
}

int ChildModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_children.size());
}

int ChildModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(Columns);
}

QString ChildModel::text(const bridge::TreeChild &child, int column) const
{
    const auto reward
        = [](const std::optional<double> &value) { return value ? rewardText(*value) : QString(); };
    switch (column) {
    case Child:
        return child.picked ? tr("▶ %1").arg(child.label) : child.label;
    case Visits:
        return child.node >= 0 ? countText(child.visits) : QString();
    case Mean:
        return reward(child.mean);
    case Best:
        return reward(child.best);
    case Exploit:
        return QLocale().toString(child.exploit, 'f', 2);
    case Explore:
        return QLocale().toString(child.explore, 'f', 2);
    case Probability:
        return percentText(child.probability);
    default:
        break;
    }
    if (child.picked)
        return tr("picked");
    if (child.finished)
        return tr("finished");
    if (child.node < 0)
        return child.held ? tr("held back") : tr("not made");
    return {};
}

QVariant ChildModel::sortValue(const bridge::TreeChild &child, int column) const
{
    switch (column) {
    case Child:
        return child.action;
    case Visits:
        return child.visits;
    case Mean:
        return child.mean.value_or(-1);
    case Best:
        return child.best.value_or(-1);
    case Exploit:
        return child.exploit;
    case Explore:
        return child.explore;
    case Probability:
        return child.probability;
    default:
        return text(child, column);
    }
}

QVariant ChildModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const bridge::TreeChild &child = m_children[index.row()];
    const bool isFigure = index.column() > Child && index.column() < State;
    switch (role) {
    case Qt::DisplayRole:
        return text(child, index.column());
    case SortRole:
        return sortValue(child, index.column());
    case Qt::TextAlignmentRole:
        return int((isFigure ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::FontRole: {
        QFont font;
        font.setBold(child.picked);
        return font;
    }
    default:
        return {};
    }
}

QVariant ChildModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const bool isLineage = m_kind == bridge::TreeKind::Lineage;
    const QStringList names{tr("Child"),
                            isLineage ? tr("Tests") : tr("Visits"),
                            isLineage ? tr("Gain") : tr("Mean"),
                            tr("Exploit"),
                            tr("Explore"),
                            tr("Chance"),
                            tr("Best"),
                            tr("State")};
    const QStringList tips{{},
                           {},
                           isLineage ? tr("Coverage it added") : tr("Mean reward of its visits"),
                           tr("The mean, as a share of the best sibling’s"),
                           tr("The larger, the fewer visits it has had"),
                           tr("Probability that selection takes it"),
                           isLineage ? tr("Most coverage that it or a test made of it added")
                                     : tr("Largest reward of its visits"),
                           {}};
    if (role == Qt::DisplayRole)
        return names.value(section);
    return role == Qt::ToolTipRole ? tips.value(section) : QVariant();
}

} // namespace mutascope::gui
