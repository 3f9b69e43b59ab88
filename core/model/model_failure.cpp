// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model_failure.h"
#include "core/model/batch_rows.h"
#include "core/model/layer_slices.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace mutascope {

namespace {

constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();
constexpr std::size_t namedImages = 5;

Predictions failedRow(const ModelSpec &spec)
{
    return {1, spec.classes, spec.probabilities, std::vector<float>(std::size_t(spec.classes), notANumber)};
}

Trace failedTrace(const Model &model, const LayerSet &layers)
{
    Trace trace{failedRow(model.spec()), sliceLayers(model.layers(), layers), 0, {}};
    for (const LayerSlice &slice : trace.layers)
        trace.neurons += slice.count;
    trace.values.assign(std::size_t(trace.neurons), notANumber);
    return trace;
}

// run(begin, end) where it works; where it fails, its halves, down to fail() of one image. What images do
// together and not alone is thus no failure of any of them.
template <typename Run, typename Fail>
auto inHalves(std::size_t begin, std::size_t end, const Run &run, const Fail &fail)
    -> decltype(run(begin, end))
{
    try {
        return run(begin, end);
    } catch (const ModelFailure &failure) {
        if (end - begin < 2)
            return fail(begin, failure);
    }
    const std::size_t middle = begin + (end - begin) / 2;
    auto result = inHalves(begin, middle, run, fail);
    extend(result, inHalves(middle, end, run, fail));
    return result;
}

} // namespace

ModelFailure::ModelFailure(const std::string &why)
    : Error(ErrorCode::BadModel, "the model fails on these images: " + why,
            "The error comes from the model's own code: correct it, or leave such images out"),
      m_why(why)
{
}

bool hasPrediction(const Predictions &predictions, std::size_t row)
{
    return !std::ranges::all_of(predictions.row(row), [](float value) { return std::isnan(value); });
}

bool isCorrect(const Predictions &predictions, std::size_t row, int label)
{
    return predictions.predicted(row) == label && hasPrediction(predictions, row);
}

Predictions FailureTolerantModel::predict(const ImageBatch &batch)
{
    const auto run = [&](std::size_t begin, std::size_t end) {
        return m_inner.predict(end - begin == batch.count() ? batch : batch.slice(begin, end));
    };
    const auto fail = [&](std::size_t image, const ModelFailure &failure) {
        m_failures.add(m_seen + std::int64_t(image), failure.why());
        return failedRow(spec());
    };
    Predictions predictions = inHalves(0, batch.count(), run, fail);
    m_seen += std::int64_t(batch.count());
    return predictions;
}

Trace FailureTolerantModel::trace(const ImageBatch &batch, const LayerSet &layers)
{
    const auto run = [&](std::size_t begin, std::size_t end) {
        return m_inner.trace(end - begin == batch.count() ? batch : batch.slice(begin, end), layers);
    };
    const auto fail = [&](std::size_t image, const ModelFailure &failure) {
        m_failures.add(m_seen + std::int64_t(image), failure.why());
        return failedTrace(m_inner, layers);
    };
    Trace trace = inHalves(0, batch.count(), run, fail);
    m_seen += std::int64_t(batch.count());
    return trace;
}

FloatImages FailureTolerantModel::gradient(const FloatImages &images, const Objective &objective)
{
    const auto run = [&](std::size_t begin, std::size_t end) {
        if (end - begin == images.count)
            return m_inner.gradient(images, objective);
        return m_inner.gradient(sliceOf(images, begin, end), sliceOf(objective, images.count, begin, end));
    };
    return inHalves(0, images.count, run, [&](std::size_t, const ModelFailure &) {
        return FloatImages{images.shape, 1, std::vector<float>(images.shape.size(), 0.0F)};
    });
}

void FailedImages::add(std::int64_t number, const std::string &why)
{
    if (m_count++ == 0)
        m_why = why;
    if (m_first.size() < namedImages)
        m_first.push_back(number);
}

std::string FailedImages::text(const std::string &noun) const
{
    return fmt::format("the model fails on {} {}{} ({}{}): {}", m_count, noun, m_count == 1 ? "" : "s",
                       fmt::join(m_first, ", "), m_count > std::int64_t(m_first.size()) ? " ..." : "", m_why);
}

void FailureTolerantModel::forgetFailures()
{
    m_failures = {};
    m_seen = 0;
}

void forgetFailures(Model &model)
{
    if (auto *tolerant = dynamic_cast<FailureTolerantModel *>(&model))
        tolerant->forgetFailures();
}

FailedImages failuresOf(const Model &model)
{
    const auto *tolerant = dynamic_cast<const FailureTolerantModel *>(&model);
    return tolerant ? tolerant->failures() : FailedImages();
}

} // namespace mutascope
