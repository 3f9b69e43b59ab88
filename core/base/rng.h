// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>

// Counter-based random numbers (Philox4x32-10 of Salmon et al., SC'11, by way of Random123).
// A stream is fixed by (seed, stream id); sub() gives an independent stream, so that a mutant can be made
// again from its own stream alone. The distributions are our own: those of std differ between libraries.
// Value type; not thread-safe.
namespace mutascope {

class Rng {
public:
    struct State {
        std::uint64_t seed = 0;
        std::uint64_t stream = 0;
        std::uint64_t position = 0; // 32-bit words drawn so far
    };

    explicit Rng(std::uint64_t seed = 0, std::uint64_t stream = 0) : m_state{seed, stream, 0} { }
    explicit Rng(const State &state) : m_state(state) { }

    // An independent stream; does not change this one.
    Rng sub(std::uint64_t id) const;

    std::uint32_t next32();
    std::uint64_t next64();
    // Uniform in [0, bound); bound > 0. Without modulo bias.
    std::uint32_t below(std::uint32_t bound);
    // Uniform in [low, high].
    int between(int low, int high);
    // Uniform in [0, 1), 53 bits.
    double uniform();
    // Standard normal (Box-Muller, one value a pair of draws, so that position alone is the state).
    double normal();

    const State &state() const { return m_state; }

private:
    State m_state;
    std::array<std::uint32_t, 4> m_block{};
    std::uint64_t m_blockIndex = ~std::uint64_t{0};
};

} // namespace mutascope
