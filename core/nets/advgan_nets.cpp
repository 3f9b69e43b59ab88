// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/advgan_nets.h"
#include "core/base/error.h"
#include "core/model/torch/tensor_memory.h"
#include "core/model/torch/torch_error.h"
#include "core/nets/adam.h"
#include "core/nets/advgan_discriminator.h"
#include "core/nets/net_state.h"
#include "core/nets/tensors.h"
#include <ATen/Parallel.h>
#include <cmath>
#include <limits>
#include <torch/torch.h>

namespace mutascope {

namespace {

const char *const failed = "the networks of AdvGAN cannot be computed";
const char *const smaller = "Use smaller batches";

at::Tensor squaredDistance(const at::Tensor &judged, double wanted)
{
    return (judged - wanted).square().mean();
}

bool allFinite(const std::vector<at::Tensor> &tensors)
{
    const at::NoGradGuard noGradients;
    at::Tensor sum = at::zeros({});
    for (const at::Tensor &tensor : tensors)
        sum += tensor.sum();
    return std::isfinite(sum.item<double>());
}

// One optimiser step of these parameters and no others.
void descend(const at::Tensor &loss, std::vector<at::Tensor> parameters, Adam &optimiser)
{
    const std::vector<at::Tensor> gradients = torch::autograd::grad({loss}, parameters);
    for (std::size_t i = 0; i < parameters.size(); ++i)
        parameters[i].mutable_grad() = gradients[i];
    optimiser.step();
}

} // namespace

struct AdvGanNets::Impl {
    Impl(const AdvGanOptions &chosen, TargetGradient attacked);

    struct GeneratorLoss {
        at::Tensor differentiated; // has the loss's gradient, not its value
        double gan = 0;
        double adversarial = 0;
        double hinge = 0;
        double success = 0;
        double total = 0;
    };
    std::vector<at::Tensor> allTensors() const;
    at::Tensor hingeOf(const at::Tensor &perturbation) const;
    double learnToTell(const at::Tensor &images, const at::Tensor &perturbed);
    // Of a forward of the generator.
    struct Made {
        at::Tensor unbounded;
        at::Tensor perturbation;
        at::Tensor perturbed;
    };
    Made madeOf(const at::Tensor &images) const;
    GeneratorLoss lossOf(const Made &made, std::span<const int> labels) const;
    void setRate(const TrainingBatch &batch);
    std::vector<double> learn(const TrainingBatch &batch);

