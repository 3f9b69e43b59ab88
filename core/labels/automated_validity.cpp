// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/automated_validity.h"
#include "core/base/error.h"
#include "core/coverage/nearest_rows.h"
#include "core/metrics/stats/summary.h"
#include "core/metrics/validity_threshold.h"
#include <algorithm>
#include <cmath>

namespace mutascope {

namespace {

// Of length 1, so that what is compared is the direction; a row of zeros stays one.
std::vector<double> unitRow(std::span<const float> row)
{
    std::vector<double> unit(row.begin(), row.end());
    double square = 0;
    for (const double value : unit)
        square += value * value;
    if (square > 0)
        for (double &value : unit)
            value /= std::sqrt(square);
    return unit;
}

DenseMatrix unitMatrix(const FeatureRows &rows)
{
    NearestRows matrix;
    for (std::size_t i = 0; i < rows.count; ++i)
        matrix.append(unitRow(rows.row(i)));
    return matrix.matrix();
}

// Evenly spaced, at most so many.
ImageBatch sampleOf(const Dataset &data, std::size_t most)
{
    const std::size_t count = std::min(most, data.size());
    ImageBatch batch(data.spec().shape);
    for (std::size_t i = 0; i < count; ++i)
        batch.append(data.sample(i * data.size() / count).image);
    return batch;
}

// What is usual for real images.
struct Usual {
    double middle = 0;
    double spread = 1;
    double of(double value) const { return (value - middle) / spread; }
};

Usual usualOf(std::vector<double> values, double percentile)
{
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    if (values.empty())
        return {};
    std::ranges::sort(values);
    const double middle = quantile(values, 0.5);
    const double spread = quantile(values, percentile / 100) - middle;
    return {middle, spread > 0 ? spread : 1};
}

} // namespace

struct AutomatedValidity::Impl {
    Impl(Model &model, Validator v)
        : validator(std::move(v)), features(model, model.layers().empty() ? "outputs" : "penultimate")
    {
    }

    std::vector<double> distances(const ImageBatch &images) const
    {
        std::vector<double> result;
        const DenseMatrix queries = unitMatrix(features.features(images));
        for (const Nearest &nearest : reference.nearest(queries, 0, reference.count()))
            result.push_back(std::sqrt(nearest.squaredDistance));
        return result;
    }

    ValidityScoreSet scores(const ImageBatch &images) const
    {
        ValidityScoreSet set{validator.scores(images), distances(images), {}};
        for (std::size_t i = 0; i < set[0].size(); ++i)
            set[2].push_back((usual[0].of(set[0][i]) + usual[1].of(set[1][i])) / 2);
        return set;
    }

    void learnWhatIsUsual(const ImageBatch &real, double percentile)
    {
        const ValidityScoreSet raw = scores(real);
        usual = {usualOf(raw[0], percentile), usualOf(raw[1], percentile)};
        const ValidityScoreSet set = scores(real);
        for (std::size_t i = 0; i < set.size(); ++i)
            thresholds[i] = validityThreshold(set[i], percentile);
        thresholds[0] = validator.threshold(); // which has seen more of them
    }

    Validator validator;
    FeatureNetwork features;
    NearestRows reference;
    std::array<Usual, 2> usual;
    std::array<double, validityScores.size()> thresholds{};
};

const char *scoreName(ValidityScore score)
{
    switch (score) {
    case ValidityScore::Reconstruction:
        return "reconstruction";
    case ValidityScore::FeatureDistance:
        return "feature-distance";
    case ValidityScore::Combined:
        return "combined";
    }
    throw Error(ErrorCode::Internal, "a validity score that is none");
}

AutomatedValidity::AutomatedValidity(std::unique_ptr<Impl> impl) : m(std::move(impl)) { }
AutomatedValidity::~AutomatedValidity() = default;
AutomatedValidity::AutomatedValidity(AutomatedValidity &&) noexcept = default;

std::optional<AutomatedValidity> AutomatedValidity::prepare(Model &model, const Dataset &training,
                                                            const Dataset &heldOut,
                                                            const AutomatedValidityOptions &options,
                                                            const MetricProgress &progress)
{
    const auto part = [&](double from, double length) {
        return [&progress, from, length](double share) { return progress(from + length * share); };
    };
    auto validator = Validator::prepare(training, heldOut, options.validator, part(0, 0.8));
    if (!validator)
        return std::nullopt;
    auto impl = std::make_unique<Impl>(model, std::move(*validator));
    const auto reference = referenceFeatures(impl->features, training, options.referenceImages,
                                             options.validator.folder, part(0.8, 0.1));
    if (!reference)
        return std::nullopt;
    for (std::size_t i = 0; i < reference->count; ++i)
        impl->reference.append(unitRow(reference->row(i)));
    impl->learnWhatIsUsual(sampleOf(heldOut, options.realImages), options.validator.percentile);
    if (!progress(1))
        return std::nullopt;
    return AutomatedValidity(std::move(impl));
}

ValidityScoreSet AutomatedValidity::scores(const ImageBatch &images) const
{
    return m->scores(images);
}

double AutomatedValidity::threshold(ValidityScore score) const
{
    return m->thresholds.at(std::size_t(score));
}

} // namespace mutascope
