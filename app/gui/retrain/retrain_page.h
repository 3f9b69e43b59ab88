// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs on models and tests: retrain with the tests found, train a built-in network, put tests to other
// models, make tests smaller or fewer, group them.
#pragma once

#include "app/bridge/after_values.h"
#include "app/gui/workspace.h"

#include <QWidget>

class QTabWidget;

namespace mutascope::gui {

class AfterForm;
class TransferForm;

class RetrainPage : public QWidget {
    Q_OBJECT

public:
    enum Tab { Retrain, Train, Transfer, After };

    explicit RetrainPage(Workspace &workspace, QWidget *parent = nullptr);
    void showTab(Tab tab);
    TransferForm *transferForm() const { return m_transfer; }
    AfterForm *afterForm() const { return m_after; }
    void showAfter(bridge::AfterKind kind, qint64 run); // run of the open session

Q_SIGNALS:
    void showRequested(const QString &sessionFile, qint64 run, qint64 test); // test 0: none of them

private:
    QTabWidget *m_tabs = nullptr;
    TransferForm *m_transfer = nullptr;
    AfterForm *m_after = nullptr;
};

} // namespace mutascope::gui
