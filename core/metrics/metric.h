// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include "core/base/param_spec.h"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

// What a run's tests are worth: how many faults they reveal, how natural and how diverse they are, what they
// cost. Metrics stream: a run of any length passes through add() in batches.
namespace mutascope {

enum class MetricFamily { FaultRevealing, Naturalness, Diversity, Efficiency };
const char *familyName(MetricFamily family); // "fault-revealing" "naturalness" "diversity" "efficiency"

// Deep features, one image a row, row-major.
struct FeatureRows {
    std::size_t count = 0;
    std::size_t width = 0;
    std::vector<float> values;
    std::span<const float> row(std::size_t index) const
    {
        return std::span(values).subspan(index * width, width);
    }
};

// Whether people (labels) or an automated validator would still call the test an image of its domain.
enum class Validity : std::uint8_t { Unknown, Valid, Invalid };

// Tests of ONE run beside their seeds: row i of every member belongs to test i. Only tests that were verified
// after storing count as failing. Features are empty (count 0) where no chosen metric needs them.
struct MetricBatch {
    ImageBatch seeds; // one a test: a seed of several tests is repeated
    ImageBatch tests;
    std::vector<std::int64_t> seedIds; // sample of the data set
    std::vector<int> labels; // class of the seed
    std::vector<int> predicted; // class the model gave the test
    std::vector<std::uint8_t> failing; // 0 or 1
    std::vector<Validity> validity;
    FeatureRows seedFeatures;
    FeatureRows testFeatures;
    std::vector<double> validatorScores; // VAE reconstruction error of the test; empty without a validator
    std::size_t count() const { return tests.count(); }
};

// What only the run as a whole knows.
struct RunTotals {
    std::int64_t generated = 0; // tests judged
    std::int64_t failing = 0; // of these, verified
    std::int64_t seedsAttempted = 0;
    std::int64_t modelCalls = 0; // training excluded
    double seconds = 0; // of the search, training excluded
    double trainingSeconds = 0;
    std::int64_t trainingCalls = 0;
    std::int64_t peakBytes = 0; // 0: not measured
    std::vector<std::pair<std::string, double>> coverageAdded; // criterion -> value after minus before
};

// What the tests are held against. Kept alive by the caller for as long as the metrics live.
struct MetricContext {
    ImageShape shape;
    int classes = 0;
    const FeatureRows *reference = nullptr; // of real images of the data set; null: none chosen
    std::uint64_t seed = 1; // for metrics that sample (pairs, subsets)
    // Validator scores of real images the validator was not trained on; null: no validator.
    const std::vector<double> *referenceValidatorScores = nullptr;
};

// A number, or the reason why there is none; never a silent 0 or NaN.
struct MetricValue {
    std::optional<double> value;
    std::string missing; // "needs 2 failing tests, has 1"; empty where there is a value
    std::size_t tests = 0; // rows it was computed from
    std::optional<double> deviation; // over tests, where it is a mean over tests; else see note
    std::vector<double> quartiles; // minimum, lower, median, upper, maximum; empty where there is none
    std::string note = {}; // what else must be said: "2 of 5 scales", "100 subsets of 1000 tests"
};

// Not thread-safe.
class Metric {
public:
    virtual ~Metric() = default;
    // Throws Error{Internal} where the members of the batch differ in length.
    virtual void add(const MetricBatch &batch) = 0;
    virtual MetricValue value(const RunTotals &totals) const = 0;
};

struct MetricNeeds {
    bool images = false; // seeds and tests
    bool features = false; // testFeatures (and seedFeatures)
    bool reference = false; // MetricContext::reference
    bool validator = false; // validatorScores
};

struct MetricInfo {
    std::string id; // kebab-case: "ssim", "failing-share"
    std::string name; // as a column head: "SSIM"
    MetricFamily family = MetricFamily::FaultRevealing;
    std::string summary; // one sentence: what it says, its range
    std::string paper; // its source with the equation or term there, or "definition: ..."
    std::string unit; // "", "s", "dB"
    bool higherIsBetter = true;
    MetricNeeds needs;
    std::vector<ParamSpec> params;
    std::function<std::unique_ptr<Metric>(const ParamSet &, const MetricContext &)> create;
};

// Every built-in metric, families in the order above.
const std::vector<MetricInfo> &metrics();
// Throws Error{Usage} that names the nearest id.
const MetricInfo &metricInfo(const std::string &id);

} // namespace mutascope
