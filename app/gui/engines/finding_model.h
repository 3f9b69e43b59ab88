// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign's findings as a table, and what of it is shown.
#pragma once

#include "app/bridge/engine_values.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

namespace mutascope::gui {

class FindingModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Number, Engine, Stage, Symptom, Operators, Models, First, Size, Triage, Note, ColumnCount };
    static constexpr int sortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;
    void setFindings(const QList<bridge::FindingRow> &findings); // rows of the same numbers stay
    const QList<bridge::FindingRow> &findings() const { return m_findings; }
    const bridge::FindingRow *at(int row) const;
    int rowOf(int number) const; // -1: none

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QList<bridge::FindingRow> m_findings;
};

struct FindingFilter {
    QString engine; // empty fields match all
    QString symptom;
    QString stage;
    QString triage;
    QString text; // in operators, message, note; without case
};

class FindingProxy : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit FindingProxy(FindingModel *model, QObject *parent = nullptr);
    void setFilter(const FindingFilter &filter);

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    FindingModel *m_model;
    FindingFilter m_filter;
};

} // namespace mutascope::gui
