// SPDX-License-Identifier: GPL-3.0-or-later
// Which neurons a run of DeepFault found suspicious: a map of the layers, a table, and what the chosen neuron
// answers to.
#pragma once

#include "app/bridge/suspicion.h"
#include "app/gui/workspace.h"

#include <QWidget>

class QLabel;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;

namespace mutascope::widgets {
class SearchCombo;
class SuspicionLegend;
class SuspicionMap;
} // namespace mutascope::widgets

namespace mutascope::gui {

class NeuronImages;
class NeuronTableModel;

class SuspicionPage : public QWidget {
    Q_OBJECT

public:
    explicit SuspicionPage(Workspace &workspace, QWidget *parent = nullptr);

    widgets::SuspicionMap *map() const { return m_map; }
    QTableView *table() const { return m_table; }
    NeuronImages *images() const { return m_images; }
    const bridge::Suspicion &suspicion() const { return m_suspicion; }
    bool isReading() const { return m_reading; }
    void chooseClass(int label); // -1: the ranking over all classes

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *buildHeader();
    QWidget *buildContent();
    QWidget *buildMap();
    void buildTable();
    void connectWorkspace();
    void connectReader();
    void fillRuns();
    void reset(const QString &why);
    void load();
    void accept(const bridge::Suspicion &suspicion);
    void fillClasses();
    void showRanking();
    void showNote(const bridge::SuspicionRanking &chosen, const bridge::SuspicionRanking &used);
    void showHint(const QString &text);
    void chooseOnMap(int neuron);
    void chooseRow(int row); // of the model
    int mapIndex(const bridge::SuspiciousNeuron &neuron) const;
    const bridge::SuspicionRanking *ranking(int label) const;
    QString classText(int label) const;

    Workspace &m_workspace;
    bridge::SuspicionReader m_reader;
    bridge::Suspicion m_suspicion;
    bool m_reading = false;
    bool m_stale = true; // what is shown is not what the session holds
    bool m_selecting = false; // by us, not by the reader
    widgets::SearchCombo *m_run = nullptr;
    widgets::SearchCombo *m_class = nullptr;
    QLabel *m_classLabel = nullptr;
    QLabel *m_title = nullptr;
    QLabel *m_note = nullptr;
    QStackedWidget *m_stack = nullptr; // a hint, or the content
    QLabel *m_hint = nullptr;
    widgets::SuspicionMap *m_map = nullptr;
    widgets::SuspicionLegend *m_legend = nullptr;
    QTableView *m_table = nullptr;
    NeuronTableModel *m_model = nullptr;
    QSortFilterProxyModel *m_sorted = nullptr;
    NeuronImages *m_images = nullptr;
};

} // namespace mutascope::gui
