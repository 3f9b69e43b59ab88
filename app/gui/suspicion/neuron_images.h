// SPDX-License-Identifier: GPL-3.0-or-later
// What a suspicious neuron answers to: the test images that activate it most, and which pixels of the chosen
// one raise it.
#pragma once

#include "app/bridge/activation_probe.h"
#include "app/bridge/suspicion_gradient.h"
#include "app/gui/workspace.h"

class QLabel;
class QProgressBar;

namespace mutascope::widgets {
class HeatMap;
class ThumbnailGrid;
} // namespace mutascope::widgets

namespace mutascope::gui {

class NeuronImages : public QWidget {
    Q_OBJECT

public:
    explicit NeuronImages(Workspace &workspace, QWidget *parent = nullptr);

    // layer: by its name, of the project's model.
    void setNeuron(const QString &layer, int neuron);
    void clear(const QString &why);
    // Whether it can be seen: nothing is measured for nobody.
    void setActive(bool active);
    bool isWaiting() const { return m_waiting; } // for images or a gradient
    widgets::ThumbnailGrid *images() const { return m_grid; }
    widgets::HeatMap *heatMap() const { return m_heat; }
    QString state() const;

private:
    void build();
    void connectAll();
    void ask();
    void showStrongest(const bridge::NeuronActivation &activation);
    void askGradient(qint64 image);
    void showGradient(const bridge::NeuronGradient &gradient);
    void showState(const QString &text, bool isError);
    int layerIndex() const;

    Workspace &m_workspace;
    bridge::ActivationProbe m_probe;
    bridge::SuspicionGradient m_gradient;
    QString m_layer;
    int m_neuron = -1;
    bool m_active = false;
    bool m_asked = false;
    bool m_waiting = false;
    QLabel *m_state = nullptr;
    QProgressBar *m_progress = nullptr;
    widgets::ThumbnailGrid *m_grid = nullptr;
    widgets::HeatMap *m_heat = nullptr;
    QLabel *m_caption = nullptr;
};

} // namespace mutascope::gui
