// SPDX-License-Identifier: GPL-3.0-or-later
// What the colours of a SuspicionMap mean.
#pragma once

#include <QStringList>
#include <QWidget>

namespace mutascope::widgets {

class SuspicionLegend : public QWidget {
    Q_OBJECT

public:
    explicit SuspicionLegend(QWidget *parent = nullptr);

    // highest: score; top: neurons at the top.
    void setScale(double highest, int top);
    QString text() const; // all of it, for screen readers

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QStringList texts() const;
    int swatchWidth(int entry) const;

    double m_highest = 0;
    int m_top = 0;
};

} // namespace mutascope::widgets
