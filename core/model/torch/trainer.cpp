// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/trainer.h"
#include "core/base/error.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <numeric>
#include <torch/script.h>
#include <torch/torch.h>

namespace mutascope {

namespace {

// Streams of the seed; those of the epochs follow behind.
enum Stream : std::uint64_t { SplitStream = 1, EpochStream = 16 };

void shuffle(std::vector<std::uint32_t> &indices, Rng rng)
{
    for (std::size_t i = indices.size(); i > 1; --i)
        std::swap(indices[i - 1], indices[rng.below(std::uint32_t(i))]);
}

std::vector<at::Tensor> parametersOf(const torch::jit::Module &module)
{
    std::vector<at::Tensor> result;
    for (const at::Tensor &parameter : module.parameters())
        result.push_back(parameter);
    return result;
}

// Calls use(first, indices) for each batch; stops where it returns false.
template <typename Use>
bool forBatches(std::span<const std::uint32_t> indices, std::size_t size, const Use &use)
{
    for (std::size_t begin = 0; begin < indices.size(); begin += size)
        if (!use(begin, indices.subspan(begin, std::min(size, indices.size() - begin))))
            return false;
    return true;
}

} // namespace

LabelledImages::LabelledImages(const Dataset &dataset) : images(dataset.spec().shape)
{
    images.reserve(dataset.size());
    labels.reserve(dataset.size());
    for (std::size_t i = 0; i < dataset.size(); ++i) {
        const Sample sample = dataset.sample(i);
        if (sample.label < 0 || sample.label >= dataset.spec().classes)
            throw Error(ErrorCode::BadData,
                        fmt::format("image {} is of class {}, but there are {} classes", i, sample.label,
                                    dataset.spec().classes));
        images.append(sample.image);
        labels.push_back(sample.label);
    }
}

Trainer::Trainer(torch::jit::Module module, const ModelSpec &spec, const LabelledImages &data,
                 const TrainOptions &options)
    : m_module(std::move(module)), m_conversion(spec), m_data(data), m_options(options), m_rng(options.seed),
      m_parameters(parametersOf(m_module)),
      m_adam(m_parameters, torch::optim::AdamOptions(options.learningRate))
{
    split(options.validationShare);
}

// At least one image is trained on, and at least one held out where any share is asked for.
void Trainer::split(double validationShare)
{
    Indices all(m_data.count());
    std::iota(all.begin(), all.end(), 0u);
    shuffle(all, m_rng.sub(SplitStream));
    const auto wanted = std::size_t(std::ceil(validationShare * double(all.size())));
    const auto held = std::ptrdiff_t(std::min(wanted, all.size() - 1));
    m_validation.assign(all.begin(), all.begin() + held);
    m_training.assign(all.begin() + held, all.end());
}

ImageBatch Trainer::imagesOf(std::span<const std::uint32_t> indices) const
{
    ImageBatch batch(m_data.images.shape());
    batch.reserve(indices.size());
    for (const std::uint32_t index : indices)
        batch.append(m_data.images.shape(), m_data.images.pixels(index));
    return batch;
}

at::Tensor Trainer::labelsOf(std::span<const std::uint32_t> indices) const
{
    at::Tensor result = at::empty({std::int64_t(indices.size())}, at::kLong);
    std::int64_t *labels = result.data_ptr<std::int64_t>();
    for (const std::uint32_t index : indices)
        *labels++ = m_data.labels[index];
    return result;
}

at::Tensor Trainer::forward(std::span<const std::uint32_t> indices)
{
    return m_module.forward({m_conversion.toTensor(imagesOf(indices))}).toTensor();
}

double Trainer::step(std::span<const std::uint32_t> indices)
{
    m_adam.zero_grad();
    const at::Tensor loss = at::cross_entropy_loss(forward(indices), labelsOf(indices));
    const double value = loss.item<double>();
    if (!std::isfinite(value))
        throw Error(ErrorCode::Usage, "training diverged: the loss is not a finite number",
                    "Use a smaller learning rate");
    loss.backward();
    m_adam.step();
    return value;
}

// From the given rate down to nothing along half a cosine: the last epochs settle.
void Trainer::setLearningRate(double progress)
{
    const double rate = m_options.learningRate * 0.5 * (1.0 + std::cos(std::numbers::pi * progress));
    for (auto &group : m_adam.param_groups())
        static_cast<torch::optim::AdamOptions &>(group.options()).lr(rate);
}

bool Trainer::runEpoch(int epoch, const Report &report)
{
    const at::AutoGradMode gradients(true);
    shuffle(m_training, m_rng.sub(EpochStream + std::uint64_t(epoch)));
    const auto total = double(m_training.size());
    double sum = 0;
    return forBatches(m_training, std::size_t(m_options.batchSize), [&](std::size_t begin, auto indices) {
        setLearningRate((epoch - 1 + double(begin) / total) / m_options.epochs);
        sum += step(indices) * double(indices.size());
        const std::size_t seen = begin + indices.size();
        m_loss = sum / double(seen);
        return report(seen, m_training.size(), m_loss);
    });
}

double Trainer::validationAccuracy()
{
    if (m_validation.empty())
        return 0;
    const at::NoGradGuard noGradients;
    std::int64_t correct = 0;
    forBatches(m_validation, 256, [&](std::size_t, auto indices) {
        correct += forward(indices).argmax(1).eq(labelsOf(indices)).sum().template item<std::int64_t>();
        return true;
    });
    return double(correct) / double(m_validation.size());
}

void Trainer::rememberWeights()
{
    m_remembered.clear();
    for (const at::Tensor &parameter : m_parameters)
        m_remembered.push_back(parameter.detach().clone());
}

void Trainer::restoreWeights()
{
    const at::NoGradGuard noGradients;
    for (std::size_t i = 0; i < m_remembered.size(); ++i)
        m_parameters[i].copy_(m_remembered[i]);
}

} // namespace mutascope
