// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/rng.h"
#include "core/engines/graph/tensor_type.h"
#include <cstddef>

// The numbers in a graph's inputs and parameters. A graph keeps what they are made from, not the numbers.
namespace mutascope::engines {

enum class Fill : std::uint8_t {
    Ordinary, // uniform in [-1, 1]; whole numbers in [-8, 8] or [0, 8]
    Large, // magnitudes of 1e3 to 1e4, either sign
    Tiny, // magnitudes of 1e-6 to 1e-5
    Denormal, // below the smallest normal number
    Zero, // 0 and -0
    Ties, // multiples of a half from -1 to 1: equal neighbours, and values halfway between whole numbers
    One, // 1, true: what a reduced graph is left with
};
inline constexpr int fills = 7;
inline constexpr int specialFills = 5; // those from Large to Ties, which generated graphs are given
const char *nameOf(Fill fill); // "ordinary" ...
std::optional<Fill> fillNamed(const std::string &name);

// What an operator asks of a parameter's numbers, whatever the fill.
struct ValueDomain {
    enum class Kind : std::uint8_t {
        Any,
        Positive, // at least 1e-3: variances, scales
        NonZero, // magnitude at least 1e-3
        Index, // whole, in [-bound, bound)
        Value, // all equal to value
    };
    Kind kind = Kind::Any;
    std::int64_t bound = 0;
    double value = 0;
    bool operator==(const ValueDomain &) const = default;
};

// Dense, row-major, in the machine's byte order. One byte a Bool.
struct TensorData {
    TensorType type;
    std::vector<std::byte> bytes;
    bool operator==(const TensorData &) const = default;
};

// A pure function of its arguments.
TensorData makeValues(const TensorType &type, Fill fill, const ValueDomain &domain, Rng rng);

// All elements as double; Int64 beyond 2^53 is rounded.
std::vector<double> asDoubles(const TensorData &data);

} // namespace mutascope::engines
