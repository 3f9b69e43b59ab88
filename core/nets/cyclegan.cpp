// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/cyclegan.h"
#include "core/model/torch/tensor_memory.h"
#include "core/model/torch/torch_error.h"
#include "core/nets/adam.h"
#include "core/nets/cyclegan_networks.h"
#include "core/nets/net_state.h"
#include "core/nets/tensors.h"
#include "core/nets/traced_script.h"
#include <ATen/Parallel.h>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <torch/torch.h>

namespace mutascope {

using namespace cyclegan;

namespace {

constexpr int smallSide = 64; // pixels; larger images get wider networks
constexpr const char *failed = "the CycleGAN cannot be used";
constexpr const char *failedHint = "Choose narrower networks";

CycleGanOptions completed(const ImageShape &shape, CycleGanOptions options)
{
    if (options.width == 0)
        options.width = std::max(shape.height, shape.width) <= smallSide ? 16 : 32;
    const bool legal = shape.size() > 0 && options.width > 0 && options.width <= 512 && options.cycle >= 0
        && options.identity >= 0 && options.dropout >= 0 && options.dropout < 1 && options.rate > 0;
    if (!legal)
        throw Error(ErrorCode::Usage, "no CycleGAN can be made: a size, a weight or a rate is out of range",
                    "Give a width of 1 to 512, weights of 0 or more, a dropout below 1 and a positive rate");
    return options;
}

// Two groups of images in [-1, 1], fitted to the networks.
struct Groups {
    at::Tensor first;
    at::Tensor second;
};

at::Tensor rowsOf(const std::vector<std::int64_t> &rows, const at::Tensor &images)
{
    return images.index_select(0, at::tensor(rows, at::kLong));
}

at::Tensor squareTo(const at::Tensor &judgements, double target)
{
    return (judgements - target).square().mean();
}

void append(std::vector<at::Tensor> &all, const std::vector<at::Tensor> &some)
{
    all.insert(all.end(), some.begin(), some.end());
}

std::vector<at::Tensor> joined(const std::vector<at::Tensor> &a, const std::vector<at::Tensor> &b)
{
    std::vector<at::Tensor> all = a;
    append(all, b);
    return all;
}

void setGradients(const std::vector<at::Tensor> &parameters, bool wanted)
{
    for (const at::Tensor &parameter : parameters)
        parameter.set_requires_grad(wanted);
}

} // namespace

struct CycleGan::Impl {
    Impl(const ImageShape &imageShape, const CycleGanOptions &given)
        : shape(imageShape), options(completed(imageShape, given)), frame(frameOf(imageShape)),
          there(shape.channels, options.width, frame.levels, stream(1)),
          back(shape.channels, options.width, frame.levels, stream(2)),
          ofFirst(shape.channels, 2 * options.width, frame.levels, stream(3)),
          ofSecond(shape.channels, 2 * options.width, frame.levels, stream(4)),
          generators(joined(there.parameters(), back.parameters())),
          discriminators(joined(ofFirst.parameters(), ofSecond.parameters())),
          generatorSteps(generators, adamOptions()), discriminatorSteps(discriminators, adamOptions())
    {
        keepTensorMemory();
    }

    Rng stream(std::uint64_t network) const { return Rng(options.seed).sub(network); }
    AdamOptions adamOptions() const { return {options.rate, 0.5, 0.999, 1e-8}; }

    std::vector<at::Tensor> weights() const { return joined(generators, discriminators); }
    std::vector<at::Tensor> all() const
    {
        std::vector<at::Tensor> tensors = weights();
        append(tensors, generatorSteps.memory());
        append(tensors, discriminatorSteps.memory());
        return tensors;
    }

    // Throws Error{Internal}: who calls with other images has not looked.
    void check(const ImageShape &given) const
    {
        if (given != shape)
            throw Error(ErrorCode::Internal,
                        fmt::format("the CycleGAN takes {} images, got {}", shape.text(), given.text()));
    }

    at::Tensor enter(const ImageBatch &images) const
    {
        check(images.shape());
        return frame.padded(unitTensor(images).mul_(2).sub_(1));
    }

    ImageBatch leave(const at::Tensor &images) const { return quantised(frame.cut(images).add(1).mul(0.5)); }

