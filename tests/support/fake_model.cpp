// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_model.h"

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

// Exact, since outputs and neurons are linear in the pixels.
FloatImages FakeModel::gradient(const FloatImages &images, const Objective &objective)
{
    std::vector<float> logitWeights = objective.logitWeights;
    if (objective.weigh) {
        ImageBatch rounded(images.shape);
        const std::vector<std::uint8_t> pixels(images.values.begin(), images.values.end());
        for (std::size_t i = 0; i < images.count; ++i)
            rounded.append(images.shape,
                           std::span(pixels).subspan(i * images.shape.size(), images.shape.size()));
        logitWeights = objective.weigh(predict(rounded), 0);
    }
    const std::size_t size = images.shape.size();
    const std::size_t classes = std::size_t(m_spec.classes);
    FloatImages result{images.shape, images.count, std::vector<float>(images.values.size())};
    for (std::size_t i = 0; i < images.count; ++i)
        for (std::size_t pixel = 0; pixel < size; ++pixel) {
            float &sum = result.values[i * size + pixel];
            if (!logitWeights.empty())
                for (std::size_t unit = 0; unit < classes; ++unit)
                    sum += logitWeights.at(i * classes + unit) * weight(int(unit), pixel) / 255;
            if (!objective.neuronWeights.empty())
                sum += objective.neuronWeights.at(i * neurons + pixel * neurons / size) * neurons
                    / float(size);
        }
    return result;
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
