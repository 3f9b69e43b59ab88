// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/error.h"
#include "core/base/rng.h"
#include "core/coverage/criterion.h"
#include <cstddef>
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

// The trace with these outputs (logits), one row an image.
inline Trace withOutputs(Trace trace, const std::vector<Row> &outputs)
{
    trace.predictions.classes = outputs.empty() ? 0 : int(outputs.front().size());
    trace.predictions.outputs.clear();
    for (const Row &row : outputs)
        trace.predictions.outputs.insert(trace.predictions.outputs.end(), row.begin(), row.end());
    return trace;
}

// Rows as images that the model puts into these classes, of three.
inline Trace classifiedTrace(const std::vector<int> &counts, const std::vector<Row> &rows,
                             const std::vector<std::size_t> &classes)
{
    std::vector<Row> outputs;
    for (const std::size_t cls : classes) {
        outputs.emplace_back(3, 0.0f);
        outputs.back()[cls] = 1;
    }
    return withOutputs(traceOf(counts, rows), outputs);
}

// Rows [begin, end) as a trace of their own.
inline Trace partOf(const Trace &whole, std::size_t begin, std::size_t end)
{
    const auto cut = [&](const std::vector<float> &values, int width) {
        return std::vector<float>(values.begin() + std::ptrdiff_t(begin) * width,
                                  values.begin() + std::ptrdiff_t(end) * width);
    };
    Trace part = whole;
    part.predictions.count = end - begin;
    part.predictions.outputs = cut(whole.predictions.outputs, whole.predictions.classes);
    part.values = cut(whole.values, whole.neurons);
    return part;
}

// Normally distributed values with what real models also give: zeros of a ReLU, now and then NaN and Inf.
// Three classes.
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
    trace.predictions.classes = 3;
    for (std::size_t i = 0; i < 3 * rows; ++i)
        trace.predictions.outputs.push_back(float(3 * scale * rng.normal()));
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
