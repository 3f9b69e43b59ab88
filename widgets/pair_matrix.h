// SPDX-License-Identifier: GPL-3.0-or-later
// How often a row led to a column, as a square of cells: the darker, the more often; empty where never. For
// a hundred names and more: scrolls, and says what is under the mouse or the cursor.
#pragma once

#include <QAbstractScrollArea>
#include <QStringList>
#include <vector>

namespace mutascope::widgets {

struct PairMatrixData {
    QStringList names; // of rows and columns
    std::vector<quint32> times; // row after row
};

class PairMatrix : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit PairMatrix(QWidget *parent = nullptr);

    bool setData(PairMatrixData data); // refuses (false) what does not fit the names
    const PairMatrixData &data() const { return m_data; }
    quint32 times(int row, int column) const;
    int covered() const; // pairs that were seen
    QPoint current() const { return m_current; } // column, row; -1, -1: none
    void setCurrent(QPoint cell);
    QString cellText(int row, int column) const; // "Conv → Relu: 12 times"
    QByteArray csv() const; // "from,to,times", pairs that were seen
    bool exportTo(const QString &path, QString *error = nullptr) const;

    QSize sizeHint() const override { return {420, 420}; }

public Q_SLOTS:
    void askExportPath(); // opens a file dialog without blocking

Q_SIGNALS:
    void currentChanged(const QString &text);
    void exported(const QString &path);
    void exportFailed(const QString &path, const QString &why);

protected:
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void measure();
    QPoint cellAt(QPoint position) const;
    QRectF rectOf(int row, int column) const;

    PairMatrixData m_data;
    quint32 m_most = 0;
    QPoint m_current{-1, -1};
    double m_cell = 8; // edge of a cell
    double m_head = 0; // width, and height, of the names
};

} // namespace mutascope::widgets
