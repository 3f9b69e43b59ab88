// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/model_import_measure.h"
#include "core/base/error.h"
#include "core/data/array_dataset.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace mutascope {

namespace {

constexpr std::size_t atOnce = 64;
constexpr double leastProbability = 1e-12; // a certain error must not outweigh all other images

std::map<int, std::vector<std::size_t>> byClass(const std::vector<int> &labels)
{
    std::map<int, std::vector<std::size_t>> out;
    for (std::size_t i = 0; i < labels.size(); ++i)
        out[labels[i]].push_back(i);
    return out;
}

// How many of each class: one more in turn, until a class has none left.
std::map<int, std::size_t> quotas(const std::map<int, std::vector<std::size_t>> &classes, std::size_t count)
{
    std::map<int, std::size_t> out;
    for (bool more = true; more && count > 0;) {
        more = false;
        for (const auto &[label, images] : classes) {
            if (count == 0 || out[label] == images.size())
                continue;
            ++out[label];
            --count;
            more = true;
        }
    }
    return out;
}

bool allFinite(std::span<const float> row)
{
    return std::ranges::all_of(row, [](float value) { return std::isfinite(value); });
}

void judge(const Predictions &predictions, const std::vector<int> &labels, Measurement &result)
{
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const int label = labels[i];
        const bool finite = allFinite(predictions.row(i));
        const int predicted = finite ? predictions.predicted(i) : -1;
        double probability = 0;
        if (finite && label < predictions.classes)
            probability = double(predictions.probabilitiesOf(i)[std::size_t(label)]);
        result.labels.push_back(label);
        result.predicted.push_back(predicted);
        result.correct += predicted == label ? 1 : 0;
        result.notFinite += finite ? 0 : 1;
        result.logLikelihood += std::log(std::max(probability, leastProbability)); // the mean at the end
    }
}

} // namespace

std::vector<std::size_t> balancedSample(const std::vector<int> &labels, std::size_t count)
{
    const auto classes = byClass(labels);
    std::vector<std::size_t> out;
    for (const auto &[label, quota] : quotas(classes, count)) {
        const std::vector<std::size_t> &images = classes.at(label);
        for (std::size_t i = 0; i < quota; ++i)
            out.push_back(images[i * images.size() / quota]);
    }
    std::ranges::sort(out);
    return out;
}

std::unique_ptr<Dataset> sampleOf(const Dataset &data, const std::vector<std::size_t> &images)
{
    std::vector<std::uint8_t> pixels;
    std::vector<int> labels;
    pixels.reserve(images.size() * data.spec().shape.size());
    for (const std::size_t index : images) {
        const Sample sample = data.sample(index);
        pixels.insert(pixels.end(), sample.image.pixels.begin(), sample.image.pixels.end());
        labels.push_back(sample.label);
    }
    return std::make_unique<ArrayDataset>(data.spec(), std::move(pixels), std::move(labels));
}

Measurement measure(Model &model, const Dataset &data, const std::vector<std::size_t> &images,
                    const RunControl &control, const std::function<void(double)> &onProgress)
{
    const std::size_t count = images.empty() ? data.size() : images.size();
    FailureTolerantModel tolerant(model);
    Measurement result;
    for (std::size_t first = 0; first < count; first += atOnce) {
        if (control.stopRequested())
            throw Error(ErrorCode::Usage, "the import was stopped");
        const std::size_t end = std::min(first + atOnce, count);
        ImageBatch batch(data.spec().shape);
        std::vector<int> labels;
        for (std::size_t i = first; i < end; ++i) {
            const Sample sample = data.sample(images.empty() ? i : images[i]);
            batch.append(sample.image);
            labels.push_back(sample.label);
        }
        judge(tolerant.predict(batch), labels, result);
        onProgress(double(end) / double(count));
    }
    result.failed = tolerant.failures();
    result.logLikelihood /= double(std::max<std::size_t>(count, 1));
    return result;
}

LabelMapping labelMapping(const Measurement &measurement, int classes)
{
    std::map<int, std::map<int, std::size_t>> confusion;
    for (std::size_t i = 0; i < measurement.count(); ++i)
        if (measurement.predicted[i] >= 0)
            ++confusion[measurement.labels[i]][measurement.predicted[i]];
    LabelMapping result{std::vector<int>(std::size_t(classes), -1), 0, false};
    std::set<int> outputs;
    std::size_t right = 0;
    for (const auto &[label, predicted] : confusion) {
        const auto most = std::ranges::max_element(
            predicted, [](const auto &a, const auto &b) { return a.second < b.second; });
        result.output.at(std::size_t(label)) = most->first;
        outputs.insert(most->first);
        right += most->second;
    }
    result.oneToOne = outputs.size() == confusion.size();
    result.accuracy = measurement.count() == 0 ? 0 : double(right) / double(measurement.count());
    return result;
}

bool mappingIsMeaningful(const Measurement &measurement, int classes)
{
    constexpr std::size_t perClass = 5;
    return measurement.count() >= perClass * std::size_t(classes);
}

double standardError(double share, std::size_t count)
{
    // Half an image more: no error at all on a small sample proves little.
    const double n = double(std::max<std::size_t>(count, 1));
    const double safe = std::clamp(share, 0.5 / n, 1 - 0.5 / n);
    return std::sqrt(safe * (1 - safe) / n);
}

} // namespace mutascope
