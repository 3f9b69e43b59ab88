// SPDX-License-Identifier: GPL-3.0-or-later
// Class probabilities before and after the mutation as pairs of horizontal bars.
#pragma once

#include <QList>
#include <QString>
#include <QWidget>
#include <vector>

namespace mutascope::widgets {

struct PredictionRow {
    QString name;
    double before = 0.0; // probability 0..1
    double after = 0.0;
};

class PredictionBars : public QWidget {
    Q_OBJECT

public:
    explicit PredictionBars(QWidget *parent = nullptr);

    // Class indices are positions in rows; -1 means unknown.
    void setRows(std::vector<PredictionRow> rows, int trueClass, int predictedClass);
    void clear();
    // Sorted by the larger of the two probabilities, or in class order. The marked classes are always shown.
    void setSorted(bool sorted);
    bool isSorted() const;
    void setRowLimit(int rows);
    int rowLimit() const;
    void setLegendTexts(const QString &before, const QString &after);

    QList<int> shownClasses() const;
    int hiddenCount() const;
    QString markText(int classIndex) const; // "true", "predicted", "true, predicted" or empty
    QString description(int classIndex) const; // one sentence, for tool tips and screen readers

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Columns {
        int name = 0;
        int mark = 0;
        int value = 0;
        int bar = 0;
    };
    void chooseRows();
    void updateAccessibleText();
    Columns columns() const;
    int rowHeight() const;
    int headerHeight() const;
    int classAt(const QPoint &position) const;
    QColor beforeColor() const;
    QColor afterColor() const;
    void paintLegend(QPainter &painter) const;
    void paintRow(QPainter &painter, int line) const;
    void paintBar(QPainter &painter, const QRect &area, double value, const QColor &color) const;
    QString formatProbability(double value) const;

    std::vector<PredictionRow> m_rows;
    QList<int> m_shown;
    QString m_beforeText;
    QString m_afterText;
    int m_trueClass = -1;
    int m_predictedClass = -1;
    int m_rowLimit = 12;
    bool m_sorted = true;
};

} // namespace mutascope::widgets
