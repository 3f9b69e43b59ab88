// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/param_spec.h"
#include "core/coverage/class_traces.h"
#include "core/coverage/union_criterion.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

// Surprise adequacy: Kim, Feldt, Yoo, "Guiding Deep Learning System Testing Using Surprise Adequacy", ICSE
// 2019. How far the activations of an input are from those of the training images that the model puts into
// the same class; surprise coverage is the share of equal-width buckets of that number that inputs fell into.
namespace mutascope {

// One of the ways to measure it.
class SurpriseMeasure {
public:
    virtual ~SurpriseMeasure() = default;
    // Once before measure(), and again after the traces changed. Throws Error{Usage} where the parameters
    // leave nothing to compare.
    virtual void learn(const ClassTraces &traces) = 0;
    // Surprise of each row, all finite and predicted as cls; NaN where the class has too little to compare
    // with.
    virtual void measure(std::size_t cls, const DenseMatrix &rows, std::vector<double> &scores) = 0;
};

class SurpriseCriterion : public UnionCriterion {
public:
    // Throws Error{Usage} on bounds or a layer that cannot be.
    SurpriseCriterion(const std::string &id, const ParamSet &params, const std::vector<LayerSlice> &layers,
                      std::unique_ptr<SurpriseMeasure> measure);
    void fit(const Trace &trace) override;
    std::vector<double> scores(const TraceRows &rows) const;

private:
    void learn() const;
    void requireScorable(const Trace &trace) const;
    // members: offsets from the first of the rows, all predicted as cls.
    void scoreClass(std::size_t cls, const std::vector<std::size_t> &members, const TraceRows &rows,
                    std::vector<double> &scores) const;
    std::optional<std::size_t> bucketOf(double score) const;
    void visitRows(const TraceRows &rows, const std::function<void(const RowItems &)> &visit) const override;
    void writeFit(StateWriter &writer) const override { m_traces.save(writer); }
    void readFit(StateReader &reader) override;
    void requireFit() const override;

    double m_lower;
    double m_upper;
    bool m_clamp;
    std::size_t m_samples;
    ActivationSource m_source;
    ClassTraces m_traces;
    // What follows from the traces is made at first use: fitting goes on batch by batch.
    mutable bool m_learned = false;
    std::unique_ptr<SurpriseMeasure> m_measure;
};

// k, upper, lower, clamp, layer, samples, then those of the measure alone.
std::vector<ParamSpec> surpriseParams(double upper, const char *upperSource, std::vector<ParamSpec> own = {});

} // namespace mutascope
