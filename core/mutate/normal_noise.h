// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/ziggurat.h"
#include <algorithm>
#include <cstdint>

// Normal noise on 8-bit values, for the mutators that add it.
namespace mutascope {

inline std::uint8_t saturated(double value)
{
    return std::uint8_t(std::clamp(int(value + 0.5), 0, 255)); // half goes up
}

} // namespace mutascope
