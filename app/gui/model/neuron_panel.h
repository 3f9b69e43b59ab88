// SPDX-License-Identifier: GPL-3.0-or-later
// What one neuron does over the test images: its values, and the images it answers to most.
#pragma once

#include "app/bridge/activation_probe.h"
#include "app/gui/workspace.h"

class QLabel;
class QProgressBar;
class QSlider;
class QSpinBox;

namespace mutascope::widgets {
class ActivationPlot;
class SearchCombo;
class ThumbnailGrid;
} // namespace mutascope::widgets

namespace mutascope::gui {

class NeuronPanel : public QWidget {
    Q_OBJECT

public:
    explicit NeuronPanel(Workspace &workspace, QWidget *parent = nullptr);

    void setLayer(int layer); // of the project's model; -1: none
    int neuron() const;
    void setNeuron(int neuron);
    // Whether it can be seen: nothing is measured for nobody.
    void setActive(bool active);
    const bridge::NeuronActivation &activation() const { return m_activation; }

private:
    QWidget *buildControls();
    void connectAll();
    void clear();
    void fillClasses();
    void ask();
    void accept(const bridge::NeuronActivation &activation);
    void showHistogram();
    void showStrongest();
    void showState(const QString &text, bool isError);

    Workspace &m_workspace;
    bridge::ActivationProbe m_probe;
    bridge::NeuronActivation m_activation;
    QString m_layerName;
    int m_layer = -1;
    bool m_active = false;
    bool m_asked = false; // the question at work, or answered, is the one of the controls
    QSpinBox *m_neuron = nullptr;
    QSlider *m_slider = nullptr;
    QLabel *m_range = nullptr;
    QSpinBox *m_images = nullptr;
    widgets::SearchCombo *m_class = nullptr;
    QLabel *m_state = nullptr;
    QProgressBar *m_progress = nullptr;
    widgets::ActivationPlot *m_plot = nullptr;
    widgets::ThumbnailGrid *m_strongest = nullptr;
};

} // namespace mutascope::gui
