// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/neuron_profile.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace mutascope {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr std::size_t bytesPerNeuron = 2 * 4 + 3 * 8; // low, high; count, mean, squares

} // namespace

NeuronProfile::NeuronProfile(std::size_t neurons)
    : m_range{std::vector<float>(neurons, infinity), std::vector<float>(neurons, -infinity)},
      m_counts(neurons), m_means(neurons), m_squares(neurons)
{
}

void NeuronProfile::add(const Trace &trace)
{
    for (std::size_t row = 0; row < trace.count(); ++row)
        addRow(trace.row(row));
    m_rows += trace.count();
}

// Mean and squares after Welford (1962), "Note on a method for calculating corrected sums of squares and
// products": no cancellation however far the mean is from 0.
void NeuronProfile::addRow(std::span<const float> row)
{
    for (std::size_t i = 0; i < row.size(); ++i) {
        const float value = row[i];
        if (!std::isfinite(value))
            continue;
        m_range.low[i] = std::min(m_range.low[i], value);
        m_range.high[i] = std::max(m_range.high[i], value);
        const double before = value - m_means[i];
        m_means[i] += before / double(++m_counts[i]);
        m_squares[i] += before * (value - m_means[i]);
    }
}

double NeuronProfile::deviation(std::size_t neuron) const
{
    return m_counts[neuron] == 0 ? 0.0 : std::sqrt(m_squares[neuron] / double(m_counts[neuron]));
}

void NeuronProfile::save(StateWriter &writer) const
{
    writer.u64(m_rows);
    for (std::size_t i = 0; i < neurons(); ++i) {
        writer.f32(m_range.low[i]);
        writer.f32(m_range.high[i]);
        writer.u64(m_counts[i]);
        writer.f64(m_means[i]);
        writer.f64(m_squares[i]);
    }
}

NeuronProfile NeuronProfile::load(StateReader &reader, std::size_t neurons)
{
    NeuronProfile profile(neurons);
    profile.m_rows = reader.u64();
    if (reader.remaining() != neurons * bytesPerNeuron)
        throwBadState("its profile is of another size");
    for (std::size_t i = 0; i < neurons; ++i) {
        profile.m_range.low[i] = reader.f32();
        profile.m_range.high[i] = reader.f32();
        profile.m_counts[i] = reader.u64();
        profile.m_means[i] = reader.f64();
        profile.m_squares[i] = reader.f64();
        if (!profile.plausible(i))
            throwBadState("its profile holds impossible values");
    }
    return profile;
}

bool NeuronProfile::plausible(std::size_t neuron) const
{
    const float low = m_range.low[neuron];
    const float high = m_range.high[neuron];
    if (m_counts[neuron] > m_rows || !std::isfinite(m_means[neuron]) || !(m_squares[neuron] >= 0)
        || std::isinf(m_squares[neuron]))
        return false;
    if (m_counts[neuron] == 0)
        return low == infinity && high == -infinity;
    return std::isfinite(low) && std::isfinite(high) && low <= high;
}

} // namespace mutascope
