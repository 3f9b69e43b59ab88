// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/vae.h"
#include "core/model/torch/torch_error.h"
#include "core/nets/adam.h"
#include "core/nets/net_state.h"
#include "core/nets/tensors.h"
#include "core/nets/traced_script.h"
#include "core/nets/vae_network.h"
#include <ATen/Parallel.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <torch/torch.h>

namespace mutascope {

namespace {

constexpr int mostDensePixels = 64 * 64;
// A dense network's weights are brought into the matrix product's order once a portion: larger ones pay.
constexpr std::int64_t pointsAtOnce = 512;
constexpr std::int64_t mostWeights = 200'000'000; // with the optimiser's memory, 3.2 GB

[[noreturn]] void throwBadOptions(const std::string &why, const std::string &hint)
{
    throw Error(ErrorCode::Usage, "no VAE can be made: " + why, hint);
}

bool isDense(const ImageShape &shape, const std::string &network)
{
    if (network == "auto")
        return shape.channels == 1 && shape.height * shape.width <= mostDensePixels;
    if (network != "dense" && network != "convolutional")
        throwBadOptions("there is no network '" + network + "'", "Choose auto, dense or convolutional");
    return network == "dense";
}

VaeOptions completed(const ImageShape &shape, VaeOptions options)
{
    const bool dense = isDense(shape, options.network);
    options.network = dense ? "dense" : "convolutional";
    if (options.latent == 0)
        options.latent = dense ? 400 : 1024;
    if (options.hidden == 0 && dense)
        options.hidden = 1600;
    if (options.divergence == 0)
        options.divergence = dense ? 1 : 0.01;
    if (shape.size() == 0 || std::min(options.latent, options.channels) < 1
        || options.hidden < (dense ? 1 : 0) || options.blocks < 0 || !(options.rate > 0)
        || !(options.divergence > 0))
        throwBadOptions("a size, the learning rate or the divergence's weight is not above 0",
                        "Give positive ones");
    const std::int64_t most = std::max<std::int64_t>(options.latent, std::int64_t(shape.size()));
    if (dense && 2 * most * options.hidden > mostWeights)
        throwBadOptions(fmt::format("{} hidden units for images of {} need too much memory", options.hidden,
                                    shape.text()),
                        "Choose fewer hidden units or the convolutional network");
    return options;
}

std::unique_ptr<VaeNetwork> networkOf(const ImageShape &shape, const VaeOptions &options)
{
    return options.network == "dense" ? denseVae(shape, options) : convolutionalVae(shape, options);
}

template <typename Work> auto guarded(const char *what, const Work &work)
{
    return translated(what, "Choose a smaller network", work);
}

} // namespace

struct Vae::Impl {
    Impl(const ImageShape &imageShape, const VaeOptions &given)
        : shape(imageShape), options(completed(imageShape, given)), network(networkOf(shape, options)),
          adam(network->parameters(), {options.rate})
    {
    }

    std::vector<at::Tensor> all() const
    {
        std::vector<at::Tensor> tensors = network->parameters();
        const std::vector<at::Tensor> memory = adam.memory();
        tensors.insert(tensors.end(), memory.begin(), memory.end());
        return tensors;
    }

    // Throws Error{Internal}: who calls with other images has not looked.
    void require(const ImageBatch &images) const
    {
        if (images.shape() != shape)
            throw Error(ErrorCode::Internal,
                        "a VAE of " + shape.text() + " was given images of " + images.shape().text());
    }

    // Calls use(images as a tensor) for portions that stay within the processor's cache.
    template <typename Use> void forPortions(const ImageBatch &images, const Use &use) const
    {
        require(images);
        const at::NoGradGuard noGradients;
        for (std::size_t begin = 0; begin < images.count(); begin += std::size_t(imagesAtOnce))
            use(unitTensor(images.slice(begin, std::min(images.count(), begin + std::size_t(imagesAtOnce)))));
    }

