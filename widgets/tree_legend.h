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
    QSize sizeHint() const override; // all in one line
    QSize minimumSizeHint() const override { return {0, lineHeight()}; }
    int heightForWidth(int width) const override; // in as many lines as it takes

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
    QString scaleName() const;
    int lineHeight() const;
    int scaleWidth() const;
    int entryWidth(const Entry &entry) const;
    QList<QPoint> places(int width) const; // of the entries
    void paintScale(QPainter &painter) const;
    void paintEntry(QPainter &painter, const Entry &entry, QPoint at) const;

    TreeScale m_scale;
    TreeWords m_words;
    TreeMarks m_marks;
};

// How a mark looks on a node; the legend shows the same.
void paintTreeMark(QPainter &painter, const QRectF &box, TreeMark mark, const QPalette &palette);

} // namespace mutascope::widgets
