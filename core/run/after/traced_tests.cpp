// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/after/traced_tests.h"
#include "core/base/error.h"
#include "core/metrics/features.h"
#include "core/model/decorators.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope {

namespace {

constexpr std::size_t imagesAtOnce = 256;
constexpr std::size_t forwardPixels = imagesAtOnce * 32 * 32;
constexpr double mostGiB = 4;

std::size_t forwardSize(const ImageShape &shape)
{
    const std::size_t pixels = std::size_t(shape.height) * std::size_t(shape.width);
    return std::clamp<std::size_t>(forwardPixels / std::max<std::size_t>(pixels, 1), 1, imagesAtOnce);
}

void checkMemory(std::size_t images, const Model &model, const LayerSet &layers)
{
    double values = model.spec().classes;
    for (const int layer : layers)
        values += model.layers()[std::size_t(layer)].neurons;
    const double size = values * double(images) * sizeof(float) / double(1 << 30);
    if (size > mostGiB)
        throw Error(ErrorCode::Unsupported,
                    fmt::format("{} tests with {:.0f} values each need {:.1f} GiB, more than {:.0f}", images,
                                values, size, mostGiB),
                    "Choose fewer layers with --layers, or a run with fewer tests");
}

Trace traced(Model &model, const ImageBatch &images, const LayerSet &layers)
{
    if (!layers.empty())
        return model.trace(images, layers);
    Trace trace;
    trace.predictions = model.predict(images);
    return trace;
}

// Row of one trace behind those of another of the same layers.
void appendRow(Trace &to, const Trace &from, std::size_t row)
{
    const Predictions &predictions = from.predictions;
    to.layers = from.layers;
    to.neurons = from.neurons;
    to.predictions.classes = predictions.classes;
    to.predictions.probabilities = predictions.probabilities;
    ++to.predictions.count;
    const auto outputs = predictions.row(row);
    to.predictions.outputs.insert(to.predictions.outputs.end(), outputs.begin(), outputs.end());
    const auto values = from.row(row);
    to.values.insert(to.values.end(), values.begin(), values.end());
}

void take(TracedTests &result, const TestRecord &test, const Trace &trace, std::size_t row)
{
    const int predicted = trace.predictions.predicted(row);
    if (test.failing && predicted == test.label) {
        ++result.notReproduced;
        return;
    }
    result.tests.push_back(test);
    result.tests.back().predicted = predicted;
    appendRow(result.trace, trace, row);
}

} // namespace

TracedTests traceTests(const SessionStore &store, std::int64_t run, const std::vector<TestRecord> &tests,
                       Model &model, const LayerSet &layers, const RunControl &control,
                       const std::function<void(double)> &onProgress)
{
    checkMemory(tests.size(), model, layers);
    TracedTests result;
    const std::size_t size = forwardSize(model.spec().input);
    for (std::size_t begin = 0; begin < tests.size(); begin += size) {
        if (control.stopRequested()) {
            result.stopped = true;
            break;
        }
        const std::size_t end = std::min(begin + size, tests.size());
        ImageBatch batch(model.spec().input);
        for (std::size_t i = begin; i < end; ++i)
            batch.append(store.image(run, tests[i].id));
        const Trace trace = traced(model, batch, layers);
        for (std::size_t i = begin; i < end; ++i)
            take(result, tests[i], trace, i - begin);
        onProgress(double(end) / double(tests.size()));
    }
    return result;
}

Trace traceImages(const ImageBatch &images, Model &model, const LayerSet &layers)
{
    BatchingModel batching(model, forwardSize(images.shape()));
    return traced(batching, images, layers);
}

FeatureLayer featureLayer(Model &model, const std::string &name)
{
    const bool none = model.layers().empty() && name == "penultimate";
    const FeatureNetwork network(model, none ? "outputs" : name);
    FeatureLayer layer{network.layer(), {}};
    const auto &layers = model.layers();
    const auto found = std::ranges::find(layers, layer.name, &LayerInfo::name);
    if (layer.name != "outputs" && found != layers.end())
        layer.layers = {int(found - layers.begin())};
    return layer;
}

FeatureRows featuresOf(const Trace &trace)
{
    if (trace.neurons > 0)
        return {trace.count(), std::size_t(trace.neurons), trace.values};
    const Predictions &predictions = trace.predictions;
    return {predictions.count, std::size_t(predictions.classes), predictions.outputs};
}

std::vector<TestRecord> testsOf(const SessionStore &store, std::int64_t run, bool all)
{
    TestFilter filter;
    if (!all)
        filter.failing = true;
    std::vector<TestRecord> tests = store.tests(run, filter);
    if (tests.empty())
        throw Error(ErrorCode::NotFound,
                    fmt::format("run {} of '{}' has no {}", run, store.file().string(),
                                all ? "stored test" : "failing test"),
                    "Search longer, or choose another run");
    return tests;
}

} // namespace mutascope
