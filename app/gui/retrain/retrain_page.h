// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs on models: retrain with the tests found, train a built-in network, put tests to other models.
#pragma once

#include "app/gui/workspace.h"

#include <QWidget>

class QTabWidget;

namespace mutascope::gui {

class TransferForm;

class RetrainPage : public QWidget {
    Q_OBJECT

public:
    enum Tab { Retrain, Train, Transfer };

    explicit RetrainPage(Workspace &workspace, QWidget *parent = nullptr);
    void showTab(Tab tab);
    TransferForm *transferForm() const { return m_transfer; }

private:
    QTabWidget *m_tabs = nullptr;
    TransferForm *m_transfer = nullptr;
};

} // namespace mutascope::gui
