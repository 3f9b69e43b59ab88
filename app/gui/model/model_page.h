// SPDX-License-Identifier: GPL-3.0-or-later
// The project's model: what it is, how good it is, its layers, what its neurons do.
#pragma once

#include "app/gui/workspace.h"

class QLabel;
class QStackedLayout;

namespace mutascope::gui {

class LayerPanel;
class NeuronPanel;

class ModelPage : public QWidget {
    Q_OBJECT

public:
    explicit ModelPage(Workspace &workspace, QWidget *parent = nullptr);

    LayerPanel *layers() const { return m_layers; }
    NeuronPanel *neurons() const { return m_neurons; }
    void setLayerPattern(const QString &pattern);

Q_SIGNALS:
    void layerPatternChanged(const QString &pattern);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *buildHeader();
    QWidget *buildContent();
    void showProject();

    Workspace &m_workspace;
    QStackedLayout *m_stack = nullptr; // a hint while no project is open
    QLabel *m_name = nullptr;
    QLabel *m_file = nullptr;
    QLabel *m_facts = nullptr;
    LayerPanel *m_layers = nullptr;
    NeuronPanel *m_neurons = nullptr;
};

} // namespace mutascope::gui
