// SPDX-License-Identifier: GPL-3.0-or-later
// Which neurons the current run covers: live while it runs, from the session afterwards.
#pragma once

#include "app/bridge/coverage_mapper.h"
#include "app/gui/coverage/map_history.h"
#include "app/gui/workspace.h"

#include <QElapsedTimer>

class QComboBox;
class QLabel;

namespace mutascope::widgets {
class NeuronLegend;
class NeuronMap;
class SearchCombo;
} // namespace mutascope::widgets

namespace mutascope::gui {

class OriginPanel;

class CoveragePage : public QWidget {
    Q_OBJECT

public:
    explicit CoveragePage(Workspace &workspace, QWidget *parent = nullptr);

    widgets::NeuronMap *map() const { return m_map; }
    // What was covered when the search began; empty: not known yet.
    const std::vector<quint32> &start() const { return m_history.start(); }
    bool knowsStart() const { return !start().empty(); }
    bool showsOrigin() const; // of the current neuron

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *buildHeader();
    QWidget *buildZoom();
    QWidget *buildContent();
    void connectRun();
    void connectMapper();
    void fillRuns();
    void reset(const QString &why);
    void loadStored();
    void showLive(const widgets::NeuronMapData &map);
    void showStored(qint64 run, const widgets::NeuronMapData &map);
    void showMap(const widgets::NeuronMapData &map);
    void showNew();
    void showFigure(const widgets::NeuronMapCounts &counts);
    void onNeuronChosen(int neuron);
    bool isShownLive() const;

    Workspace &m_workspace;
    bridge::CoverageMapper m_mapper;
    MapHistory m_history;
    QElapsedTimer m_clock; // since the first live map
    bool m_stale = true; // what is shown is not what the session holds
    widgets::SearchCombo *m_run = nullptr;
    QComboBox *m_since = nullptr;
    QLabel *m_figure = nullptr;
    QLabel *m_note = nullptr;
    widgets::NeuronLegend *m_legend = nullptr;
    widgets::NeuronMap *m_map = nullptr;
    OriginPanel *m_origin = nullptr;
};

} // namespace mutascope::gui
