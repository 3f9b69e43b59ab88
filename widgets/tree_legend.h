// SPDX-License-Identifier: GPL-3.0-or-later
// What colours and marks of a drawn tree mean.
#pragma once

#include "widgets/tree_colors.h"

#include <QWidget>

namespace mutascope::widgets {

class TreeLegend : public QWidget {
    Q_OBJECT

public:
    explicit TreeLegend(QWidget *parent = nullptr);

    void setScale(const TreeScale &scale);
    void setWords(const TreeWords &words);
    void setMarks(TreeMarks marks); // that are explained
    QString text() const; // in words
    void draw(QPainter &painter) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Entry {
        TreeMark mark;
        QString text;
    };
    QList<Entry> entries() const;
    QString valueText(double share) const;
    int paintScale(QPainter &painter) const; // its right edge

    QString scaleName() const;

    TreeScale m_scale;
    TreeWords m_words;
    TreeMarks m_marks;
};

// How a mark looks on a node; the legend shows the same.
void paintTreeMark(QPainter &painter, const QRectF &box, TreeMark mark, const QPalette &palette);

} // namespace mutascope::widgets
