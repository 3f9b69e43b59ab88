// SPDX-License-Identifier: GPL-3.0-or-later
// The model's accuracy in big figures, or how far its measurement is.
#pragma once

#include "app/gui/workspace.h"

#include <QWidget>

class QLabel;
class QProgressBar;

namespace mutascope::gui {

class AccuracyView : public QWidget {
    Q_OBJECT

public:
    // figureName: object name of the label with the figure.
    AccuracyView(Workspace &workspace, const QString &figureName, QWidget *parent = nullptr);

private:
    void showAccuracy();
    void showFailures(const bridge::CleanAccuracy &accuracy);

    Workspace &m_workspace;
    QLabel *m_figure = nullptr;
    QLabel *m_note = nullptr;
    QLabel *m_failures = nullptr; // how many images the model fails on; hidden without any
    QProgressBar *m_progress = nullptr;
};

QFont scaledFont(QFont font, double scale); // bold

} // namespace mutascope::gui
