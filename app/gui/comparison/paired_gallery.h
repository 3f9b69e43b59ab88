// SPDX-License-Identifier: GPL-3.0-or-later
// A row a seed image, a column a group of runs: the failing tests each made of it.
#pragma once

#include "app/bridge/comparison_values.h"

#include <QAbstractTableModel>
#include <QTableView>

namespace mutascope::gui {

class PairedModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setGroups(const QStringList &names);
    void setRows(int offset, const QList<bridge::PairedRow> &rows, int ofAll); // 0: begins anew
    const QList<bridge::PairedRow> &rows() const { return m_rows; }
    int all() const { return m_all; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;

Q_SIGNALS:
    void moreWanted(int offset);

private:
    QStringList m_groups;
    QList<bridge::PairedRow> m_rows;
    int m_all = 0;
    bool m_waiting = false; // for more
};

class PairedGallery : public QTableView {
    Q_OBJECT

public:
    explicit PairedGallery(QWidget *parent = nullptr);

    PairedModel *pairs() const { return m_model; }
    void setGroups(const QStringList &names);

Q_SIGNALS:
    void testActivated(const mutascope::bridge::RunPlace &place, qint64 test);

protected:
    void mouseDoubleClickEvent(QMouseEvent *event) override;

private:
    PairedModel *m_model = nullptr;
};

} // namespace mutascope::gui
