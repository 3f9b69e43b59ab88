// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/assessment_table.h"
#include "core/base/error.h"
#include "core/metrics/stats/effect_size.h"
#include "core/metrics/stats/friedman.h"
#include "core/metrics/stats/holm.h"
#include "core/metrics/stats/mann_whitney.h"
#include "core/metrics/stats/scott_knott.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <set>

namespace mutascope {

namespace {

constexpr double alpha = 0.05;

// Clock and memory; and calls of a training, of which there are none where the networks come from the cache.
bool variesBetweenRuns(const MetricInfo &info)
{
    return info.unit == "s" || info.unit == "MiB" || info.unit == "MB" || info.id == "training-calls";
}

Figure rawFigure(const std::string &id)
{
    Figure figure{id, id, "run", "", true, false, true};
    std::ranges::replace(figure.name, '-', ' ');
    if (id.ends_with("seconds")) {
        figure.unit = "s";
        figure.reproducible = false;
    }
    return figure;
}

// Better ones first.
std::vector<std::size_t> byMean(const std::vector<Column> &columns, bool higherIsBetter)
{
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns[i].summary)
            order.push_back(i);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        const double left = columns[a].summary->mean, right = columns[b].summary->mean;
        return higherIsBetter ? left > right : left < right;
    });
    return order;
}

class Comparer {
public:
    Comparer(const Assessment &assessment, const Figure &figure) : m_assessment(assessment)
    {
        m_result.figure = figure;
    }

    Comparison execute()
    {
        for (const PlannedGenerator &generator : m_assessment.plan.generators)
            m_result.columns.push_back(columnOf(generator.id));
        if (!m_result.figure.compared)
            return std::move(m_result);
        comparePairs();
        rank();
        markBest();
        return std::move(m_result);
    }

private:
    Column columnOf(const std::string &generator) const
    {
        Column column;
        column.generator = generator;
        std::set<std::string> reasons;
        for (const AssessedCell &cell : m_assessment.cells) {
            if (cell.cell.generator != generator)
                continue;
            const MetricValue value = valueOf(cell, m_result.figure);
            if (value.value)
                column.values.push_back(*value.value);
            else
                reasons.insert(value.missing);
            if (column.note.empty())
                column.note = value.note;
        }
        column.missing.assign(reasons.begin(), reasons.end());
        if (!column.values.empty())
            column.summary = summarise(column.values);
        return column;
    }

    void comparePairs()
    {
        const std::vector<Column> &columns = m_result.columns;
        std::vector<double> p;
        for (std::size_t i = 0; i < columns.size(); ++i)
            for (std::size_t j = i + 1; j < columns.size(); ++j) {
                if (columns[i].values.size() < 2 || columns[j].values.size() < 2)
                    continue;
                p.push_back(mannWhitney(columns[i].values, columns[j].values)->p);
                m_result.pairs.push_back({i, j, p.back(), 1, *a12(columns[i].values, columns[j].values)});
            }
        const std::vector<double> corrected = holmAdjusted(p);
        for (std::size_t i = 0; i < corrected.size(); ++i)
            m_result.pairs[i].corrected = corrected[i];
    }

    void rank()
    {
        std::vector<std::vector<double>> samples;
        std::vector<std::size_t> whose;
        for (std::size_t i = 0; i < m_result.columns.size(); ++i)
            if (!m_result.columns[i].values.empty()) {
                samples.push_back(m_result.columns[i].values);
                whose.push_back(i);
            }
        if (samples.size() < 2)
            return;
        const std::vector<int> groups = scottKnott(samples, m_result.figure.higherIsBetter);
        for (std::size_t i = 0; i < whose.size(); ++i)
            m_result.columns[whose[i]].group = groups[i];
        rankRepeats();
    }

