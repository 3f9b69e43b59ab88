// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/state_codec.h"
#include "core/coverage/criterion.h"
#include <cstdint>
#include <vector>

namespace mutascope {

// What each neuron did over the training set: range and standard deviation, streamed row by row, so that the
// result does not depend on how the set is cut into batches. Values that are not finite are left out; a
// neuron without a finite value has the empty range low = +inf, high = -inf.
class NeuronProfile {
public:
    explicit NeuronProfile(std::size_t neurons = 0);

    void add(const Trace &trace); // trace.neurons must be neurons()
    std::size_t neurons() const { return m_counts.size(); }
    std::uint64_t rows() const { return m_rows; }
    const NeuronRange &range() const { return m_range; }
    // Of the population (divided by n); 0 for a neuron without values.
    double deviation(std::size_t neuron) const;

    void save(StateWriter &writer) const;
    // Throws Error{BadData} where it is of another number of neurons, or holds what add() cannot produce.
    static NeuronProfile load(StateReader &reader, std::size_t neurons);

private:
    void addRow(std::span<const float> row);
    bool plausible(std::size_t neuron) const;
    std::uint64_t m_rows = 0;
    NeuronRange m_range;
    std::vector<std::uint64_t> m_counts; // finite values seen
    std::vector<double> m_means;
    std::vector<double> m_squares; // sum of squared distances to the mean
};

} // namespace mutascope
