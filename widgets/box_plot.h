// SPDX-License-Identifier: GPL-3.0-or-later
// A box a group: quartiles, whiskers to the extremes, a dot for each value.
#pragma once

#include <QWidget>
#include <vector>

namespace mutascope::widgets {

struct BoxPlotData {
    struct Box {
        QString name;
        std::vector<double> values;
        std::vector<double> quartiles; // minimum, lower, median, upper, maximum; empty: there is no box
        QString missing; // why
    };
    QString title;
    QString unit;
    QString direction; // "more is better"
    std::vector<Box> boxes; // coloured as the series of a plot
};

class BoxPlot : public QWidget {
    Q_OBJECT

public:
    explicit BoxPlot(QWidget *parent = nullptr);

    void setData(BoxPlotData data);
    const BoxPlotData &data() const { return m_data; }
    QString readoutAt(const QPoint &position) const; // of the box there
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QRectF plotArea() const;
    int boxAt(const QPoint &position) const;
    double y(double value, const QRectF &area) const;
    void drawAxis(QPainter &painter, const QRectF &area) const;
    void drawBox(QPainter &painter, const QRectF &slot, int index) const;
    void drawName(QPainter &painter, const QRectF &slot, int index) const;

    BoxPlotData m_data;
    double m_low = 0;
    double m_high = 1;
    double m_step = 1; // between ticks
};

} // namespace mutascope::widgets
