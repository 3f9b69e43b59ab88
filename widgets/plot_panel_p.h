// SPDX-License-Identifier: GPL-3.0-or-later
// State of PlotPanel, for those that derive from it: series, axes and drawing.
#pragma once

#include "widgets/plot_data.h"
#include "widgets/plot_panel.h"
#include "widgets/qcustomplot_header.h"

#include <QPalette>
#include <QTimer>
#include <optional>
#include <vector>

namespace mutascope::widgets {

struct PlotPanel::Panel {
    struct Series {
        QString id;
        QString name;
        Side side = Side::Left;
        QCPGraph *graph = nullptr;
        QString companion; // the series whose colour it has, or empty
    };

    PlotPanel *owner = nullptr;
    QCustomPlot *plot = nullptr;
    QLabel *title = nullptr;
    QLabel *readout = nullptr;
    QAction *autoX = nullptr;
    QAction *autoY = nullptr;
    QCPItemStraightLine *cursor = nullptr;
    QCPItemText *emptyText = nullptr;
    QTimer timer;
    std::vector<Series> series;
    QString titleText;
    QString readoutText;
    bool colorsBySide = true; // else all series have colours of their own
    bool settingRange = false;
    bool printing = false; // while a picture is exported
    int replots = 0;

    Series *find(const QString &id);
    const Series *find(const QString &id) const { return const_cast<Panel *>(this)->find(id); }
    Series &addSeries(const QString &id, const QString &name, Side side);
    void schedule();
    void redraw();
    void hover(const QPoint &position);
    void showReadout();
    QString exportName(const Series &one) const;
    QPalette palette() const; // of the desktop, or for a picture
    QColor color(const Series &one) const;

    // Drawing (plot_panel_draw.cpp)
    void applyColors();
    bool showsSide(Side side) const;
    // Both only where the axis follows the data.
    void followX(const QCPRange &range);
    void followY(Side side, const QCPRange &range);
    void releaseAxes(); // those that do not follow are dragged and zoomed
    // Of the visible series, in the shown part of the horizontal axis.
    std::optional<QCPRange> valueRange(Side side, QCP::SignDomain signs = QCP::sdBoth) const;
    int buckets() const; // so many points, four times, are as good as all
    void updateLegend();

    void build(const QString &emptyWords); // once (plot_panel_setup.cpp)
    void zoomX(double factor);
    void panX(double share);

    // Export (plot_panel_export.cpp)
    bool write(QIODevice &device, const QString &suffix);
    QMenu *contextMenu();

private:
    void setUpPlot();
    void setUpLegend();
    void setUpItems(const QString &emptyWords);
    void makeActions();
    void onRangeChanged(QAction *automatic);
    void toggleSeries(QCPAbstractLegendItem *item);
    void applyAxisColors(QCPAxis *axis, const QPalette &palette, bool grid);
    int colorIndex(const Series &one) const;
};

} // namespace mutascope::widgets