    Groups groupsOf(const TrainingBatch &batch) const
    {
        std::vector<std::int64_t> rows[2];
        for (std::size_t i = 0; i < batch.labels.size(); ++i)
            rows[batch.labels[i] == 0 ? 0 : 1].push_back(std::int64_t(i));
        if (rows[0].empty() || rows[1].empty())
            return {};
        const at::Tensor images = enter(batch.images);
        return {rowsOf(rows[0], images), rowsOf(rows[1], images)};
    }

    // One pass of a generator in training; pass: 0, 1 ... of the batch.
    at::Tensor trained(const UNet &generator, const at::Tensor &images, const Rng &rng,
                       std::uint64_t pass) const
    {
        std::vector<Rng> streams;
        for (std::int64_t row = 0; row < images.size(0); ++row)
            streams.push_back(rng.sub(pass).sub(std::uint64_t(row)));
        ChannelDropout dropout(options.dropout, streams, std::vector<bool>(streams.size(), true));
        return generator(images, dropout);
    }

    // A pass through a generator serves both its group's translation and the other group's identity.
    struct Fakes {
        at::Tensor first; // made of second ones
        at::Tensor second;
        std::vector<double> losses; // gan, cycle, identity
    };
    Fakes stepGenerators(const Groups &groups, const Rng &rng)
    {
        setGradients(discriminators, false);
        generatorSteps.zeroGradients();
        const std::int64_t firsts = groups.first.size(0), seconds = groups.second.size(0);
        const at::Tensor made = trained(there, at::cat({groups.first, groups.second}), rng, 0);
        const at::Tensor madeBack = trained(back, at::cat({groups.second, groups.first}), rng, 1);
        const at::Tensor fakeSecond = made.narrow(0, 0, firsts);
        const at::Tensor fakeFirst = madeBack.narrow(0, 0, seconds);
        const at::Tensor gan = squareTo(ofSecond(fakeSecond), 1) + squareTo(ofFirst(fakeFirst), 1);
        const at::Tensor cycle = at::l1_loss(trained(back, fakeSecond, rng, 2), groups.first)
            + at::l1_loss(trained(there, fakeFirst, rng, 3), groups.second);
        const at::Tensor identity = at::l1_loss(made.narrow(0, firsts, seconds), groups.second)
            + at::l1_loss(madeBack.narrow(0, seconds, firsts), groups.first);
        (gan + cycle * options.cycle + identity * options.identity).backward();
        generatorSteps.step();
        setGradients(discriminators, true);
        return {fakeFirst.detach(),
                fakeSecond.detach(),
                {gan.item<double>(), cycle.item<double>(), identity.item<double>()}};
    }

    double stepDiscriminators(const Groups &groups, const Fakes &fakes)
    {
        discriminatorSteps.zeroGradients();
        const at::Tensor loss = (squareTo(ofFirst(groups.first), 1) + squareTo(ofFirst(fakes.first), 0)
                                 + squareTo(ofSecond(groups.second), 1) + squareTo(ofSecond(fakes.second), 0))
                                    .mul(0.5);
        loss.backward();
        discriminatorSteps.step();
        return loss.item<double>();
    }

    // Rows that take the same way, in one pass after the other.
    at::Tensor around(at::Tensor images, const std::vector<CycleTurn> &turns,
                      const std::vector<std::int64_t> &rows) const
    {
        std::vector<Rng> streams;
        std::vector<bool> active;
        for (const std::int64_t row : rows) {
            streams.emplace_back(turns[std::size_t(row)].noise);
            active.push_back(turns[std::size_t(row)].noise != 0);
        }
        ChannelDropout dropout(options.dropout, streams, active);
        const CycleTurn &turn = turns[std::size_t(rows.front())];
        const UNet &away = turn.second ? back : there;
        const UNet &home = turn.second ? there : back;
        for (int round = 0; round < turn.rounds; ++round)
            images = home(away(images, dropout), dropout);
        return images;
    }

