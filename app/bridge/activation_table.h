// SPDX-License-Identifier: GPL-3.0-or-later
// The neuron values of one layer over the first images of a project's test data. Used by one thread.
#pragma once

#include "app/bridge/values.h"
#include "core/run/project.h"

#include <functional>
#include <memory>

namespace mutascope::bridge {

class ActivationTable {
public:
    explicit ActivationTable(const QString &projectFolder); // throws Error

    using Progress = std::function<bool(double)>; // returns false to stop
    // What was measured of the same layer before is used again. Throws Error. False where it was stopped.
    bool measure(int layer, int neuron, qint64 images, const Progress &progress);
    // Of the last measure().
    NeuronActivation result() const;

private:
    void start(int layer, int neuron);
    void add(std::size_t begin, std::size_t end);
    float value(std::size_t image) const;
    void addStrongest(NeuronActivation &activation, std::vector<std::size_t> order) const;

    std::unique_ptr<Model> m_model;
    std::unique_ptr<Dataset> m_data;
    int m_layer = -1;
    int m_neuron = 0;
    bool m_whole = true; // all neurons of the layer are kept, else the chosen one alone
    std::size_t m_width = 0; // values kept of each image
    std::size_t m_seen = 0; // images measured
    std::size_t m_shown = 0; // of these, asked for
    std::vector<float> m_values;
};

} // namespace mutascope::bridge
