// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/rng.h"
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

// Normal noise on 8-bit values, for the mutators that add it.
namespace mutascope {

// Box-Muller, both values of a pair: an image needs a thousand of them.
template <typename Use> void forEachNormal(Rng &rng, std::size_t count, Use use)
{
    for (std::size_t i = 0; i < count; i += 2) {
        const double u = (rng.next32() + 1.0) * 0x1p-32; // never 0
        const double angle = rng.next32() * (2 * std::numbers::pi * 0x1p-32);
        const double radius = std::sqrt(-2 * std::log(u));
        use(i, radius * std::cos(angle));
        if (i + 1 < count)
            use(i + 1, radius * std::sin(angle));
    }
}

inline std::uint8_t saturated(double value)
{
    return std::uint8_t(std::clamp(value, 0.0, 255.0) + 0.5); // half goes up
}

} // namespace mutascope
