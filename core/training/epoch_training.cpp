// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/epoch_training.h"
#include "core/base/error.h"
#include "core/base/shuffle.h"
#include "core/base/state_codec.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numeric>

namespace mutascope {

namespace {

constexpr std::uint64_t choiceStream = 0; // then one an epoch
constexpr std::uint64_t batchStream = 1'000'000; // sub-stream of an epoch's for each of its batches

std::vector<std::uint32_t> inTurn(const std::vector<std::uint32_t> &order, const Dataset &data)
{
    std::map<int, std::vector<std::uint32_t>> ofLabel;
    for (const std::uint32_t image : order)
        ofLabel[data.label(image)].push_back(image);
    std::size_t most = 0;
    for (const auto &[label, images] : ofLabel)
        most = std::max(most, images.size());
    std::vector<std::uint32_t> result;
    for (std::size_t i = 0; i < most; ++i)
        for (const auto &[label, images] : ofLabel)
            result.push_back(images[i % images.size()]);
    return result;
}

Rng epochRng(std::uint64_t seed, int epoch)
{
    return Rng(seed).sub(std::uint64_t(epoch));
}

} // namespace

EpochTraining::EpochTraining(Trainable &networks, const Dataset &data, EpochOptions options)
    : m_networks(networks), m_data(data), m_options(std::move(options)), m_images(data.size()),
      m_sums(networks.lossNames().size())
{
    std::iota(m_images.begin(), m_images.end(), 0u);
    if (m_options.images > 0 && m_options.images < m_images.size()) {
        shuffle(m_images, Rng(m_options.seed).sub(choiceStream));
        m_images.resize(m_options.images);
        std::sort(m_images.begin(), m_images.end());
    }
    if (m_images.size() < 2)
        throw Error(ErrorCode::Usage,
                    fmt::format("there are {} images to train on, at least 2 are needed", m_images.size()),
                    "Give more training data");
    m_options.batch = std::clamp<std::size_t>(m_options.batch, 2, m_images.size());
    m_done = m_options.epochs < 1;
    m_good = m_networks.save();
    newOrder();
}

std::int64_t EpochTraining::batchesAnEpoch() const
{
    const std::size_t rest = m_order.size() % m_options.batch;
    return std::int64_t(m_order.size() / m_options.batch + (rest >= 2 ? 1 : 0));
}

void EpochTraining::newOrder()
{
    m_order = m_images;
    shuffle(m_order, epochRng(m_options.seed, m_epoch + 1));
    if (m_options.labelsInTurn)
        m_order = inTurn(m_order, m_data);
    m_next = 0;
    std::fill(m_sums.begin(), m_sums.end(), 0.0);
}

TrainingBatch EpochTraining::nextBatch() const
{
    TrainingBatch batch{ImageBatch(m_data.spec().shape),
                        {},
                        m_epoch + 1,
                        m_options.epochs,
                        epochRng(m_options.seed, m_epoch + 1).sub(batchStream + m_next)};
    const std::size_t begin = m_next * m_options.batch;
    const std::size_t end = std::min(begin + m_options.batch, m_order.size());
    batch.images.reserve(end - begin);
    for (std::size_t i = begin; i < end; ++i) {
        const Sample sample = m_data.sample(m_order[i]);
        batch.images.append(sample.image);
        batch.labels.push_back(sample.label);
    }
    return batch;
}

LossPoint EpochTraining::step()
{
    if (m_done)
        throw Error(ErrorCode::Internal, "a training that has ended was asked for another step");
    const std::vector<double> losses = m_networks.learn(nextBatch());
    LossPoint point{++m_batches, m_epoch + 1, m_options.epochs, {}, m_options.name};
    const std::vector<std::string> &names = m_networks.lossNames();
    for (std::size_t i = 0; i < names.size(); ++i) {
        point.values.emplace_back(names[i], losses.at(i));
        m_sums[i] += losses[i];
    }
    if (!std::all_of(losses.begin(), losses.end(), [](double loss) { return std::isfinite(loss); }))
        giveUp();
    else if (std::int64_t(++m_next) == batchesAnEpoch())
        endEpoch();
    return point;
}

// The epoch's end is where an early end is decided, and what a resumed training starts from.
void EpochTraining::endEpoch()
{
    ++m_epoch;
    m_good = m_networks.save();
    m_checkpointIsNew = true;
    m_done = m_epoch >= m_options.epochs;
    for (double &sum : m_sums)
        sum /= double(batchesAnEpoch());
    addEpochMeans(m_epoch, m_sums);
    if (m_options.enough && m_options.enough(m_epoch, m_sums))
        m_done = true;
    newOrder();
}

void EpochTraining::addEpochMeans(int epoch, const std::vector<double> &means)
{
    LossPoint point{epoch * batchesAnEpoch(), epoch, m_options.epochs, {}, m_options.name};
    const std::vector<std::string> &names = m_networks.lossNames();
    for (std::size_t i = 0; i < names.size(); ++i)
        point.values.emplace_back(names[i], means[i]);
    m_epochMeans.push_back(std::move(point));
}

void EpochTraining::giveUp()
{
    m_diverged = m_done = true;
    m_networks.load(m_good);
}

std::string EpochTraining::checkpoint() const
{
    StateWriter writer;
    writer.u32(std::uint32_t(m_epoch));
    writer.u32(m_done ? 1 : 0);
    writer.u64(std::uint64_t(batchesAnEpoch()));
    writer.text(m_good);
    writer.u64(m_epochMeans.size());
    for (const LossPoint &point : m_epochMeans) {
        writer.u32(std::uint32_t(point.epoch));
        for (const auto &[name, mean] : point.values)
            writer.f64(mean);
    }
    return writer.sealed();
}

// Checkpoints of earlier versions end before them.
void EpochTraining::readEpochMeans(StateReader &reader)
{
    m_epochMeans.clear();
    const std::uint64_t count = reader.remaining() > 0 ? reader.u64() : 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint32_t epoch = reader.u32();
        std::vector<double> means(m_networks.lossNames().size());
        std::ranges::generate(means, [&] { return reader.f64(); });
        addEpochMeans(int(epoch), means);
    }
    reader.expectEnd();
}

void EpochTraining::resume(const std::string &checkpoint)
{
    StateReader reader = StateReader::unsealed(checkpoint);
    const std::uint32_t epoch = reader.u32();
    const bool done = reader.u32() != 0;
    if (reader.u64() != std::uint64_t(batchesAnEpoch()) || epoch > std::uint32_t(m_options.epochs))
        throw Error(ErrorCode::BadData, "the saved training is not one of this data and configuration",
                    "Start a new run");
    std::string networks(reader.text());
    readEpochMeans(reader);
    m_networks.load(networks);
    m_good = std::move(networks);
    m_epoch = int(epoch);
    m_batches = std::int64_t(epoch) * batchesAnEpoch();
    m_done = done || m_epoch >= m_options.epochs;
    newOrder();
}

} // namespace mutascope
