// SPDX-License-Identifier: GPL-3.0-or-later
// Curves in one plot with a left and a right axis: a legend that hides them, zoom, the values under the
// mouse, export. What is drawn, and along which axis, is for those that derive from it.
#pragma once

#include "widgets/exportable_plot.h"

#include <QStringList>
#include <memory>

class QMenu;

namespace mutascope::widgets {

class PlotPanel : public ExportablePlot {
    Q_OBJECT

public:
    enum class Side { Left, Right }; // the axis of a series; those of the right one are dashed

    ~PlotPanel() override;

    bool hasSeries(const QString &id) const;
    QStringList seriesIds() const;
    virtual void removeSeries(const QString &id);
    virtual void clear(); // removes all series
    // The series is drawn in the colour of another one: both belong together.
    void setCompanion(const QString &id, const QString &of);
    void setSeriesName(const QString &id, const QString &name);
    // A click on the legend hides or shows a series, too.
    void setSeriesVisible(const QString &id, bool visible);
    bool isSeriesVisible(const QString &id) const;
    void setTitle(const QString &title);

    // The values at a position of the horizontal axis; the text under the plot shows them for the mouse.
    virtual QString readoutAt(double position) const = 0;
    QString readoutText() const;

    // Whether an axis follows the data. Zooming and panning switch it off, resetView() on.
    bool isAutoScaleX() const;
    bool isAutoScaleY() const;

    int replotCount() const; // for tests
    int plottedPointCount(const QString &id) const; // after decimation

    // What the plot says while it has nothing to draw.
    void setEmptyText(const QString &text);

public Q_SLOTS:
    void setAutoScaleX(bool automatic);
    void setAutoScaleY(bool automatic);
    void resetView(); // shows all data again after zooming or panning
    void copyToClipboard();

Q_SIGNALS:
    void autoScaleChanged();

protected:
    // emptyText: as setEmptyText().
    PlotPanel(const QString &accessibleName, const QString &emptyText, QWidget *parent);

    virtual bool isEmpty() const = 0;
    virtual void draw() = 0; // ranges, curves and axes, before each replot
    virtual void applyOwnColors(const QPalette &) { } // of what is drawn beside the series
    virtual void addChoices(QMenu &menu) = 0; // at the head of the context menu

    QCustomPlot *exportedPlot() override;
    void recolor() override;
    QString exportTitle() const override;

    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

    struct Panel; // plot_panel_p.h
    std::unique_ptr<Panel> m_panel;
};

} // namespace mutascope::widgets
