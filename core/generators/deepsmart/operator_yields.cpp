// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepsmart/operator_yields.h"
#include "core/generators/saved_state.h"
#include <algorithm>
#include <cmath>

namespace mutascope::deepsmart {

namespace {

constexpr double fading = 0.97; // of a pair's experience, each time it is added to
constexpr double caution = 2; // trials at the average that every pair starts with

std::vector<double> shares(std::vector<double> values)
{
    double sum = 0;
    for (const double value : values)
        sum += value;
    if (sum <= 0)
        return {};
    for (double &value : values)
        value /= sum;
    return values;
}

} // namespace

OperatorYields::OperatorYields(int regions, int operations)
    : m_operations(operations), m_pairs(std::size_t(regions * operations)), m_regions(std::size_t(regions))
{
}

void OperatorYields::add(int region, int operation, double reward)
{
    for (Yield *yield : {&at(region, operation), &m_regions[std::size_t(region)], &m_all}) {
        yield->sum = yield->sum * fading + reward;
        yield->count = yield->count * fading + 1;
    }
}

double OperatorYields::expected(const Yield &yield) const
{
    const double average = m_all.count > 0 ? m_all.sum / m_all.count : 0;
    return (yield.sum + caution * average) / (yield.count + caution);
}

std::vector<double> OperatorYields::regions() const
{
    std::vector<double> values;
    for (const Yield &yield : m_regions)
        values.push_back(expected(yield));
    return shares(std::move(values));
}

std::vector<double> OperatorYields::operations(int region, int count) const
{
    std::vector<double> values;
    const auto begin = m_pairs.begin() + std::ptrdiff_t(region) * m_operations;
    for (auto yield = begin; yield != begin + count; ++yield)
        values.push_back(expected(*yield));
    return shares(std::move(values));
}

nlohmann::json OperatorYields::save() const
{
    std::vector<double> numbers;
    for (const auto *list : {&m_pairs, &m_regions})
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
    if (numbers.size() != 2 * (m_pairs.size() + m_regions.size() + 1)
        || !std::all_of(numbers.begin(), numbers.end(), sound))
        throwBadSavedState("its yields are of another grid");
    auto next = numbers.begin();
    const auto read = [&](Yield &yield) {
        yield.sum = *next++;
        yield.count = *next++;
    };
    std::for_each(m_pairs.begin(), m_pairs.end(), read);
    std::for_each(m_regions.begin(), m_regions.end(), read);
    read(m_all);
}

} // namespace mutascope::deepsmart
