// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/surprise.h"
#include "core/base/error.h"
#include "core/base/param_builders.h"
#include "core/coverage/builtin.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace mutascope {

SurpriseCriterion::SurpriseCriterion(const std::string &id, const ParamSet &params,
                                     const std::vector<LayerSlice> &layers,
                                     std::unique_ptr<SurpriseMeasure> measure)
    : UnionCriterion(criterionText(id, params), layers, InAll{std::size_t(params.integer("k"))}),
      m_lower(params.real("lower")), m_upper(params.real("upper")), m_clamp(params.boolean("clamp")),
      m_samples(std::size_t(params.integer("samples"))), m_source(params.text("layer"), layers),
      m_traces(m_samples), m_measure(std::move(measure))
{
    if (!(m_lower < m_upper))
        throw Error(ErrorCode::Usage, "criterion " + identity() + ": lower is not below upper",
                    "Give a larger upper bound");
}

void SurpriseCriterion::fit(const Trace &trace)
{
    requireLayout(trace);
    if (covered() != 0)
        throw Error(ErrorCode::Internal, "criterion " + identity() + " was fitted after a commit");
    m_traces.add(trace, m_source);
    m_learned = false;
}

void SurpriseCriterion::requireFit() const
{
    if (m_traces.rows() == 0)
        throw Error(ErrorCode::Internal,
                    "criterion " + identity() + " has no profile: it was not fitted to training images");
}

void SurpriseCriterion::readFit(StateReader &reader)
{
    ClassTraces traces = ClassTraces::load(reader, m_samples);
    reader.expectEnd();
    m_traces = std::move(traces);
    m_learned = false;
}

void SurpriseCriterion::learn() const
{
    if (m_learned)
        return;
    m_measure->learn(m_traces);
    m_learned = true;
}

void SurpriseCriterion::requireScorable(const Trace &trace) const
{
    const Predictions &predictions = trace.predictions;
    if (m_source.width(trace) != m_traces.width()
        || predictions.outputs.size() != predictions.count * std::size_t(predictions.classes)
        || std::size_t(std::max(predictions.classes, 1)) > m_traces.classes())
        throw Error(ErrorCode::Internal, "a trace of another model was given to a criterion");
}

std::vector<double> SurpriseCriterion::scores(const TraceRows &rows) const
{
    requireFit();
    requireRows(rows);
    requireScorable(rows.trace);
    std::vector<double> result(rows.end - rows.begin, std::numeric_limits<double>::quiet_NaN());
    if (m_traces.width() == 0 || result.empty())
        return result;
    learn();
    std::vector<std::vector<std::size_t>> members(m_traces.classes());
    for (std::size_t row = rows.begin; row < rows.end; ++row)
        if (allFinite(m_source.of(rows.trace, row)) && allFinite(rows.trace.predictions.row(row)))
            members[std::size_t(rows.trace.predictions.predicted(row))].push_back(row - rows.begin);
    for (std::size_t cls = 0; cls < members.size(); ++cls)
        if (!members[cls].empty())
            scoreClass(cls, members[cls], rows, result);
    return result;
}

void SurpriseCriterion::scoreClass(std::size_t cls, const std::vector<std::size_t> &members,
                                   const TraceRows &rows, std::vector<double> &scores) const
{
    DenseMatrix activations(members.size(), m_traces.width());
    for (std::size_t i = 0; i < members.size(); ++i)
        std::ranges::copy(m_source.of(rows.trace, rows.begin + members[i]), activations.row(i).begin());
    std::vector<double> measured(members.size(), std::numeric_limits<double>::quiet_NaN());
    m_measure->measure(cls, activations, measured);
    for (std::size_t i = 0; i < members.size(); ++i)
        scores[members[i]] = measured[i];
}

std::optional<std::size_t> SurpriseCriterion::bucketOf(double score) const
{
    const bool outside = score < m_lower || score > m_upper;
    if (std::isnan(score) || (outside && !m_clamp))
        return std::nullopt;
    const double share = (std::clamp(score, m_lower, m_upper) - m_lower) / (m_upper - m_lower);
    return std::min(std::size_t(share * double(total())), total() - 1);
}

void SurpriseCriterion::visitRows(const TraceRows &rows,
                                  const std::function<void(const RowItems &)> &visit) const
{
    for (const double score : scores(rows))
        if (const auto bucket = bucketOf(score))
            visit({*bucket});
}

std::vector<ParamSpec> surpriseParams(double upper, const char *upperSource, std::vector<ParamSpec> own)
{
    std::vector<ParamSpec> params = {
        integerParam("k", 1000, 1, 1000000,
                     {"Criterion", "Kim et al., ICSE 2019: 1000",
                      "Buckets of equal width that the range of surprise is cut into."}),
        realParam("upper", upper, -1e9, 1e9,
                  {"Criterion", upperSource, "Upper end of the range of surprise that is cut into buckets."}),
        realParam("lower", 0, -1e9, 1e9,
                  {"Criterion", "Kim et al., ICSE 2019: 0",
                   "Lower end of the range of surprise that is cut into buckets.", "", true}),
        booleanParam(
            "clamp", true,
            {"Criterion", "ours; in Kim et al., ICSE 2019, what is outside covers nothing",
             "Surprise outside the range counts for the first or last bucket; off: it covers nothing.", "",
             true}),
        ActivationSource::param("hidden", "Kim et al., ICSE 2019: one layer, best a deep one"),
        integerParam("samples", 500, 2, 1000000,
                     {"Criterion", "ours; Kim et al., ICSE 2019: all",
                      "Training images of each class whose activations are kept to compare with: the first "
                      "ones. Bounds memory and time.",
                      "a class", true})};
    params.insert(params.end(), std::make_move_iterator(own.begin()), std::make_move_iterator(own.end()));
    return params;
}

} // namespace mutascope
