// SPDX-License-Identifier: GPL-3.0-or-later
// A table of shares, each cell coloured by its share; also for a thousand rows and columns.
#pragma once

#include <QTableView>
#include <vector>

namespace mutascope::widgets {

struct ShareTableData {
    struct Cell {
        qint64 part = 0;
        qint64 whole = 0; // 0: nothing was measured
        double share() const { return whole > 0 ? double(part) / double(whole) : 0; }
    };
    QString rowTitle; // of the rows' names
    QStringList rows;
    QStringList columns;
    std::vector<Cell> cells; // row after row
    QString partName; // "failing"
    QString wholeName; // "tests"
};

class ShareTableModel;

class ShareTable : public QTableView {
    Q_OBJECT

public:
    explicit ShareTable(QWidget *parent = nullptr);

    // Refuses (false) cells that do not fit the names.
    bool setData(ShareTableData data);
    const ShareTableData &data() const;
    QString cellText(int row, int column) const;
    QByteArray csv() const; // shares and counts
    bool exportTo(const QString &path, QString *error = nullptr) const;
    static QColor colorOf(double share, const QPalette &palette);

public Q_SLOTS:
    void askExportPath(); // opens a file dialog without blocking

Q_SIGNALS:
    void exported(const QString &path);
    void exportFailed(const QString &path, const QString &why);

protected:
    void changeEvent(QEvent *event) override;

private:
    ShareTableModel *m_model = nullptr;
};

} // namespace mutascope::widgets
