// SPDX-License-Identifier: GPL-3.0-or-later
// The children of a node of a search tree, with what selection weighs.
#pragma once

#include "app/bridge/tree_values.h"

#include <QAbstractTableModel>

namespace mutascope::gui {

class ChildModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Child, Visits, Mean, Exploit, Explore, Probability, Best, State, Columns };
    enum Role { SortRole = Qt::UserRole };

    using QAbstractTableModel::QAbstractTableModel;

    void setChildren(bridge::TreeKind kind, const QList<bridge::TreeChild> &children);
    const QList<bridge::TreeChild> &children() const { return m_children; }
    qint64 nodeAt(int row) const { return m_children[row].node; } // -1: not made

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(const bridge::TreeChild &child, int column) const;
    QVariant sortValue(const bridge::TreeChild &child, int column) const;

    bridge::TreeKind m_kind = bridge::TreeKind::None;
    QList<bridge::TreeChild> m_children;
};

} // namespace mutascope::gui
