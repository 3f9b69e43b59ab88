// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of several things, a row each: sortable by every column, the best ones marked, and where a number
// is missing the reason for it.
#pragma once

#include <QTableView>
#include <optional>
#include <vector>

namespace mutascope::widgets {

struct MetricTableData {
    enum class Mark { None, Leading, Best };
    struct Column {
        QString name;
        QString toolTip;
        bool directed = true; // has better and worse values
        bool higherIsBetter = true;
    };
    struct Cell {
        std::optional<double> value; // what it is sorted by; else by its text
        QString text; // empty: nothing is known
        QString toolTip; // why, where there is no number
        Mark mark = Mark::None;
    };
    struct Row {
        QString name;
        QString toolTip;
        int series = -1; // whose colour it has in plots; -1: none
        std::vector<Cell> cells; // one a column
    };
    QString rowTitle; // of the rows' names
    std::vector<Column> columns;
    std::vector<Row> rows;
};

class MetricTableModel;
class MetricTableOrder;

class MetricTable : public QTableView {
    Q_OBJECT

public:
    explicit MetricTable(QWidget *parent = nullptr);

    // Keeps the order where the columns have the same names. Refuses (false) rows that do not fit the
    // columns.
    bool setData(MetricTableData data);
    const MetricTableData &data() const;
    // Better ones first, or worse ones; rows without a number last in either case.
    void sortBy(int column, bool bestFirst);
    QStringList shownRows() const; // their names, in the order shown
    int rowShownAt(int line) const; // index in data().rows

    QByteArray csv() const; // in the order shown
    bool exportTo(const QString &path, QString *error = nullptr) const;

public Q_SLOTS:
    void askExportPath(); // opens a file dialog without blocking

Q_SIGNALS:
    void exported(const QString &path);
    void exportFailed(const QString &path, const QString &why);

protected:
    void changeEvent(QEvent *event) override;

private:
    void onHeaderClicked(int column);

    MetricTableModel *m_model = nullptr;
    MetricTableOrder *m_order = nullptr;
    int m_column = -1; // sorted by
    bool m_bestFirst = true;
};

} // namespace mutascope::widgets
