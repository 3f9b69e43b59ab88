// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/param_spec.h"
#include "core/model/model.h"
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mutascope {

// Rows [begin, end) of a trace.
struct TraceRows {
    const Trace &trace;
    std::size_t begin = 0;
    std::size_t end = 0;
    static TraceRows all(const Trace &trace) { return {trace, 0, trace.count()}; }
    static TraceRows one(const Trace &trace, std::size_t row) { return {trace, row, row + 1}; }
};

// Smallest and largest value of each neuron over the training set ("profile" in DeepGauge).
struct NeuronRange {
    std::vector<float> low;
    std::vector<float> high;
};

// A coverage criterion over a fixed layer set. Union criteria keep a bitset. Not thread-safe.
class Criterion {
public:
    virtual ~Criterion() = default;
    // Streams over the training set before the first gain(); criteria that need no fit ignore it.
    virtual void fit(const Trace &trace) = 0;
    // What commit() of the same rows would add to value(). No side effects. Rows count together, once.
    virtual double gain(const TraceRows &rows) const = 0;
    virtual void commit(const TraceRows &rows) = 0;
    // Covered share in [0,1] (CriterionInfo::ratio) or a count.
    virtual double value() const = 0;
    // State, fit included, as bytes; load throws Error{BadData} where it is of another criterion or size.
    virtual std::string save() const = 0;
    virtual void load(const std::string &bytes) = 0;
};

// How many items are covered and how many there are; empty for a criterion that is not a share of items.
struct CoverageCount {
    std::size_t covered = 0;
    std::size_t total = 0;
};
std::optional<CoverageCount> coverageCount(const Criterion &criterion);

// Of the items each neuron has, how many are covered: what a map of the neurons shows. Empty for criteria
// whose items are not those of single neurons.
struct NeuronCoverage {
    std::vector<std::uint32_t> covered; // one a neuron, in the order of the trace
    std::uint32_t itemsPerNeuron = 1;
};
std::optional<NeuronCoverage> neuronCoverage(const Criterion &criterion);

// How surprising each row is, for criteria that measure it (lsc, dsc, mdsc), else empty. NaN where it is not
// defined: a value that is not finite, or no training images to compare with. No side effects.
std::vector<double> imageScores(const Criterion &criterion, const TraceRows &rows);

struct CriterionInfo {
    std::string id; // "nc" "kmnc" "nbc" ...
    std::string summary;
    std::string paper;
    bool needsFit = false;
    bool ratio = true;
    std::vector<ParamSpec> params; // the first may be given as id:value
    // neurons of the layer set, as in Trace::layers.
    std::function<std::unique_ptr<Criterion>(const ParamSet &, const std::vector<LayerSlice> &)> create;
};

const std::vector<CriterionInfo> &criteria();
// Throws Error{Usage} that names the nearest id.
const CriterionInfo &criterionInfo(const std::string &id);

// "kmnc:1000", "kmnc:k=1000", "nc:0.75", "nbc" -> info and values. Throws Error{Usage}.
struct CriterionChoice {
    const CriterionInfo *info = nullptr;
    ParamSet params;
    std::string text() const; // canonical: "kmnc:k=1000"
    std::unique_ptr<Criterion> create(const std::vector<LayerSlice> &layers) const
    {
        return info->create(params, layers);
    }
};
CriterionChoice parseCriterion(const std::string &text);

} // namespace mutascope