    ImageShape shape;
    CycleGanOptions options;
    Frame frame;
    UNet there; // from the first group into the second
    UNet back;
    PatchDiscriminator ofFirst;
    PatchDiscriminator ofSecond;
    std::vector<at::Tensor> generators; // their parameters
    std::vector<at::Tensor> discriminators;
    Adam generatorSteps;
    Adam discriminatorSteps;
};

CycleGan::CycleGan(const ImageShape &shape, const CycleGanOptions &options)
    : m_impl(translated(failed, failedHint, [&] { return std::make_unique<Impl>(shape, options); }))
{
}

CycleGan::~CycleGan() = default;

nlohmann::json CycleGan::description() const
{
    const CycleGanOptions &options = m_impl->options;
    return {{"shape", m_impl->shape.text()},
            {"levels", m_impl->frame.levels},
            {"width", options.width},
            {"cycle", options.cycle},
            {"identity", options.identity},
            {"dropout", options.dropout},
            {"rate", options.rate},
            {"seed", options.seed},
            {"threads", at::get_num_threads()}};
}

ImageBatch CycleGan::translate(const ImageBatch &images, bool toFirst) const
{
    return translated(failed, failedHint, [&] {
        const at::NoGradGuard noGradients;
        ChannelDropout none;
        const UNet &generator = toFirst ? m_impl->back : m_impl->there;
        return images.empty() ? ImageBatch(m_impl->shape)
                              : m_impl->leave(generator(m_impl->enter(images), none));
    });
}

std::string CycleGan::torchScript(bool toFirst) const
{
    return translated("the CycleGAN cannot be written as TorchScript", "", [&] {
        const UNet &generator = toFirst ? m_impl->back : m_impl->there;
        const auto translate = [&](const at::Tensor &images) {
            ChannelDropout none;
            return m_impl->frame.cut(generator(m_impl->frame.padded(images), none));
        };
        const ImageShape &shape = m_impl->shape;
        return scriptOf({translate, generator.parameters(),
                         at::zeros({2, shape.channels, shape.height, shape.width}),
                         imagesOfImages("(self.network.forward(unit * 2.0 - 1.0) + 1.0) * 0.5")});
    });
}

ImageBatch CycleGan::cycle(const ImageBatch &images, const std::vector<CycleTurn> &turns) const
{
    if (images.count() != turns.size())
        throw Error(ErrorCode::Internal, "the CycleGAN needs one turn an image");
    if (images.empty())
        return ImageBatch(m_impl->shape);
    return translated(failed, failedHint, [&] {
        const at::NoGradGuard noGradients;
        std::map<std::pair<bool, int>, std::vector<std::int64_t>> ways;
        for (std::size_t i = 0; i < turns.size(); ++i)
            ways[{turns[i].second, turns[i].rounds}].push_back(std::int64_t(i));
        const at::Tensor given = m_impl->enter(images);
        const at::Tensor result = at::empty_like(given);
        for (const auto &[way, rows] : ways)
            result.index_copy_(0, at::tensor(rows, at::kLong),
                               m_impl->around(rowsOf(rows, given), turns, rows));
        return m_impl->leave(result);
    });
}

const std::vector<std::string> &CycleGan::lossNames() const
{
    static const std::vector<std::string> names = {"discriminator", "gan", "cycle", "identity"};
    return names;
}

std::vector<double> CycleGan::learn(const TrainingBatch &batch)
{
    return translated("the CycleGAN cannot be trained", "Use a smaller batch or narrower networks", [&] {
        const at::AutoGradMode gradients(true);
        const Groups groups = m_impl->groupsOf(batch);
        if (!groups.first.defined())
            return std::vector<double>(lossNames().size());
        const Impl::Fakes fakes = m_impl->stepGenerators(groups, batch.rng);
        std::vector<double> losses = {m_impl->stepDiscriminators(groups, fakes)};
        losses.insert(losses.end(), fakes.losses.begin(), fakes.losses.end());
        return losses;
    });
}

std::string CycleGan::save() const
{
    return packTensors(m_impl->all());
}

void CycleGan::load(const std::string &bytes)
{
    unpackTensors(bytes, m_impl->all());
}

// The discriminators have done their part once the training is over.
std::string CycleGan::saveWeights() const
{
    return packTensors(m_impl->generators);
}

void CycleGan::loadWeights(const std::string &bytes)
{
    unpackTensors(bytes, m_impl->generators);
}

} // namespace mutascope
