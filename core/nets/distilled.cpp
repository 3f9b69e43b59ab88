// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/distilled.h"
#include "core/base/error.h"
#include "core/model/torch/tensor_memory.h"
#include "core/model/torch/torch_error.h"
#include "core/nets/adam.h"
#include "core/nets/net_state.h"
#include "core/nets/tensors.h"
#include "core/nets/traced_script.h"
#include <cmath>
#include <limits>
#include <torch/torch.h>

namespace mutascope {

namespace {

const char *const failed = "the distilled copy of the model cannot be computed";
const char *const smaller = "Use smaller batches";
constexpr std::int64_t lastSide = 4; // of the feature maps before the dense layers
constexpr std::int64_t units = 128;

// Uniform in +-1/sqrt(inputs of a unit).
at::Tensor drawn(at::IntArrayRef sizes, std::int64_t inputs, Rng &rng)
{
    const double reach = 1 / std::sqrt(double(inputs));
    return uniformTensor(sizes, rng).mul_(2 * reach).sub_(reach).requires_grad_();
}

at::Tensor pooled(const at::Tensor &x)
{
    return at::max_pool2d(x, {2, 2}, {2, 2}, {0, 0}, {1, 1}, true); // rounded up: one pixel stays one
}

at::Tensor rowsOf(const Predictions &predictions)
{
    return at::from_blob(const_cast<float *>(predictions.outputs.data()),
                         {std::int64_t(predictions.count), predictions.classes}, at::kFloat);
}

at::Tensor unitImages(const FloatImages &images)
{
    return unitGradient(images) * (1 / (255.0 * 255.0)); // unitGradient() multiplies by 255
}

Predictions predictionsFrom(const at::Tensor &logits)
{
    const at::Tensor dense = logits.detach().contiguous();
    const float *values = dense.data_ptr<float>();
    return {std::size_t(dense.size(0)), int(dense.size(1)), false, {values, values + dense.numel()}};
}

} // namespace

struct DistilledNet::Impl {
    Impl(const DistilledOptions &options, Teacher asked);
    at::Tensor logits(const at::Tensor &images) const;
    std::vector<at::Tensor> allTensors() const;
    double learnFrom(const at::Tensor &images, const at::Tensor &wanted);
    FloatImages gradient(const FloatImages &images, const Objective &objective) const;

