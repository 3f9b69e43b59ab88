// SPDX-License-Identifier: GPL-3.0-or-later
// Coverage and failing tests of several runs over time, model calls or tests.
#pragma once

#include "widgets/plot_data.h"

#include <QString>
#include <QStringList>
#include <QWidget>
#include <memory>
#include <vector>

namespace mutascope::widgets {

class CoveragePlot : public QWidget {
    Q_OBJECT

public:
    using XAxis = PlotAxis; // Time, Calls, Tests
    enum class YMode { Percent, Automatic }; // left axis: 0..1 shown as 0..100 %, or the plain values
    enum class SeriesKind { Coverage, FailingTests }; // left axis, or right axis (dashed)

    explicit CoveragePlot(QWidget *parent = nullptr);
    ~CoveragePlot() override;

    void addSeries(const QString &id, const QString &name, SeriesKind kind = SeriesKind::Coverage);
    void removeSeries(const QString &id);
    bool hasSeries(const QString &id) const;
    QStringList seriesIds() const;
    // The series is drawn in the colour of another one: both belong to one run.
    void setCompanion(const QString &id, const QString &of);
    void setSeriesName(const QString &id, const QString &name);
    // Unknown ids are ignored. Cheap: the plot is redrawn at most 30 times a second.
    void appendPoint(const QString &id, const SeriesPoint &point);
    void setPoints(const QString &id, std::vector<SeriesPoint> points);
    const std::vector<SeriesPoint> &points(const QString &id) const;
    void clear(); // removes all series
    void clearPoints(); // keeps the series

    XAxis xAxis() const;
    void setXAxis(XAxis axis);
    YMode yMode() const;
    void setYMode(YMode mode);
    void setTitle(const QString &title);
    void setYLabel(const QString &label);

    // By suffix: png, svg, pdf, csv. Written through QSaveFile; false and a message when it fails.
    bool exportTo(const QString &path, QString *error = nullptr);

    // The values at a position of the horizontal axis; the text under the plot shows them for the mouse.
    QString readoutAt(double position) const;
    QString readoutText() const;

    // Whether an axis follows the data. Zooming and panning switch it off, resetView() on.
    bool isAutoScaleX() const;
    bool isAutoScaleY() const;
    // A click on the legend hides or shows a series, too.
    void setSeriesVisible(const QString &id, bool visible);
    bool isSeriesVisible(const QString &id) const;

    int replotCount() const; // for tests
    int plottedPointCount(const QString &id) const; // after decimation

public Q_SLOTS:
    void setAutoScaleX(bool automatic);
    void setAutoScaleY(bool automatic);
    void resetView(); // shows all data again after zooming or panning
    void askExportPath(); // opens a file dialog without blocking
    void copyToClipboard();

Q_SIGNALS:
    void exported(const QString &path);
    void exportFailed(const QString &path, const QString &message);
    void xAxisChanged();
    void autoScaleChanged();

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace mutascope::widgets
