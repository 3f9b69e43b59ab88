// SPDX-License-Identifier: GPL-3.0-or-later
// A map of a network's neurons by how suspicious they are: the stronger the colour, the higher the score;
// those at the top of the ranking in a colour of their own.
#pragma once

#include "widgets/neuron_map.h"

namespace mutascope::widgets {

struct SuspicionMapData {
    std::vector<NeuronMapLayer> layers;
    std::vector<double> scores; // of each neuron, layer after layer; 0: not suspicious
    std::vector<int> top; // neurons in the order of the ranking
};

class SuspicionMap : public NeuronMap {
    Q_OBJECT

public:
    explicit SuspicionMap(QWidget *parent = nullptr);

    // Refuses (false) scores that do not fit the layers, and neurons that are not among them.
    bool setSuspicion(SuspicionMapData data);
    const SuspicionMapData &suspicion() const { return m_suspicion; }
    QString describe(int neuron) const; // "fc1, neuron 7: score 0.83, rank 2"

protected:
    bool viewportEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void showDescription();
    int rankOf(int neuron) const; // from 1; 0: not at the top

    SuspicionMapData m_suspicion;
};

} // namespace mutascope::widgets