    ImageShape shape;
    Teacher teacher;
    std::vector<at::Tensor> parameters; // weight and bias of three convolutions and two dense layers
    Adam adam;
};

static std::vector<at::Tensor> makeParameters(const DistilledOptions &options)
{
    Rng rng = Rng(options.seed).sub(3);
    std::vector<at::Tensor> all;
    std::int64_t inputs = options.shape.channels;
    for (const std::int64_t outputs : {16, 32, 64}) {
        all.push_back(drawn({outputs, inputs, 3, 3}, inputs * 9, rng));
        all.push_back(drawn({outputs}, inputs * 9, rng));
        inputs = outputs;
    }
    inputs *= lastSide * lastSide;
    for (const std::int64_t outputs : {units, std::int64_t(options.classes)}) {
        all.push_back(drawn({outputs, inputs}, inputs, rng));
        all.push_back(drawn({outputs}, inputs, rng));
        inputs = outputs;
    }
    return all;
}

DistilledNet::Impl::Impl(const DistilledOptions &options, Teacher asked)
    : shape(options.shape), teacher(std::move(asked)), parameters(makeParameters(options)),
      adam(parameters, {options.rate})
{
}

at::Tensor DistilledNet::Impl::logits(const at::Tensor &images) const
{
    at::Tensor x = images * 2 - 1;
    for (std::size_t layer = 0; layer < 3; ++layer) {
        x = at::conv2d(x, parameters[2 * layer], parameters[2 * layer + 1], 1, 1).relu();
        x = layer < 2 ? pooled(x) : at::adaptive_avg_pool2d(x, {lastSide, lastSide});
    }
    x = at::linear(x.flatten(1), parameters[6], parameters[7]).relu();
    return at::linear(x, parameters[8], parameters[9]);
}

std::vector<at::Tensor> DistilledNet::Impl::allTensors() const
{
    std::vector<at::Tensor> all = parameters;
    const std::vector<at::Tensor> memory = adam.memory();
    all.insert(all.end(), memory.begin(), memory.end());
    return all;
}

double DistilledNet::Impl::learnFrom(const at::Tensor &images, const at::Tensor &wanted)
{
    const at::AutoGradMode gradients(true);
    const at::Tensor loss = -(wanted * logits(images).log_softmax(1)).sum(1).mean();
    const std::vector<at::Tensor> slopes = torch::autograd::grad({loss}, parameters);
    for (std::size_t i = 0; i < parameters.size(); ++i)
        parameters[i].mutable_grad() = slopes[i];
    adam.step();
    for (const at::Tensor &parameter : parameters)
        if (!std::isfinite(parameter.detach().sum().item<double>()))
            return std::numeric_limits<double>::quiet_NaN();
    return loss.item<double>();
}

FloatImages DistilledNet::Impl::gradient(const FloatImages &images, const Objective &objective) const
{
    if (!objective.weigh)
        throw Error(ErrorCode::Internal, "the distilled model was asked for another gradient than it has");
    const at::AutoGradMode gradients(true);
    const at::Tensor input = unitImages(images).requires_grad_();
    const at::Tensor outputs = logits(input);
    const Predictions answers = predictionsFrom(outputs);
    Predictions weights = answers;
    weights.outputs = objective.weigh(answers, 0);
    const at::Tensor slope = torch::autograd::grad({(outputs * rowsOf(weights)).sum()}, {input}).front();
    return greyLevels(slope * (1 / (255.0 * 255.0))); // d unit / d level, for which greyLevels() has 255
}

DistilledNet::DistilledNet(const DistilledOptions &options, Teacher teacher)
{
    keepTensorMemory();
    m_impl = translated(failed, smaller, [&] { return std::make_unique<Impl>(options, std::move(teacher)); });
}

DistilledNet::~DistilledNet() = default;

const std::vector<std::string> &DistilledNet::lossNames() const
{
    static const std::vector<std::string> names{"distillation"};
    return names;
}

std::vector<double> DistilledNet::learn(const TrainingBatch &batch)
{
    return {learnFrom(batch.images, m_impl->teacher(batch.images))};
}

double DistilledNet::learnFrom(const ImageBatch &images, const Predictions &answers)
{
    return translated(failed, smaller, [&] {
        const at::Tensor rows = rowsOf(answers);
        return m_impl->learnFrom(unitTensor(images), answers.probabilities ? rows : rows.softmax(1));
    });
}

std::string DistilledNet::save() const
{
    return translated(failed, "", [&] { return packTensors(m_impl->allTensors()); });
}

void DistilledNet::load(const std::string &bytes)
{
    translated(failed, "", [&] { unpackTensors(bytes, m_impl->allTensors()); });
}

std::string DistilledNet::saveWeights() const
{
    return translated(failed, "", [&] { return packTensors(m_impl->parameters); });
}

void DistilledNet::loadWeights(const std::string &bytes)
{
    translated(failed, "", [&] { unpackTensors(bytes, m_impl->parameters); });
}

Predictions DistilledNet::predict(const ImageBatch &images) const
{
    return translated(failed, smaller, [&] {
        const at::NoGradGuard noGradients;
        std::vector<at::Tensor> parts;
        for (const at::Tensor &part : unitTensor(images).split(imagesAtOnce))
            parts.push_back(m_impl->logits(part));
        return predictionsFrom(at::cat(parts));
    });
}

std::string DistilledNet::torchScript() const
{
    return translated("the distilled copy of the model cannot be written as TorchScript", "", [&] {
        const ImageShape &shape = m_impl->shape;
        return scriptOf({[&](const at::Tensor &images) { return m_impl->logits(images); }, m_impl->parameters,
                         at::zeros({2, shape.channels, shape.height, shape.width}),
                         ofImages("self.network.forward(unit)")});
    });
}

FloatImages DistilledNet::gradient(const FloatImages &images, const Objective &objective) const
{
    return translated(failed, smaller, [&] { return m_impl->gradient(images, objective); });
}

} // namespace mutascope
