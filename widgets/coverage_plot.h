// SPDX-License-Identifier: GPL-3.0-or-later
// Coverage and failing tests of several runs over time, model calls or tests.
#pragma once

#include "widgets/plot_data.h"
#include "widgets/plot_panel.h"

namespace mutascope::widgets {

class CoveragePlot : public PlotPanel {
    Q_OBJECT

public:
    using XAxis = PlotAxis; // Time, Calls, Tests
    enum class YMode { Percent, Automatic }; // left axis: 0..1 shown as 0..100 %, or the plain values
    enum class SeriesKind { Coverage, FailingTests }; // left axis, or right axis (dashed)

    explicit CoveragePlot(QWidget *parent = nullptr);
    ~CoveragePlot() override;

    void addSeries(const QString &id, const QString &name, SeriesKind kind = SeriesKind::Coverage);
    void removeSeries(const QString &id) override;
    // Unknown ids are ignored. Cheap: the plot is redrawn at most 30 times a second.
    void appendPoint(const QString &id, const SeriesPoint &point);
    void setPoints(const QString &id, std::vector<SeriesPoint> points);
    const std::vector<SeriesPoint> &points(const QString &id) const;
    void clear() override;
    void clearPoints(); // keeps the series

    XAxis xAxis() const;
    void setXAxis(XAxis axis);
    YMode yMode() const;
    void setYMode(YMode mode);
    void setYLabel(const QString &label);

    QString readoutAt(double position) const override;

Q_SIGNALS:
    void xAxisChanged();

protected:
    bool isEmpty() const override;
    void draw() override;
    QByteArray csv() const override;
    void addChoices(QMenu &menu) override;

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace mutascope::widgets
