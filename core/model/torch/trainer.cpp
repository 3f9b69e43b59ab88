// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/trainer.h"
#include "core/base/error.h"
#include "core/base/shuffle.h"
#include "core/model/torch/trainer_channels.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <numeric>
#include <torch/csrc/jit/runtime/graph_executor.h>
#include <torch/script.h>
#include <torch/torch.h>

namespace mutascope {

namespace {

// Streams of the seed; the orders of the epochs follow behind.
enum Stream : std::uint64_t { SplitStream = 1, AugmentStream = 2, DropStream = 3, EpochStream = 16 };

std::vector<at::Tensor> parametersOf(const torch::jit::Module &module)
{
    std::vector<at::Tensor> result;
    for (const at::Tensor &parameter : module.parameters())
        result.push_back(parameter);
    return result;
}

std::vector<at::Tensor> weightsOf(const torch::jit::Module &module)
{
    std::vector<at::Tensor> result = parametersOf(module);
    for (const at::Tensor &buffer : module.buffers())
        result.push_back(buffer);
    return result;
}

std::vector<at::Tensor> copiesOf(const std::vector<at::Tensor> &tensors)
{
    std::vector<at::Tensor> result;
    for (const at::Tensor &tensor : tensors)
        result.push_back(tensor.detach().clone());
    return result;
}

// Calls use(first, indices) for each batch; stops where it returns false. Batch normalisation cannot learn
// from a single image: smallest 2 leaves such a rest out.
template <typename Use>
bool forBatches(std::span<const std::uint32_t> indices, std::size_t size, std::size_t smallest,
                const Use &use)
{
    for (std::size_t begin = 0; begin < indices.size(); begin += size) {
        const auto batch = indices.subspan(begin, std::min(size, indices.size() - begin));
        if (batch.size() >= smallest && !use(begin, batch))
            return false;
    }
    return true;
}

} // namespace

std::size_t evaluationBatch(const ImageShape &shape)
{
    constexpr std::size_t pixels = 1 << 20;
    return std::clamp<std::size_t>(pixels / (std::size_t(shape.height) * std::size_t(shape.width)), 1, 256);
}

Trainer::Trainer(torch::jit::Module module, const ModelSpec &spec, const Dataset &data,
                 const TrainOptions &options)
    : m_module(std::move(module)), m_conversion(spec), m_data(data), m_options(options), m_rng(options.seed),
      m_parameters(parametersOf(m_module)), m_weights(weightsOf(m_module)),
      m_optimizer(m_parameters, options), m_deep(m_weights.size() > m_parameters.size())
{
    checkLabels();
    split(options.validationShare);
    checkEnoughImages();
    measureNormalization();
    // Up to half as fast again for plain convolutions (ResNet-20, VGG-16), equal within a tenth for depthwise
    // ones; slower for the few channels of a LeNet.
    if (m_deep)
        arrange(at::MemoryFormat::ChannelsLast);
}

void Trainer::checkLabels() const
{
    const int classes = m_data.spec().classes;
    for (std::size_t i = 0; i < m_data.size(); ++i)
        if (const int label = m_data.label(i); label < 0 || label >= classes)
            throw Error(ErrorCode::BadData,
                        fmt::format("image {} is of class {}, but there are {} classes", i, label, classes));
}

// At least one image is trained on, and at least one held out where any share is asked for.
void Trainer::split(double validationShare)
{
    Indices all(m_data.size());
    std::iota(all.begin(), all.end(), 0u);
    shuffle(all, m_rng.sub(SplitStream));
    const auto wanted = std::size_t(std::ceil(validationShare * double(all.size())));
    const auto held = std::ptrdiff_t(std::min(wanted, all.size() - 1));
    m_validation.assign(all.begin(), all.begin() + held);
    m_training.assign(all.begin() + held, all.end());
}

void Trainer::checkEnoughImages() const
{
    if (m_deep && (m_options.batchSize < 2 || m_training.size() < 2))
        throw Error(ErrorCode::Usage,
                    fmt::format("batch normalisation needs at least 2 images a step, got {}",
                                std::min(std::size_t(m_options.batchSize), m_training.size())),
                    "Use a larger batch size and more training images");
}

// For the architectures that normalise their input themselves.
void Trainer::measureNormalization()
{
    constexpr std::size_t most = 10'000; // images; more change the third digit
    if (!m_module.hasattr("normalize"))
        return;
    const torch::jit::Module layer = m_module.attr("normalize").toModule();
    ChannelHistogram histogram(m_data.spec().shape.channels);
    const auto some = std::span<const std::uint32_t>(m_training).first(std::min(most, m_training.size()));
    forBatches(some, evaluationBatch(m_data.spec().shape), 1, [&](std::size_t, auto indices) {
        histogram.add(imagesOf(indices, nullptr));
        return true;
    });
    float *means = layer.attr("mean").toTensor().data_ptr<float>();
    float *deviations = layer.attr("deviation").toTensor().data_ptr<float>();
    for (std::size_t c = 0; c < std::size_t(m_data.spec().shape.channels); ++c) {
        const auto [mean, deviation] = histogram.moments(c);
        means[c] = float(mean);
        deviations[c] = deviation > 1e-3 ? float(deviation) : 1.0f; // a channel of one colour
    }
}

// How the weights of convolutions lie in memory; their values stay.
void Trainer::arrange(at::MemoryFormat format)
{
    const at::NoGradGuard noGradients;
    for (at::Tensor &parameter : m_parameters)
        if (parameter.dim() == 4)
            parameter.set_data(parameter.contiguous(format));
}

ImageBatch Trainer::imagesOf(std::span<const std::uint32_t> indices, const Rng *augment) const
{
    const Augmentation augmentation{m_options.cropPadding, m_options.flip};
    ImageBatch batch(m_data.spec().shape);
    batch.reserve(indices.size());
    for (const std::uint32_t index : indices) {
        const Sample sample = m_data.sample(index);
        if (augment && !augmentation.none())
            batch.append(augmented(sample.image, augmentation, augment->sub(index)));
        else
            batch.append(sample.image);
    }
    return batch;
}

at::Tensor Trainer::labelsOf(std::span<const std::uint32_t> indices) const
{
    at::Tensor result = at::empty({std::int64_t(indices.size())}, at::kLong);
    std::int64_t *labels = result.data_ptr<std::int64_t>();
    for (const std::uint32_t index : indices)
        *labels++ = m_data.label(index);
    return result;
}

at::Tensor Trainer::forward(const ImageBatch &images)
{
    at::Tensor input = m_conversion.toTensor(images);
    if (m_deep)
        input = input.contiguous(at::MemoryFormat::ChannelsLast);
    return m_module.forward({input}).toTensor();
}

at::Tensor Trainer::lossOf(const at::Tensor &logits, const at::Tensor &labels) const
{
    constexpr std::int64_t ignoredLabel = -100; // LibTorch's default; no image has it
    return at::cross_entropy_loss(logits, labels, {}, at::Reduction::Mean, ignoredLabel,
                                  m_options.labelSmoothing);
}

double Trainer::step(std::span<const std::uint32_t> indices, const Rng &augment)
{
    m_optimizer.zeroGradients();
    const at::Tensor loss = lossOf(forward(imagesOf(indices, &augment)), labelsOf(indices));
    const double value = loss.item<double>();
    if (!std::isfinite(value))
        throw Error(ErrorCode::Usage, "training diverged: the loss is not a finite number",
                    "Use a smaller learning rate");
    loss.backward();
    m_optimizer.step();
    return value;
}

// From nothing up to the given rate along a line, then down to nothing along half a cosine: the first steps
// do not destroy what the first weights are good for, the last epochs settle.
void Trainer::setLearningRate(double epochs)
{
    const double warm = m_options.warmupEpochs;
    const double stepShare = double(m_options.batchSize) / double(m_training.size());
    if (epochs < warm) {
        m_learningRate = m_options.learningRate * std::min(1.0, (epochs + stepShare) / warm);
    } else {
        const double progress = (epochs - warm) / (m_options.epochs - warm);
        m_learningRate = m_options.learningRate * 0.5 * (1.0 + std::cos(std::numbers::pi * progress));
    }
    m_optimizer.setLearningRate(m_learningRate);
}

void Trainer::newOrder(int epoch)
{
    shuffle(m_training, m_rng.sub(EpochStream + std::uint64_t(epoch)));
}

bool Trainer::runEpoch(int epoch, const Report &report)
{
    const at::AutoGradMode gradients(true);
    // An optimising executor rounds its first passes otherwise than the later ones: a resumed training would
    // end with other weights.
    const torch::jit::GraphOptimizerEnabledGuard plainExecution(false);
    m_module.train();
    newOrder(epoch);
    const Rng augment = m_rng.sub(AugmentStream).sub(std::uint64_t(epoch));
    const Rng drop = m_rng.sub(DropStream).sub(std::uint64_t(epoch));
    const auto total = double(m_training.size());
    double sum = 0;
    const bool whole = forBatches(
        m_training, std::size_t(m_options.batchSize), m_deep ? 2 : 1, [&](std::size_t begin, auto indices) {
            setLearningRate(epoch - 1 + double(begin) / total);
            torch::manual_seed(drop.sub(begin).next64()); // of dropout, which knows no other numbers
            sum += step(indices, augment) * double(indices.size());
            const std::size_t seen = begin + indices.size();
            m_loss = sum / double(seen);
            return report(seen, m_training.size(), m_loss);
        });
    checkWeights();
    return whole;
}

// The last step is not followed by a loss that would show it.
void Trainer::checkWeights() const
{
    for (const at::Tensor &weight : m_weights)
        if (!at::isfinite(weight.detach()).all().item<bool>())
            throw Error(ErrorCode::Usage, "training diverged: a weight is not a finite number",
                        "Use a smaller learning rate");
}

double Trainer::validationAccuracy()
{
    if (m_validation.empty())
        return 0;
    const at::NoGradGuard noGradients;
    const torch::jit::GraphOptimizerEnabledGuard plainExecution(false);
    m_module.eval();
    std::int64_t correct = 0;
    forBatches(m_validation, evaluationBatch(m_data.spec().shape), 1, [&](std::size_t, auto indices) {
        const at::Tensor logits = forward(imagesOf(indices, nullptr));
        correct += logits.argmax(1).eq(labelsOf(indices)).sum().template item<std::int64_t>();
        return true;
    });
    return double(correct) / double(m_validation.size());
}

void Trainer::rememberWeights()
{
    m_remembered = copiesOf(m_weights);
}

void Trainer::copyWeights(const std::vector<at::Tensor> &weights)
{
    const at::NoGradGuard noGradients;
    for (std::size_t i = 0; i < weights.size(); ++i)
        m_weights[i].copy_(weights[i]);
}

void Trainer::finish()
{
    copyWeights(m_remembered); // none where the first epoch was interrupted
    arrange(at::MemoryFormat::Contiguous);
    m_module.eval();
}

void Trainer::save(TrainingCheckpoint &checkpoint) const
{
    checkpoint.weights = m_weights;
    checkpoint.bestWeights = m_remembered;
    checkpoint.optimizer = m_optimizer.state();
}

bool Trainer::fits(const std::vector<at::Tensor> &weights) const
{
    return std::ranges::equal(weights, m_weights, [](const at::Tensor &a, const at::Tensor &b) {
        return a.sizes() == b.sizes() && a.scalar_type() == b.scalar_type();
    });
}

bool Trainer::load(const TrainingCheckpoint &checkpoint)
{
    if (!fits(checkpoint.weights) || !fits(checkpoint.bestWeights)
        || !m_optimizer.setState(checkpoint.optimizer))
        return false;
    copyWeights(checkpoint.weights);
    m_remembered = copiesOf(checkpoint.bestWeights);
    for (int epoch = 1; epoch <= checkpoint.epoch; ++epoch)
        newOrder(epoch);
    return true;
}

} // namespace mutascope