    // Repeats share their seeds over the generators, so they are blocks. A generator without a value in one
    // of them stays out; columns keep the repeats' order.
    void rankRepeats()
    {
        const auto repeats = std::size_t(m_assessment.plan.repeats);
        std::vector<std::vector<double>> blocks(repeats);
        std::vector<std::size_t> whole;
        for (std::size_t i = 0; i < m_result.columns.size(); ++i) {
            const std::vector<double> &values = m_result.columns[i].values;
            if (values.size() != repeats)
                continue;
            whole.push_back(i);
            for (std::size_t r = 0; r < repeats; ++r)
                blocks[r].push_back(values[r]);
        }
        const auto test = friedman(blocks, m_result.figure.higherIsBetter);
        if (!test)
            return;
        m_result.friedmanP = test->p;
        m_result.criticalDifference = test->criticalDifference;
        m_result.meanRanks.resize(m_result.columns.size());
        for (std::size_t k = 0; k < whole.size(); ++k)
            m_result.meanRanks[whole[k]] = test->meanRanks[k];
    }

    void markBest()
    {
        const std::vector<std::size_t> order = byMean(m_result.columns, m_result.figure.higherIsBetter);
        if (order.size() < 2)
            return;
        const std::size_t low = std::min(order[0], order[1]), high = std::max(order[0], order[1]);
        for (const Pair &pair : m_result.pairs)
            if (pair.first == low && pair.second == high && pair.corrected < alpha)
                m_result.columns[order[0]].best = true;
    }

    const Assessment &m_assessment;
    Comparison m_result;
};

} // namespace

std::vector<Figure> figuresOf(const Assessment &assessment)
{
    std::vector<Figure> figures;
    std::set<std::string> raw;
    for (const AssessedCell &cell : assessment.cells)
        if (cell.measures)
            for (const auto &[id, value] : cell.measures->figures)
                raw.insert(id);
    for (const std::string &id : assessment.plan.metrics) {
        const MetricInfo &info = metricInfo(id);
        figures.push_back({id, info.name, familyName(info.family), info.unit, info.higherIsBetter, true,
                           !variesBetweenRuns(info)});
    }
    for (const std::string &id : raw)
        figures.push_back(rawFigure(id));
    return figures;
}

MetricValue valueOf(const AssessedCell &cell, const Figure &figure)
{
    MetricValue none;
    if (!cell.measures) {
        none.missing = cell.record.state == CellState::Failed ? "the run failed: " + cell.record.message
            : !cell.notMeasured.empty()                       ? "not measured: " + cell.notMeasured
                                                              : "the run is not finished";
        return none;
    }
    if (const auto metric = cell.measures->metrics.find(figure.id); metric != cell.measures->metrics.end())
        return metric->second;
    if (const auto raw = cell.measures->figures.find(figure.id); raw != cell.measures->figures.end())
        none.value = raw->second;
    else
        none.missing = "the run has no such figure";
    return none;
}

std::vector<Comparison> compare(const Assessment &assessment)
{
    std::vector<Comparison> comparisons;
    for (const Figure &figure : figuresOf(assessment))
        comparisons.push_back(Comparer(assessment, figure).execute());
    return comparisons;
}

double smallestP(std::size_t generators, int repeats)
{
    const auto n = double(repeats);
    const double arrangements = std::exp(std::lgamma(2 * n + 1) - 2 * std::lgamma(n + 1));
    const double pairs = double(generators) * double(generators - 1) / 2;
    return std::min(1.0, 2 / arrangements * pairs);
}

std::string numberText(double value)
{
    const double size = std::abs(value);
    if (size >= 1000 && size < 1e15)
        return fmt::format("{:.0f}", value);
    return fmt::format("{:.4g}", value);
}

std::string meanText(const Column &column, const std::string &between)
{
    if (column.values.size() < 2)
        return numberText(column.summary->mean);
    return deviationText(column.summary->mean, column.summary->deviation, between);
}

std::string deviationText(double mean, double deviation, const std::string &between)
{
    constexpr int mostDecimals = 8;
    // Equal values differ in the last bits of their mean.
    if (deviation <= 1e-9 * std::abs(mean))
        return numberText(mean) + between + "0";
    const int decimals = std::max(0, 1 - int(std::floor(std::log10(deviation))));
    if (decimals > mostDecimals)
        return fmt::format("{:.3g}{}{:.2g}", mean, between, deviation);
    return fmt::format("{:.{}f}{}{:.{}f}", mean, decimals, between, deviation, decimals);
}

} // namespace mutascope
