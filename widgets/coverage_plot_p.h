// SPDX-License-Identifier: GPL-3.0-or-later
// State of CoveragePlot: series, axes and drawing.
#pragma once

#include "widgets/coverage_plot.h"
#include "widgets/qcustomplot_header.h"

#include <QPalette>
#include <QTimer>
#include <vector>

namespace mutascope::widgets {

struct CoveragePlot::Private {
    struct Series {
        QString id;
        QString name;
        SeriesKind kind = SeriesKind::Coverage;
        std::vector<SeriesPoint> points;
        QCPGraph *graph = nullptr;
        QString companion; // the series whose colour it has, or empty
    };

    CoveragePlot *owner = nullptr;
    QCustomPlot *plot = nullptr;
    QLabel *title = nullptr;
    QLabel *readout = nullptr;
    QAction *autoX = nullptr;
    QAction *autoY = nullptr;
    QCPItemStraightLine *cursor = nullptr;
    QCPItemText *emptyText = nullptr;
    QTimer timer;
    std::vector<Series> series;
    PlotAxis xAxis = PlotAxis::Time;
    YMode yMode = YMode::Percent;
    QString yLabel;
    QString titleText;
    QString readoutText;
    bool settingRange = false;
    bool printing = false; // while a picture is exported
    int replots = 0;

    Series *find(const QString &id);
    const Series *find(const QString &id) const { return const_cast<Private *>(this)->find(id); }
    void schedule();
    void redraw();
    void setUpPlot();
    void setUpLegend();
    void setUpItems();
    void makeActions();
    void onRangeChanged(QAction *automatic);
    void toggleSeries(QCPAbstractLegendItem *item);
    void zoomX(double factor);
    void panX(double share);

    // Drawing (coverage_plot_draw.cpp)
    void applyColors(const QPalette &palette);
    int colorIndex(const Series &one) const;
    void applyAxisColors(QCPAxis *axis, const QPalette &palette, bool grid);
    void updateAxes();
    void updateLegend();
    void updateXRange();
    void updateYRange(QCPAxis *axis, SeriesKind kind);
    void updateGraph(Series &one);
    QString xLabel() const;
    QString leftLabel() const;
    QCPRange dataRangeX() const;

    // Readout (coverage_plot_readout.cpp)
    QString positionText(double at) const;
    QString valueText(const Series &one, double value) const;
    void hover(const QPoint &position);
    void showReadout();

    // Export (coverage_plot_export.cpp)
    QString exportName(const Series &one) const;
    QByteArray csv() const;
    bool write(QIODevice &device, const QString &suffix);
    bool writePicture(QIODevice &device, const QString &suffix);
    bool paintOn(QPaintDevice &device, const QSize &size);
    QMenu *contextMenu();
};

} // namespace mutascope::widgets
