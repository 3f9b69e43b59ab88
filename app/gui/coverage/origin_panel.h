// SPDX-License-Identifier: GPL-3.0-or-later
// One neuron of the map: how far it is covered, and the stored test that covered it first.
#pragma once

#include "app/gui/workspace.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace mutascope::widgets {
class ImageCompare;
}

namespace mutascope::gui {

class OriginPanel : public QWidget {
    Q_OBJECT

public:
    explicit OriginPanel(Workspace &workspace, QWidget *parent = nullptr);

    void clear();
    void showNeuron(const QString &description); // without its origin
    void showProgress(double fraction); // < 0: unknown
    void showOrigin(const bridge::NeuronOrigin &origin);
    void showText(const QString &text); // instead of an origin
    const bridge::NeuronOrigin &origin() const { return m_shown; } // neuron -1: none is shown

private:
    Workspace &m_workspace;
    QLabel *m_description = nullptr;
    QLabel *m_origin = nullptr;
    QProgressBar *m_progress = nullptr;
    QLabel *m_seed = nullptr; // its image, where it stands alone
    widgets::ImageCompare *m_images = nullptr;
    QPushButton *m_compare = nullptr;
    bridge::NeuronOrigin m_shown;
};

} // namespace mutascope::gui
