// SPDX-License-Identifier: GPL-3.0-or-later
// Parallel coordinates: an axis a figure, from its worst value at the foot to its best at the top, and a line
// a group.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

namespace mutascope::widgets {

struct ParallelPlotData {
    struct Axis {
        QString name;
        QString unit;
        bool higherIsBetter = true;
    };
    struct Line {
        QString name;
        std::vector<std::optional<double>> values; // one an axis
    };
    std::vector<Axis> axes;
    std::vector<Line> lines; // coloured as the series of a plot
};

class ParallelPlot : public QWidget {
    Q_OBJECT

public:
    explicit ParallelPlot(QWidget *parent = nullptr);

    // Axes on which nobody, or only one line, has a value are left out.
    void setData(ParallelPlotData data);
    const ParallelPlotData &data() const { return m_data; } // as shown
    int highlighted() const { return m_highlighted; } // line under the mouse; -1: none
    void setHighlighted(int line);
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct Range {
        double low = 0;
        double high = 0;
    };
    QRectF plotArea() const;
    double axisX(std::size_t axis, const QRectF &area) const;
    std::optional<QPointF> spot(std::size_t line, std::size_t axis, const QRectF &area) const;
    int lineAt(const QPointF &position) const;
    void drawAxes(QPainter &painter, const QRectF &area) const;
    void drawLine(QPainter &painter, const QRectF &area, std::size_t line) const;
    void drawLegend(QPainter &painter, const QRectF &area) const;

    ParallelPlotData m_data;
    std::vector<Range> m_ranges; // of m_data.axes
    int m_highlighted = -1;
};

} // namespace mutascope::widgets
