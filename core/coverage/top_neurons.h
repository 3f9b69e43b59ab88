// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mutascope {

// The k neurons of a layer with the largest (or smallest) values; of equal values the neuron with the lower
// index comes first. Values that are not finite never win.
class TopNeurons {
public:
    enum class Side { Largest, Smallest };
    explicit TopNeurons(std::size_t k, Side side = Side::Largest) : m_top(k), m_side(side) { }

    // Appends first + index of each winner, ascending.
    void select(std::span<const float> values, std::size_t first, std::vector<std::size_t> &winners) const;

private:
    std::int32_t boundOfWinners() const;
    std::size_t countAbove(std::int32_t bound) const;
    std::size_t m_top;
    Side m_side;
    mutable std::vector<std::int32_t> m_keys; // scratch: of the layer at hand
};

} // namespace mutascope
