// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wpedantic"
#include <Random123/philox.h>
#pragma GCC diagnostic pop

// Philox4x32-10: Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3. SC 2011,
// section 3.3.
namespace mutascope {

inline std::uint32_t philoxLow(std::uint64_t value)
{
    return static_cast<std::uint32_t>(value);
}

inline std::uint32_t philoxHigh(std::uint64_t value)
{
    return static_cast<std::uint32_t>(value >> 32);
}

inline r123::Philox4x32::ctr_type philox(std::uint64_t key, std::uint64_t counterLow,
                                         std::uint64_t counterHigh)
{
    const r123::Philox4x32::ctr_type counter
        = {{philoxLow(counterLow), philoxHigh(counterLow), philoxLow(counterHigh), philoxHigh(counterHigh)}};
    const r123::Philox4x32::key_type words = {{philoxLow(key), philoxHigh(key)}};
    return r123::Philox4x32()(counter, words);
}

} // namespace mutascope
