// SPDX-License-Identifier: GPL-3.0-or-later
// The choices of a loss plot above it: axis, scale, smoothing, saving.
#pragma once

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QSlider;

namespace mutascope::widgets {
class LossPlot;
}

namespace mutascope::gui {

class Workspace;

class LossBar : public QWidget {
    Q_OBJECT

public:
    LossBar(widgets::LossPlot &plot, Workspace &workspace, QWidget *parent = nullptr);

private:
    void showChoices();

    widgets::LossPlot &m_plot;
    QComboBox *m_axis = nullptr;
    QCheckBox *m_logarithmic = nullptr;
    QLabel *m_smoothLabel = nullptr;
    QSlider *m_smoothing = nullptr;
    QLabel *m_weight = nullptr;
};

} // namespace mutascope::gui
