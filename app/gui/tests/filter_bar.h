// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses which tests of which run are shown.
#pragma once

#include "app/gui/workspace.h"

#include <QWidget>

class QCheckBox;
class QLabel;

namespace mutascope::widgets {
class SearchCombo;
}

namespace mutascope::gui {

class FilterBar : public QWidget {
    Q_OBJECT

public:
    explicit FilterBar(Workspace &workspace, QWidget *parent = nullptr);

    bridge::TestQuery query() const;
    bool newestFirst() const;
    void setCountText(const QString &text);
    void focusFirst(); // for Ctrl+F

public Q_SLOTS:
    void clearFilters();

Q_SIGNALS:
    void queryChanged();
    void orderChanged();

private:
    widgets::SearchCombo *addCombo(const QString &label, const QString &objectName, const QString &toolTip);
    void connectAll();
    void fillStates();
    void fillRuns();
    void fillClasses();
    void fillMutators();
    void fillVerdicts();
    void onRunChosen();

    Workspace &m_workspace;
    widgets::SearchCombo *m_run = nullptr;
    widgets::SearchCombo *m_state = nullptr;
    widgets::SearchCombo *m_label = nullptr;
    widgets::SearchCombo *m_predicted = nullptr;
    widgets::SearchCombo *m_mutator = nullptr;
    widgets::SearchCombo *m_people = nullptr;
    QCheckBox *m_newestFirst = nullptr;
    QLabel *m_count = nullptr;
};

} // namespace mutascope::gui