    AdvGanOptions options;
    TargetGradient target;
    AdvGanGenerator generator;
    AdvGanDiscriminator discriminator;
    Adam generatorAdam;
    Adam discriminatorAdam;
};

AdvGanNets::Impl::Impl(const AdvGanOptions &chosen, TargetGradient attacked)
    : options(chosen), target(std::move(attacked)),
      generator({chosen.shape, chosen.bound, chosen.width, chosen.skips}, Rng(chosen.seed).sub(1)),
      discriminator(chosen.shape, chosen.width, Rng(chosen.seed).sub(2)),
      generatorAdam(generator.parameters(), {chosen.rate}),
      discriminatorAdam(discriminator.parameters(), {chosen.rate})
{
}

std::vector<at::Tensor> AdvGanNets::Impl::allTensors() const
{
    std::vector<at::Tensor> all;
    for (const std::vector<at::Tensor> &some : {generator.parameters(), discriminator.parameters(),
                                                generatorAdam.memory(), discriminatorAdam.memory()})
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

// Norms as shares of the largest one the bound allows, so that one weight serves images of every size.
at::Tensor AdvGanNets::Impl::hingeOf(const at::Tensor &perturbation) const
{
    const double largest = options.bound / 255.0 * std::sqrt(double(options.shape.size()));
    // The small number keeps the norm's gradient finite where nothing is perturbed.
    const at::Tensor norms = (perturbation.flatten(1).square().sum(1) + 1e-12).sqrt() / largest;
    return (norms - options.hingeStart).relu().mean();
}

// The discriminator's step. Rests while it wins anyway, so that the generator can follow.
double AdvGanNets::Impl::learnToTell(const at::Tensor &images, const at::Tensor &perturbed)
{
    const at::Tensor loss = squaredDistance(discriminator.judge(images), 1)
        + squaredDistance(discriminator.judge(perturbed.detach()), 0);
    const double value = loss.item<double>();
    if (!(value < options.discriminatorRest))
        descend(loss, discriminator.parameters(), discriminatorAdam);
    return value;
}

AdvGanNets::Impl::Made AdvGanNets::Impl::madeOf(const at::Tensor &images) const
{
    const at::Tensor unbounded = generator.unbounded(images);
    const at::Tensor perturbation = generator.bounded(unbounded);
    return {unbounded, perturbation, (images + perturbation).clamp(0, 1)};
}

// The target's part comes as the gradient for its images: a sum of products with it has the same gradient.
AdvGanNets::Impl::GeneratorLoss AdvGanNets::Impl::lossOf(const Made &made, std::span<const int> labels) const
{
    MarginLoss margins(options.goal, labels);
    Objective objective;
    objective.weigh
        = [&](const Predictions &outputs, std::size_t first) { return margins.add(outputs, first); };
    const at::Tensor slope = unitGradient(target(greyLevels(made.perturbed), objective));
    const at::Tensor gan = squaredDistance(discriminator.judge(made.perturbed), 1);
    const at::Tensor hinge = hingeOf(made.perturbation);
    const at::Tensor saturation = made.unbounded.square().mean();
    GeneratorLoss loss;
    loss.differentiated = options.ganWeight * gan + options.hingeWeight * hinge
        + options.saturationWeight * saturation + options.adversarialWeight * (made.perturbed * slope).sum();
    loss.gan = gan.item<double>();
    loss.hinge = hinge.item<double>();
    loss.adversarial = margins.value();
    loss.success = margins.success();
    loss.total = options.ganWeight * loss.gan + options.hingeWeight * loss.hinge
        + options.saturationWeight * saturation.item<double>() + options.adversarialWeight * loss.adversarial;
    return loss;
}

void AdvGanNets::Impl::setRate(const TrainingBatch &batch)
{
    const bool slow = batch.epoch > options.slowShare * batch.epochs;
    generatorAdam.setRate(options.rate * (slow ? 0.1 : 1));
    discriminatorAdam.setRate(options.rate * (slow ? 0.1 : 1));
}

std::vector<double> AdvGanNets::Impl::learn(const TrainingBatch &batch)
{
    const at::AutoGradMode gradients(true);
    setRate(batch);
    const at::Tensor images = unitTensor(batch.images);
    const Made made = madeOf(images);
    double telling = learnToTell(images, made.perturbed);
    const GeneratorLoss loss = lossOf(made, batch.labels);
    descend(loss.differentiated, generator.parameters(), generatorAdam);
    // A finite loss may have been the last one: the weights say what comes next.
    if (!allFinite(generator.parameters()) || !allFinite(discriminator.parameters()))
        telling = std::numeric_limits<double>::quiet_NaN();
    return {telling, loss.gan, loss.adversarial, loss.hinge, loss.success};
}

AdvGanNets::AdvGanNets(const AdvGanOptions &options, TargetGradient target)
{
    keepTensorMemory();
    m_impl = translated(failed, smaller, [&] { return std::make_unique<Impl>(options, std::move(target)); });
}

AdvGanNets::~AdvGanNets() = default;

const std::vector<std::string> &AdvGanNets::lossNames() const
{
    static const std::vector<std::string> names{"discriminator", "gan", "adversarial", "hinge", "success"};
    return names;
}

std::vector<double> AdvGanNets::learn(const TrainingBatch &batch)
{
    return translated(failed, smaller, [&] { return m_impl->learn(batch); });
}

std::string AdvGanNets::save() const
{
    return translated(failed, "", [&] { return packTensors(m_impl->allTensors()); });
}

void AdvGanNets::load(const std::string &bytes)
{
    translated(failed, "", [&] { unpackTensors(bytes, m_impl->allTensors()); });
}

std::string AdvGanNets::saveWeights() const
{
    return translated(failed, "", [&] { return packTensors(m_impl->generator.parameters()); });
}

void AdvGanNets::loadWeights(const std::string &bytes)
{
    translated(failed, "", [&] { unpackTensors(bytes, m_impl->generator.parameters()); });
}

ImageBatch AdvGanNets::perturbed(const ImageBatch &images) const
{
    return translated(failed, smaller, [&] {
        const at::NoGradGuard noGradients;
        const at::Tensor all = unitTensor(images);
        std::vector<at::Tensor> parts;
        for (const at::Tensor &part : all.split(imagesAtOnce))
            parts.push_back(part + m_impl->generator.perturbation(part));
        return quantised(at::cat(parts));
    });
}

std::string AdvGanNets::torchScript() const
{
    return translated("the generator cannot be written as TorchScript", "",
                      [&] { return m_impl->generator.torchScript(); });
}

AdvGanNets::GeneratorGradient AdvGanNets::generatorGradient(const TrainingBatch &batch)
{
    return translated(failed, smaller, [&] {
        const at::AutoGradMode gradients(true);
        const at::Tensor images = unitTensor(batch.images);
        const auto loss = m_impl->lossOf(m_impl->madeOf(images), batch.labels);
        GeneratorGradient result{loss.total, {}};
        for (const at::Tensor &gradient :
             torch::autograd::grad({loss.differentiated}, m_impl->generator.parameters())) {
            const at::Tensor dense = gradient.contiguous();
            const float *values = dense.data_ptr<float>();
            result.values.insert(result.values.end(), values, values + dense.numel());
        }
        return result;
    });
}

std::vector<float> AdvGanNets::generatorWeights() const
{
    std::vector<float> all;
    for (const at::Tensor &parameter : m_impl->generator.parameters()) {
        const float *values = parameter.data_ptr<float>();
        all.insert(all.end(), values, values + parameter.numel());
    }
    return all;
}

void AdvGanNets::setGeneratorWeights(const std::vector<float> &weights)
{
    std::size_t next = 0;
    for (const at::Tensor &parameter : m_impl->generator.parameters()) {
        const auto count = std::size_t(parameter.numel());
        if (weights.size() < next + count)
            throw Error(ErrorCode::Internal, "too few weights for the generator of AdvGAN");
        std::copy_n(weights.data() + next, count, parameter.data_ptr<float>());
        next += count;
    }
}

int trainingThreads()
{
    return at::get_num_threads();
}

} // namespace mutascope
