// SPDX-License-Identifier: GPL-3.0-or-later
// The curves of all runs of the session in one plot; that of the run at work grows.
#pragma once

#include "app/gui/workspace.h"

#include <QSet>
#include <QWidget>

class QStackedLayout;

namespace mutascope::widgets {
class CoveragePlot;
}

namespace mutascope::gui {

class CurveBoard : public QWidget {
    Q_OBJECT

public:
    explicit CurveBoard(Workspace &workspace, QWidget *parent = nullptr);
    widgets::CoveragePlot *plot() const { return m_plot; }

private:
    QWidget *buildPlotPage();
    QWidget *buildPlotBar();
    void clear();
    void showPlotOrHint();
    void syncRuns();
    void syncFailing();
    void fetch(qint64 run);
    void accept(qint64 run, const bridge::RunCurves &curves);
    void addLivePoints(const QList<bridge::CurvePoint> &points);
    void ensureSeries(qint64 run);
    void removeRun(qint64 run);

    Workspace &m_workspace;
    QStackedLayout *m_stack = nullptr; // a hint while there is nothing to draw, then the plot
    widgets::CoveragePlot *m_plot = nullptr;
    QSet<qint64> m_known; // fetched, or asked for
    qint64 m_failingRun = 0; // whose failing tests are drawn
    qint64 m_liveRun = 0;
    QList<bridge::CurvePoint> m_livePoints; // of it, in case they are fetched before they are stored
};

} // namespace mutascope::gui
