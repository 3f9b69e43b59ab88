// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/values.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace mutascope::engines {

namespace {

constexpr std::array<const char *, fills> fillNames
    = {"ordinary", "large", "tiny", "denormal", "zero", "ties", "one"};

// In [low, high], either sign.
double signedBetween(double low, double high, Rng &rng)
{
    const double magnitude = low + (high - low) * rng.uniform();
    return (rng.next32() & 1) != 0 ? magnitude : -magnitude;
}

double realOf(Fill fill, double smallest, Rng &rng)
{
    switch (fill) {
    case Fill::Ordinary:
        return 2 * rng.uniform() - 1;
    case Fill::Large:
        return signedBetween(1e3, 1e4, rng);
    case Fill::Tiny:
        return signedBetween(1e-6, 1e-5, rng);
    case Fill::Denormal:
        return signedBetween(smallest / 64, smallest / 2, rng);
    case Fill::Zero:
        return (rng.next32() & 1) != 0 ? 0.0 : -0.0;
    case Fill::Ties:
        return rng.between(-2, 2) * 0.5;
    case Fill::One:
        return 1;
    }
    return 0;
}

// The small magnitudes are 0 and 1 here; what is large stays inside the type.
std::int64_t wholeOf(Fill fill, bool negative, std::int64_t largest, Rng &rng)
{
    const auto within = [&](std::int64_t magnitude) {
        const int high = int(std::min(magnitude, largest));
        return std::int64_t(rng.between(negative ? -high : 0, high));
    };
    switch (fill) {
    case Fill::Large:
        return within(10000);
    case Fill::Zero:
        return 0;
    case Fill::Tiny:
    case Fill::Denormal:
    case Fill::Ties:
        return within(1);
    case Fill::One:
        return 1;
    case Fill::Ordinary:
        break;
    }
    return within(8);
}

double inDomain(double value, const ValueDomain &domain)
{
    switch (domain.kind) {
    case ValueDomain::Kind::Positive:
        return std::max(std::abs(value), 1e-3);
    case ValueDomain::Kind::NonZero:
        return std::abs(value) < 1e-3 ? std::copysign(1e-3, value) : value;
    case ValueDomain::Kind::Value:
        return domain.value;
    case ValueDomain::Kind::Index:
    case ValueDomain::Kind::Any:
        break;
    }
    return value;
}

std::int64_t inDomain(std::int64_t value, const ValueDomain &domain, bool negative, Rng &rng)
{
    switch (domain.kind) {
    case ValueDomain::Kind::Positive:
        return std::max<std::int64_t>(std::abs(value), 1);
    case ValueDomain::Kind::NonZero:
        return value == 0 ? 1 : value;
    case ValueDomain::Kind::Value:
        return std::int64_t(domain.value);
    case ValueDomain::Kind::Index:
        return rng.between(negative ? int(-domain.bound) : 0, int(domain.bound - 1));
    case ValueDomain::Kind::Any:
        break;
    }
    return value;
}

template <typename Number> void fillReals(TensorData &data, Fill fill, const ValueDomain &domain, Rng &rng)
{
    const double smallest = double(std::numeric_limits<Number>::min());
    for (std::size_t at = 0; at < data.bytes.size(); at += sizeof(Number)) {
        const Number value = Number(inDomain(realOf(fill, smallest, rng), domain));
        std::memcpy(&data.bytes[at], &value, sizeof value);
    }
}

template <typename Number> void fillWholes(TensorData &data, Fill fill, const ValueDomain &domain, Rng &rng)
{
    const bool negative = std::numeric_limits<Number>::is_signed;
    const std::int64_t largest = std::int64_t(std::numeric_limits<Number>::max());
    for (std::size_t at = 0; at < data.bytes.size(); at += sizeof(Number)) {
        const Number value = Number(inDomain(wholeOf(fill, negative, largest, rng), domain, negative, rng));
        std::memcpy(&data.bytes[at], &value, sizeof value);
    }
}

void fillBools(TensorData &data, Fill fill, const ValueDomain &domain, Rng &rng)
{
    const bool fixed = domain.kind == ValueDomain::Kind::Value;
    for (std::byte &one : data.bytes) {
        const bool drawn = fill == Fill::One || (fill != Fill::Zero && (rng.next32() & 1) != 0);
        one = std::byte{fixed ? domain.value != 0 : drawn};
    }
}

template <typename Number> std::vector<double> widened(const TensorData &data)
{
    std::vector<double> result(data.bytes.size() / sizeof(Number));
    for (std::size_t i = 0; i < result.size(); ++i) {
        Number value;
        std::memcpy(&value, &data.bytes[i * sizeof(Number)], sizeof value);
        result[i] = double(value);
    }
    return result;
}

} // namespace

const char *nameOf(Fill fill)
{
    return fillNames[std::size_t(fill)];
}

std::optional<Fill> fillNamed(const std::string &name)
{
    const auto found = std::ranges::find(fillNames, name);
    if (found == fillNames.end())
        return std::nullopt;
    return Fill(found - fillNames.begin());
}

TensorData makeValues(const TensorType &type, Fill fill, const ValueDomain &domain, Rng rng)
{
    TensorData data{type,
                    std::vector<std::byte>(std::size_t(elementsOf(type.shape)) * bytesOf(type.element))};
    switch (type.element) {
    case ElementType::Float:
        fillReals<float>(data, fill, domain, rng);
        break;
    case ElementType::Double:
        fillReals<double>(data, fill, domain, rng);
        break;
    case ElementType::Int8:
        fillWholes<std::int8_t>(data, fill, domain, rng);
        break;
    case ElementType::UInt8:
        fillWholes<std::uint8_t>(data, fill, domain, rng);
        break;
    case ElementType::Int32:
        fillWholes<std::int32_t>(data, fill, domain, rng);
        break;
    case ElementType::Int64:
        fillWholes<std::int64_t>(data, fill, domain, rng);
        break;
    case ElementType::Bool:
        fillBools(data, fill, domain, rng);
        break;
    }
    return data;
}

std::vector<double> asDoubles(const TensorData &data)
{
    switch (data.type.element) {
    case ElementType::Float:
        return widened<float>(data);
    case ElementType::Double:
        return widened<double>(data);
    case ElementType::Int8:
        return widened<std::int8_t>(data);
    case ElementType::Int32:
        return widened<std::int32_t>(data);
    case ElementType::Int64:
        return widened<std::int64_t>(data);
    case ElementType::UInt8:
    case ElementType::Bool:
        break;
    }
    return widened<std::uint8_t>(data);
}

} // namespace mutascope::engines