    ImageShape shape;
    VaeOptions options;
    std::unique_ptr<VaeNetwork> network;
    Adam adam;
};

Vae::Vae(const ImageShape &shape, const VaeOptions &options)
{
    m_impl = guarded("making a VAE", [&] { return std::make_unique<Impl>(shape, options); });
}

Vae::~Vae() = default;

std::size_t Vae::latent() const
{
    return std::size_t(m_impl->options.latent);
}

bool Vae::dense() const
{
    return m_impl->options.network == "dense";
}

nlohmann::json Vae::description() const
{
    const VaeOptions &options = m_impl->options;
    nlohmann::json description = {{"network", options.network},
                                  {"latent", options.latent},
                                  {"hidden", options.hidden},
                                  {"rate", options.rate},
                                  {"seed", options.seed},
                                  {"shape", m_impl->shape.text()},
                                  {"threads", at::get_num_threads()}};
    if (options.divergence != 1)
        description["divergence"] = options.divergence;
    if (!dense()) {
        description["channels"] = options.channels;
        description["blocks"] = options.blocks;
        description["design"] = 2; // 1 normalised its maps
    }
    return description;
}

Latents Vae::encode(const ImageBatch &images) const
{
    return guarded("encoding images", [&] {
        Latents points{0, latent(), {}};
        points.values.reserve(images.count() * latent());
        m_impl->forPortions(images, [&](const at::Tensor &portion) {
            const at::Tensor means = m_impl->network->encode(portion).mean.contiguous();
            const float *begin = means.data_ptr<float>();
            points.values.insert(points.values.end(), begin, begin + means.numel());
            points.count += std::size_t(means.size(0));
        });
        return points;
    });
}

ImageBatch Vae::decode(const Latents &points) const
{
    if (points.width != latent() || points.values.size() != points.count * points.width)
        throw Error(ErrorCode::Internal, "a VAE was given points of another latent space");
    return guarded("decoding latent vectors", [&] {
        const at::NoGradGuard noGradients;
        ImageBatch images(m_impl->shape);
        images.reserve(points.count);
        const at::Tensor all
            = at::from_blob(const_cast<float *>(points.values.data()),
                            {std::int64_t(points.count), std::int64_t(points.width)}, at::kFloat);
        const std::int64_t portion = dense() ? pointsAtOnce : imagesAtOnce;
        for (std::int64_t begin = 0; begin < all.size(0); begin += portion) {
            const at::Tensor some = all.slice(0, begin, std::min(begin + portion, all.size(0)));
            const ImageBatch decoded = quantised(m_impl->network->decode(some).sigmoid_());
            for (std::size_t i = 0; i < decoded.count(); ++i)
                images.append(m_impl->shape, decoded.pixels(i));
        }
        return images;
    });
}

std::vector<double> Vae::reconstructionErrors(const ImageBatch &images) const
{
    return guarded("reconstructing images", [&] {
        std::vector<double> errors;
        m_impl->forPortions(images, [&](const at::Tensor &portion) {
            const at::Tensor decoded
                = m_impl->network->decode(m_impl->network->encode(portion).mean).sigmoid_();
            const at::Tensor mean
                = (decoded - portion).square().flatten(1).mean(1).to(at::kDouble).contiguous();
            errors.insert(errors.end(), mean.data_ptr<double>(), mean.data_ptr<double>() + mean.numel());
        });
        return errors;
    });
}

std::string Vae::encoderScript() const
{
    return guarded("writing a VAE's encoder", [&] {
        const ImageShape &shape = m_impl->shape;
        return scriptOf({[&](const at::Tensor &images) { return m_impl->network->encode(images).mean; },
                         m_impl->network->parameters(),
                         at::zeros({2, shape.channels, shape.height, shape.width}),
                         ofImages("self.network.forward(unit)")});
    });
}

std::string Vae::decoderScript() const
{
    return guarded("writing a VAE's decoder", [&] {
        return scriptOf({[&](const at::Tensor &points) { return m_impl->network->decode(points).sigmoid(); },
                         m_impl->network->parameters(), at::zeros({2, m_impl->options.latent}),
                         "    return self.network.forward(given)\n"});
    });
}

const std::vector<std::string> &Vae::lossNames() const
{
    static const std::vector<std::string> names{"reconstruction", "divergence"};
    return names;
}

std::vector<double> Vae::learn(const TrainingBatch &batch)
{
    m_impl->require(batch.images);
    return guarded("training a VAE", [&] {
        const at::Tensor images = unitTensor(batch.images);
        const Posterior posterior = m_impl->network->encode(images);
        Rng rng = batch.rng;
        const at::Tensor noise = normalTensor(posterior.mean.sizes(), rng);
        const at::Tensor points = posterior.mean + posterior.logVariance.mul(0.5).exp() * noise;
        const double share = 1.0 / double(images.size(0));
        const at::Tensor reconstruction
            = vaeReconstructionLoss(m_impl->network->decode(points), images) * share;
        const at::Tensor divergence = vaeDivergence(posterior) * share;
        const double grown = dense() ? 1 : double(batch.epoch) / std::max(batch.epochs, 1);
        m_impl->adam.zeroGradients();
        (reconstruction + divergence * (grown * m_impl->options.divergence)).backward();
        m_impl->adam.step();
        return std::vector<double>{reconstruction.item<double>(), divergence.item<double>()};
    });
}

std::string Vae::save() const
{
    return packTensors(m_impl->all());
}

void Vae::load(const std::string &bytes)
{
    unpackTensors(bytes, m_impl->all());
}

std::string Vae::saveWeights() const
{
    return packTensors(m_impl->network->parameters());
}

void Vae::loadWeights(const std::string &bytes)
{
    unpackTensors(bytes, m_impl->network->parameters());
}

} // namespace mutascope
