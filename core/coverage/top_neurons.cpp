// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/top_neurons.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

namespace mutascope {

namespace {

// Integers in the order of the values; 0 and -0 are equal. What is not finite is below all others.
constexpr std::int32_t notFinite = std::numeric_limits<std::int32_t>::min();

std::int32_t keyOf(float value)
{
    const auto bits = std::bit_cast<std::int32_t>(value + 0.0f);
    return std::isfinite(value) ? bits ^ ((bits >> 31) & 0x7fffffff) : notFinite;
}

} // namespace

void TopNeurons::select(std::span<const float> values, std::size_t first,
                        std::vector<std::size_t> &winners) const
{
    m_keys.resize(values.size());
    if (m_side == Side::Largest)
        std::ranges::transform(values, m_keys.begin(), keyOf);
    else
        std::ranges::transform(values, m_keys.begin(), [](float value) { return keyOf(-value); });
    const std::int32_t bound = boundOfWinners();
    std::size_t ties = m_top - countAbove(bound);
    for (std::size_t i = 0; i < m_keys.size(); ++i) {
        if (m_keys[i] < bound || (m_keys[i] == bound && ties == 0))
            continue;
        ties -= m_keys[i] == bound;
        winners.push_back(first + i);
    }
}

std::size_t TopNeurons::countAbove(std::int32_t bound) const
{
    std::int32_t count = 0; // as wide as the keys, so that the compiler vectorises
    for (const std::int32_t key : m_keys)
        count += key > bound;
    return std::size_t(count);
}

// The winners are above it or, as far as there is room, equal to it. By bisection: counting has no branch to
// mispredict, which makes it several times faster than sorting for layers of ordinary size.
std::int32_t TopNeurons::boundOfWinners() const
{
    std::int32_t low = notFinite + 1; // what remains where fewer than k values are finite
    std::int32_t high = std::numeric_limits<std::int32_t>::max();
    while (low < high) {
        const std::int32_t middle = std::midpoint(low, high);
        const std::size_t count = countAbove(middle);
        if (count == m_top)
            return middle;
        if (count < m_top)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

} // namespace mutascope
