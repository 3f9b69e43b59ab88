// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/error.h"
#include "core/base/rng.h"
#include "core/coverage/criterion.h"
#include <functional>
#include <gtest/gtest.h>
#include <limits>

// Shared by the tests of the coverage criteria.
namespace mutascope::coveragetest {

inline constexpr float nan = std::numeric_limits<float>::quiet_NaN();
inline constexpr float inf = std::numeric_limits<float>::infinity();

using Row = std::vector<float>;

inline std::vector<LayerSlice> layersOf(const std::vector<int> &counts)
{
    std::vector<LayerSlice> layers;
    int begin = 0;
    for (const int count : counts) {
        layers.push_back({"layer" + std::to_string(layers.size()), begin, count});
        begin += count;
    }
    return layers;
}

inline Trace traceOf(const std::vector<int> &counts, const std::vector<Row> &rows)
{
    Trace trace;
    trace.layers = layersOf(counts);
    trace.neurons = trace.layers.empty() ? 0 : trace.layers.back().begin + trace.layers.back().count;
    trace.predictions.count = rows.size();
    for (const Row &row : rows)
        trace.values.insert(trace.values.end(), row.begin(), row.end());
    return trace;
}

// Normally distributed values with what real models also give: zeros of a ReLU, now and then NaN and Inf.
inline Trace randomTrace(const std::vector<int> &counts, std::size_t rows, std::uint64_t seed,
                         double scale = 1.0)
{
    Rng rng(seed);
    Trace trace = traceOf(counts, {});
    trace.predictions.count = rows;
    const float odd[] = {nan, inf, -inf, 0.0f, -0.0f};
    for (std::size_t i = 0; i < rows * std::size_t(trace.neurons); ++i) {
        const auto value = float(scale * rng.normal());
        trace.values.push_back(rng.below(50) == 0 ? odd[rng.below(5)] : value);
    }
    return trace;
}

inline std::unique_ptr<Criterion> make(const std::string &text, const std::vector<int> &counts)
{
    return parseCriterion(text).create(layersOf(counts));
}

inline std::unique_ptr<Criterion> fitted(const std::string &text, const std::vector<int> &counts,
                                         const std::vector<Row> &training)
{
    auto criterion = make(text, counts);
    criterion->fit(traceOf(counts, training));
    return criterion;
}

inline std::size_t coveredOf(const Criterion &criterion)
{
    return coverageCount(criterion).value().covered;
}

// The number of covered items after these rows.
inline std::size_t commitRows(Criterion &criterion, const std::vector<int> &counts,
                              const std::vector<Row> &rows)
{
    criterion.commit(TraceRows::all(traceOf(counts, rows)));
    return coveredOf(criterion);
}

// The Error of action; fails the test where there is none.
inline Error errorOf(const std::function<void()> &action)
{
    try {
        action();
    } catch (const Error &error) {
        return error;
    }
    ADD_FAILURE() << "no Error was thrown";
    return Error(ErrorCode::Internal, "none");
}

} // namespace mutascope::coveragetest
