// SPDX-License-Identifier: GPL-3.0-or-later
// What people say about the tests of a protocol, and what it depends on.
#pragma once

#include "app/bridge/label_values.h"

#include <QWidget>

class QLabel;
class QStackedWidget;
class QToolButton;

namespace mutascope::widgets {
class LabelValidityPlot;
}

namespace mutascope::gui {

class AutomatedPanel;
class Workspace;

class ValidityPanel : public QWidget {
    Q_OBJECT

public:
    explicit ValidityPanel(Workspace &workspace, QWidget *parent = nullptr);

    void showHint(const QString &text);
    AutomatedPanel *automated() const { return m_automated; }
    void setValidity(const bridge::ValidityValues &validity);

private:
    QStackedWidget *m_stack = nullptr;
    QLabel *m_hint = nullptr;
    QLabel *m_share = nullptr;
    QLabel *m_words = nullptr;
    widgets::LabelValidityPlot *m_size = nullptr;
    QToolButton *m_saveSize = nullptr;
    widgets::LabelValidityPlot *m_coverage = nullptr;
    QToolButton *m_saveCoverage = nullptr;
    QLabel *m_noCoverage = nullptr;
    AutomatedPanel *m_automated = nullptr;
};

} // namespace mutascope::gui
