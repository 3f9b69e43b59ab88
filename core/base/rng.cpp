// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/rng.h"
#include "core/base/error.h"
#include "core/base/philox.h"
#include <cmath>
#include <numbers>

namespace mutascope {

Rng Rng::sub(std::uint64_t id) const
{
    // Stream numbers are mixed with a key of their own, apart from the numbers drawn (key: the seed).
    constexpr std::uint64_t streamKey = 0x6d75746173636f70;
    const auto words = philox(streamKey, id, m_state.stream);
    return Rng(m_state.seed, std::uint64_t(words[1]) << 32 | words[0]);
}

std::uint32_t Rng::next32()
{
    const std::uint64_t block = m_state.position >> 2;
    if (block != m_blockIndex) {
        const auto words = philox(m_state.seed, block, m_state.stream);
        m_block = {words[0], words[1], words[2], words[3]};
        m_blockIndex = block;
    }
    return m_block[m_state.position++ & 3];
}

std::uint64_t Rng::next64()
{
    const std::uint64_t first = next32();
    return std::uint64_t(next32()) << 32 | first;
}

// Lemire: Fast random integer generation in an interval. ACM TOMACS 29(1), 2019, algorithm 5.
std::uint32_t Rng::below(std::uint32_t bound)
{
    if (bound == 0)
        throw Error(ErrorCode::Internal, "a random number below 0 was asked for");
    std::uint64_t product = std::uint64_t(next32()) * bound;
    if (philoxLow(product) < bound) {
        const std::uint32_t threshold = (0u - bound) % bound;
        while (philoxLow(product) < threshold)
            product = std::uint64_t(next32()) * bound;
    }
    return philoxHigh(product);
}

int Rng::between(int low, int high)
{
    if (low > high)
        throw Error(ErrorCode::Internal, "a random number from an empty interval was asked for");
    const std::uint32_t count = std::uint32_t(high) - std::uint32_t(low) + 1;
    const std::uint32_t offset = count == 0 ? next32() : below(count); // 0: all 2^32 values
    return static_cast<int>(std::uint32_t(low) + offset);
}

double Rng::uniform()
{
    return static_cast<double>(next64() >> 11) * 0x1p-53;
}

double Rng::normal()
{
    const double radius = std::sqrt(-2 * std::log(1 - uniform())); // 1 - u is never 0
    return radius * std::cos(2 * std::numbers::pi * uniform());
}

} // namespace mutascope
