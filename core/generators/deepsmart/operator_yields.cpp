// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepsmart/operator_yields.h"
#include "core/generators/saved_state.h"
#include <algorithm>
#include <cmath>

namespace mutascope::deepsmart {

namespace {

constexpr double fading = 0.97; // of experience, with each trial that is added to it
constexpr double caution = 2; // trials as expected otherwise that all experience starts with

} // namespace

OperatorYields::OperatorYields(int regions, int operations, double sharpness)
    : m_operations(operations), m_sharpness(sharpness), m_pairs(std::size_t(regions * operations)),
      m_regions(std::size_t(regions)), m_everywhere(std::size_t(operations))
{
}

// Scaled by the largest first, so that no power of them underflows to nothing.
std::vector<double> OperatorYields::shares(std::vector<double> values) const
{
    const double largest = values.empty() ? 0 : *std::max_element(values.begin(), values.end());
    if (largest <= 0)
        return {};
    double sum = 0;
    for (double &value : values)
        sum += value = std::pow(value / largest, m_sharpness);
    for (double &value : values)
        value /= sum;
    return values;
}

void OperatorYields::add(int region, int operation, double reward, double cost)
{
    const double kept = std::pow(fading, cost);
    for (Yield *yield : {&at(region, operation), &m_regions[std::size_t(region)],
                         &m_everywhere[std::size_t(operation)], &m_all}) {
        yield->sum = yield->sum * kept + reward;
        yield->count = yield->count * kept + cost;
    }
}

double OperatorYields::average() const
{
    return m_all.count > 0 ? m_all.sum / m_all.count : 0;
}

double OperatorYields::expected(const Yield &yield, double otherwise)
{
    return (yield.sum + caution * otherwise) / (yield.count + caution);
}

std::vector<double> OperatorYields::regions() const
{
    std::vector<double> values;
    for (const Yield &yield : m_regions)
        values.push_back(expected(yield, average()));
    return shares(std::move(values));
}

std::vector<double> OperatorYields::operations(int region, int count) const
{
    std::vector<double> values;
    const auto begin = m_pairs.begin() + std::ptrdiff_t(region) * m_operations;
    for (int operation = 0; operation < count; ++operation)
        values.push_back(
            expected(begin[operation], expected(m_everywhere[std::size_t(operation)], average())));
    return shares(std::move(values));
}

nlohmann::json OperatorYields::save() const
{
    std::vector<double> numbers;
    for (const auto *list : {&m_pairs, &m_regions, &m_everywhere})
        for (const Yield &yield : *list)
            numbers.insert(numbers.end(), {yield.sum, yield.count});
    numbers.insert(numbers.end(), {m_all.sum, m_all.count});
    return numbers;
}

void OperatorYields::load(const nlohmann::json &state)
{
    const nlohmann::json wrapped{{"yields", state}};
    const auto numbers = savedValue<std::vector<double>>(wrapped, "yields");
    const auto sound = [](double number) { return std::isfinite(number) && number >= 0; };
    if (numbers.size() != 2 * (m_pairs.size() + m_regions.size() + m_everywhere.size() + 1)
        || !std::all_of(numbers.begin(), numbers.end(), sound))
        throwBadSavedState("its yields are of another grid");
    auto next = numbers.begin();
    const auto read = [&](Yield &yield) {
        yield.sum = *next++;
        yield.count = *next++;
    };
    std::for_each(m_pairs.begin(), m_pairs.end(), read);
    std::for_each(m_regions.begin(), m_regions.end(), read);
    std::for_each(m_everywhere.begin(), m_everywhere.end(), read);
    read(m_all);
}

} // namespace mutascope::deepsmart
