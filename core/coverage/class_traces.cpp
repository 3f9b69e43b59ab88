// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/class_traces.h"
#include "core/base/error.h"
#include <algorithm>

namespace mutascope {

namespace {

// With the double-precision copies that distances are computed from, 1.5 GiB.
constexpr std::size_t mostValues = std::size_t{1} << 27;
constexpr std::uint64_t mostClasses = 1'000'000;

std::vector<float> readValues(StateReader &reader, std::size_t width, std::size_t mostRows)
{
    const std::uint64_t count = reader.u64();
    if (count > mostRows
        || (count != 0 && (width == 0 || count > reader.remaining() / sizeof(float) / width)))
        throwBadState("its number of training activations is wrong");
    std::vector<float> values(count * width);
    std::ranges::generate(values, [&] { return reader.f32(); });
    if (!allFinite(values))
        throwBadState("a training activation in it is not a finite number");
    return values;
}

} // namespace

void ClassTraces::add(const Trace &trace, const ActivationSource &source)
{
    const Predictions &predictions = trace.predictions;
    const std::size_t width = source.width(trace);
    if (predictions.classes < 0
        || predictions.outputs.size() != predictions.count * std::size_t(predictions.classes)
        || (m_rows != 0 && width != m_width))
        throw Error(ErrorCode::Internal, "a trace of another model was given to a criterion");
    m_width = width;
    m_values.resize(std::max({m_values.size(), std::size_t(predictions.classes), std::size_t{1}}));
    for (std::size_t row = 0; row < trace.count(); ++row) {
        const std::span<const float> values = source.of(trace, row);
        std::vector<float> &kept = m_values[std::size_t(predictions.predicted(row))];
        if (kept.size() >= m_mostPerClass * width || !allFinite(values) || !allFinite(predictions.row(row)))
            continue;
        if (m_kept + width > mostValues)
            throw Error(ErrorCode::Usage, "the training activations of a surprise criterion exceed 1.5 GiB",
                        "Choose a smaller number of samples or a layer with fewer neurons");
        kept.insert(kept.end(), values.begin(), values.end());
        m_kept += width;
    }
    m_rows += trace.count();
}

DenseMatrix ClassTraces::matrix(std::size_t cls) const
{
    DenseMatrix result(count(cls), m_width);
    std::ranges::copy(m_values[cls], result.values.begin());
    return result;
}

DenseMatrix ClassTraces::matrix(std::size_t cls, const std::vector<std::size_t> &columns) const
{
    DenseMatrix result(count(cls), columns.size());
    for (std::size_t row = 0; row < result.rows; ++row)
        for (std::size_t i = 0; i < columns.size(); ++i)
            result.row(row)[i] = m_values[cls][row * m_width + columns[i]];
    return result;
}

void ClassTraces::save(StateWriter &writer) const
{
    writer.u64(m_rows);
    writer.u64(m_width);
    writer.u64(m_values.size());
    for (std::size_t cls = 0; cls < m_values.size(); ++cls) {
        writer.u64(count(cls));
        for (const float value : m_values[cls])
            writer.f32(value);
    }
}

ClassTraces ClassTraces::load(StateReader &reader, std::size_t mostPerClass)
{
    ClassTraces traces(mostPerClass);
    traces.m_rows = reader.u64();
    traces.m_width = reader.u64();
    const std::uint64_t classes = reader.u64();
    if (classes > std::min<std::uint64_t>(mostClasses, reader.remaining() / 8)
        || (traces.m_rows == 0) != (classes == 0))
        throwBadState("its number of classes is wrong");
    for (std::uint64_t cls = 0; cls < classes; ++cls) {
        traces.m_values.push_back(readValues(reader, traces.m_width, mostPerClass));
        traces.m_kept += traces.m_values.back().size();
    }
    return traces;
}

} // namespace mutascope
