// SPDX-License-Identifier: GPL-3.0-or-later
// The same tree as a table: for screen readers, and to read figures off.
#pragma once

#include "widgets/tree_items.h"

#include <QAbstractItemModel>

namespace mutascope::widgets {

class TreeModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Node, Visits, Mean, Best, Potential, State, Columns };

    explicit TreeModel(QObject *parent = nullptr);

    // Rows that stay keep their indexes: what is expanded and chosen stays so. Null: nothing.
    void setItems(TreeItemsPtr items);
    void setWords(const TreeWords &words);
    QModelIndex indexOf(qint64 id, int column = Node) const;
    qint64 idOf(const QModelIndex &index) const; // -1: none

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    int itemOf(const QModelIndex &index) const { return int(index.internalId()); }
    int rowOf(int item) const;
    std::size_t commonItems(const TreeItems &next) const;
    void removeBehind(int count);
    void insertUpTo(int count);
    QString text(const TreeItem &item, int column) const;

    TreeWords m_words;
    TreeItemsPtr m_items;
    int m_count = 0; // items shown: fewer than there are while rows come and go
};

} // namespace mutascope::widgets
