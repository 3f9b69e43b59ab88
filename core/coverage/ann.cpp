// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/param_builders.h"
#include "core/coverage/activation_source.h"
#include "core/coverage/builtin.h"
#include "core/coverage/criterion_base.h"
#include "core/coverage/nearest_rows.h"
#include <algorithm>
#include <cmath>

namespace mutascope {

namespace {

constexpr std::size_t mostValues = std::size_t{1} << 28; // 2 GiB of doubles

// Nearest-neighbour coverage: Odena, Olsson, Andersen, Goodfellow, "TensorFuzz: Debugging Neural Networks
// with Coverage-Guided Fuzzing", ICML 2019. An input is new where the squared Euclidean distance of its
// activations to the nearest ones stored so far is above a threshold; new ones are stored, and counted.
// TensorFuzz asks an approximate index for the nearest; here the search is exact. The count depends on the
// order of the inputs.
class NearestNeighbourCoverage : public CriterionBase {
public:
    NearestNeighbourCoverage(const ParamSet &params, const std::vector<LayerSlice> &slices)
        : CriterionBase(criterionText("ann", params), slices), m_threshold(params.real("threshold")),
          m_most(std::size_t(params.integer("vectors"))), m_source(params.text("layer"), slices)
    {
    }

    double gain(const TraceRows &rows) const override { return double(newRows(rows).size()); }
    void commit(const TraceRows &rows) override
    {
        for (const std::vector<double> &row : newRows(rows))
            m_stored.append(row);
    }
    double value() const override { return double(m_stored.count()); }

private:
    std::vector<std::vector<double>> newRows(const TraceRows &rows) const
    {
        requireRows(rows);
        const DenseMatrix candidates = finiteRows(rows);
        if (m_stored.count() != 0 && candidates.columns != m_stored.matrix().columns)
            throw Error(ErrorCode::Internal, "a trace of another model was given to a criterion");
        const std::vector<Nearest> stored = m_stored.nearest(candidates, 0, m_stored.count());
        std::vector<std::vector<double>> found;
        for (std::size_t i = 0; i < candidates.rows && m_stored.count() + found.size() < m_most; ++i)
            if (stored[i].squaredDistance > m_threshold && farFrom(found, candidates.row(i)))
                found.emplace_back(candidates.row(i).begin(), candidates.row(i).end());
        if ((m_stored.count() + found.size()) * candidates.columns > mostValues)
            throwTooLarge("would store more than 2 GiB of activations");
        return found;
    }

    bool farFrom(const std::vector<std::vector<double>> &others, std::span<const double> row) const
    {
        return std::ranges::all_of(others, [&](const std::vector<double> &other) {
            return squaredDistance(other, row) > m_threshold;
        });
    }

    DenseMatrix finiteRows(const TraceRows &rows) const
    {
        const Predictions &predictions = rows.trace.predictions;
        if (predictions.outputs.size() != predictions.count * std::size_t(std::max(predictions.classes, 0)))
            throw Error(ErrorCode::Internal, "a trace of another model was given to a criterion");
        DenseMatrix result(0, m_source.width(rows.trace));
        for (std::size_t row = rows.begin; row < rows.end && result.columns != 0; ++row)
            appendFinite(m_source.of(rows.trace, row), result);
        return result;
    }

    void writeState(StateWriter &writer) const override
    {
        writer.u64(m_stored.count());
        writer.u64(m_stored.matrix().columns);
        for (const double value : m_stored.matrix().values)
            writer.f32(float(value)); // was a float when it came
    }
    void readState(StateReader &reader) override
    {
        const std::uint64_t count = reader.u64();
        const std::uint64_t width = reader.u64();
        const std::size_t values = reader.remaining() / sizeof(float);
        if (count > m_most || (count == 0) != (width == 0) || (count != 0 && values / count != width)
            || reader.remaining() != count * width * sizeof(float))
            throwBadState("its number of vectors is wrong");
        NearestRows stored;
        std::vector<double> row(width);
        for (std::uint64_t i = 0; i < count; ++i) {
            std::ranges::generate(row, [&] { return double(reader.f32()); });
            if (!std::ranges::all_of(row, [](double value) { return std::isfinite(value); }))
                throwBadState("a vector in it is not finite");
            stored.append(row);
        }
        m_stored = std::move(stored);
    }

    double m_threshold;
    std::size_t m_most;
    ActivationSource m_source;
    NearestRows m_stored;
};

} // namespace

CriterionInfo annInfo()
{
    CriterionInfo info;
    info.id = "ann";
    info.summary = "Nearest-neighbour coverage: number of activations that were far from all seen before";
    info.paper = "Odena et al., TensorFuzz, ICML 2019";
    info.ratio = false;
    info.params = {
        realParam(
            "threshold", 1, 0, 1e12,
            {"Criterion", "TensorFuzz: 1; DeepSmartFuzzer: 9 to 900 by model",
             "Squared Euclidean distance to the nearest stored activations above which an input is new."}),
        ActivationSource::param("outputs", "TensorFuzz: the logits; DeepSmartFuzzer: the layers before them"),
        integerParam(
            "vectors", 10000, 1, 1000000,
            {"Criterion", "ours",
             "At most this many are stored; when they are, no further input is new. Bounds memory and "
             "time.",
             "", true})};
    info.create = [](const ParamSet &params, const std::vector<LayerSlice> &layers) {
        return std::make_unique<NearestNeighbourCoverage>(params, layers);
    };
    return info;
}

} // namespace mutascope
