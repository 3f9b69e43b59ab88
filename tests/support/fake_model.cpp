// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_model.h"
#include "core/base/error.h"

namespace mutascope {

FakeModel::FakeModel(ImageShape shape, int classes)
{
    m_spec.name = "fake";
    m_spec.input = shape;
    m_spec.classes = classes;
    m_layers = {{"means", "linear", {neurons}, neurons}};
}

// Weights of class `unit`: a pattern without meaning, the same on every machine.
float FakeModel::weight(int unit, std::size_t pixel) const
{
    return float((pixel * 7 + std::size_t(unit) * 5 + pixel / 3) % 3) - 1;
}

Predictions FakeModel::predict(const ImageBatch &batch)
{
    Predictions predictions;
    predictions.count = batch.count();
    predictions.classes = m_spec.classes;
    for (std::size_t i = 0; i < batch.count(); ++i)
        for (int unit = 0; unit < m_spec.classes; ++unit) {
            float sum = 0;
            for (std::size_t pixel = 0; pixel < batch.pixels(i).size(); ++pixel)
                sum += weight(unit, pixel) * float(batch.pixels(i)[pixel]) / 255;
            predictions.outputs.push_back(sum);
        }
    return predictions;
}

Trace FakeModel::trace(const ImageBatch &batch, const LayerSet &)
{
    Trace trace;
    trace.predictions = predict(batch);
    trace.layers = {{"means", 0, neurons}};
    trace.neurons = neurons;
    trace.values.assign(batch.count() * neurons, 0);
    for (std::size_t i = 0; i < batch.count(); ++i) {
        const auto pixels = batch.pixels(i);
        for (std::size_t pixel = 0; pixel < pixels.size(); ++pixel)
            trace.values[i * neurons + pixel * neurons / pixels.size()]
                += float(pixels[pixel]) * neurons / float(pixels.size());
    }
    return trace;
}

FloatImages FakeModel::gradient(const FloatImages &, const Objective &)
{
    throw Error(ErrorCode::Unsupported, "the fake model has no gradients");
}

int FakeModel::label(const Image &image)
{
    ImageBatch batch(image.shape);
    batch.append(image);
    return predict(batch).predicted(0);
}

std::vector<Seed> fakeSeeds(FakeModel &model, std::size_t count)
{
    std::vector<Seed> seeds;
    for (std::size_t i = 0; i < count; ++i) {
        Rng rng(4711, i);
        Image image{model.spec().input, {}};
        for (std::size_t pixel = 0; pixel < image.shape.size(); ++pixel)
            image.pixels.push_back(
                std::uint8_t((pixel + i) % 8 < 4 ? rng.between(120, 200) : rng.between(0, 30)));
        const int label = model.label(image);
        seeds.push_back({std::int64_t(i), label, std::move(image)});
    }
    return seeds;
}

} // namespace mutascope
