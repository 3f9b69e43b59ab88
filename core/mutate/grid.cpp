// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/grid.h"
#include "core/base/error.h"
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <string_view>

namespace mutascope {

namespace {

constexpr std::size_t largestGrid = 100'000;

[[noreturn]] void throwBadGrid(const GridRule &rule, const std::string &text, const std::string &why)
{
    throw Error(ErrorCode::Usage,
                fmt::format("mutator '{}': grid '{}' is not allowed: {}", rule.mutator, text, why),
                fmt::format("Write first:last:step or a list a,b,c with {}", rule.text()));
}

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (auto at = text.find(separator); at != std::string_view::npos; at = text.find(separator)) {
        parts.push_back(trimmed(text.substr(0, at)));
        text.remove_prefix(at + 1);
    }
    parts.push_back(trimmed(text));
    return parts;
}

std::optional<double> number(std::string_view text)
{
    if (text.size() > 1 && text[0] == '+' && text[1] != '-')
        text.remove_prefix(1);
    double value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec != std::errc() || result.ptr != text.data() + text.size() || !std::isfinite(value))
        return {};
    return value;
}

std::vector<double> numbers(const GridRule &rule, const std::string &text, char separator)
{
    std::vector<double> values;
    for (const std::string_view part : split(text, separator)) {
        const auto value = number(part);
        if (!value)
            throwBadGrid(rule, text, fmt::format("'{}' is not a number", part));
        values.push_back(*value);
    }
    return values;
}

// 0.7 + 2 * 0.1 is to be 0.9, not 0.8999...: the value is shown, stored and compared.
double rounded(double value)
{
    return std::round(value * 1e9) / 1e9;
}

std::vector<double> range(const GridRule &rule, const std::string &text)
{
    const std::vector<double> parts = numbers(rule, text, ':');
    if (parts.size() != 3)
        throwBadGrid(rule, text, fmt::format("a range has three numbers, not {}", parts.size()));
    const double first = parts[0], last = parts[1], step = parts[2];
    if (step <= 0)
        throwBadGrid(rule, text, "the step must be above 0");
    if (last < first)
        throwBadGrid(rule, text, "the last value is below the first");
    const double steps = std::floor((last - first) / step + 1e-9);
    if (steps >= double(largestGrid))
        throwBadGrid(rule, text, fmt::format("it has more than {} values", largestGrid));
    std::vector<double> values;
    for (int i = 0; i <= int(steps); ++i)
        values.push_back(rounded(first + i * step));
    return values;
}

} // namespace

bool GridRule::allows(double value) const
{
    return value >= minimum && value <= maximum && (!whole || std::trunc(value) == value); // false for NaN
}

std::string GridRule::text() const
{
    return fmt::format("{} from {} to {}", whole ? "whole numbers" : "numbers", minimum, maximum);
}

std::vector<double> parseGrid(const GridRule &rule, const std::string &text)
{
    if (trimmed(text).empty())
        throwBadGrid(rule, text, "it is empty");
    const bool isRange = text.find(':') != std::string::npos;
    std::vector<double> values = isRange ? range(rule, text) : numbers(rule, text, ',');
    for (const double value : values)
        if (!rule.allows(value))
            throwBadGrid(rule, text, fmt::format("{} is not among the {}", value, rule.text()));
    return values;
}

} // namespace mutascope
