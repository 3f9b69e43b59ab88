// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/advgan/attack_training.h"
#include "core/base/state_codec.h"

namespace mutascope::advgan {

namespace {

constexpr double risen = 0.001; // a tenth of a per cent: less is chance

// The epochs before the generator's are none of its own: its learning rate follows its own ones.
TrainingBatch generatorsBatch(const TrainingBatch &batch, int before)
{
    TrainingBatch shifted = batch;
    shifted.epoch -= before;
    shifted.epochs -= before;
    return shifted;
}

ImageBatch joined(const ImageBatch &a, const ImageBatch &b)
{
    ImageBatch both = a;
    both.reserve(a.count() + b.count());
    for (std::size_t i = 0; i < b.count(); ++i)
        both.append(b.shape(), b.pixels(i));
    return both;
}

} // namespace

StoredWeights storedWeights(const std::string &bytes, bool withCopy)
{
    if (!withCopy)
        return {bytes, {}};
    StateReader reader = StateReader::unsealed(bytes);
    StoredWeights weights;
    weights.generator = reader.text();
    weights.copy = reader.text();
    reader.expectEnd();
    return weights;
}

AttackTraining::AttackTraining(const TrainingPlan &plan, Model &model) : m_plan(plan), m_model(model)
{
    if (plan.distillation != Distillation::None) {
        const ModelSpec &spec = model.spec();
        m_copy.emplace(DistilledOptions{spec.input, spec.classes, plan.distillationRate, plan.nets.seed},
                       [&model](const ImageBatch &images) { return model.predict(images); });
    }
    m_nets = std::make_unique<AdvGanNets>(plan.nets, targetGradient());
    m_names = m_nets->lossNames();
    if (m_copy)
        m_names.insert(m_names.end(), m_copy->lossNames().begin(), m_copy->lossNames().end());
}

TargetGradient AttackTraining::targetGradient()
{
    if (m_copy)
        return [this](const FloatImages &images, const Objective &objective) {
            return m_copy->gradient(images, objective);
        };
    return [this](const FloatImages &images, const Objective &objective) {
        return m_model.gradient(images, objective);
    };
}

std::vector<double> AttackTraining::learn(const TrainingBatch &batch)
{
    if (m_copy)
        return learnFromCopy(batch);
    std::vector<double> losses = m_nets->learn(batch);
    remember(batch.epoch, losses.back());
    return losses;
}

std::vector<double> AttackTraining::learnFromCopy(const TrainingBatch &batch)
{
    const int epoch = batch.epoch - m_plan.distillationEpochs;
    if (epoch < 1) {
        std::vector<double> losses(m_nets->lossNames().size());
        losses.push_back(m_copy->learn(batch).front());
        return losses;
    }
    double distillation = 0;
    const std::optional<double> success = distilPerturbed(batch, distillation);
    std::vector<double> losses = m_nets->learn(generatorsBatch(batch, m_plan.distillationEpochs));
    if (success)
        losses.back() = *success;
    remember(epoch, losses.back());
    losses.push_back(distillation);
    return losses;
}

// The copy learns where the generator leads it: away from the data. Returns the success rate against the
// model, none with static distillation.
std::optional<double> AttackTraining::distilPerturbed(const TrainingBatch &batch, double &loss)
{
    if (m_plan.distillation != Distillation::Dynamic)
        return std::nullopt;
    const ImageBatch images = joined(batch.images, m_nets->perturbed(batch.images));
    const Predictions answers = m_model.predict(images);
    loss = m_copy->learnFrom(images, answers);
    const auto half = std::ptrdiff_t(batch.images.count() * std::size_t(answers.classes));
    const Predictions ofPerturbed{batch.images.count(),
                                  answers.classes,
                                  answers.probabilities,
                                  {answers.outputs.begin() + half, answers.outputs.end()}};
    MarginLoss margins(m_plan.nets.goal, batch.labels);
    margins.add(ofPerturbed, 0);
    return margins.success();
}

void AttackTraining::remember(int epoch, double success)
{
    if (std::size_t(epoch) > m_success.size())
        m_success.resize(std::size_t(epoch));
    EpochSuccess &now = m_success[std::size_t(epoch) - 1];
    now.sum += success;
    ++now.batches;
}

bool AttackTraining::noLongerRising() const
{
    if (m_plan.patience == 0)
        return false;
    double best = -1;
    std::size_t bestEpoch = 0;
    for (std::size_t i = 0; i < m_success.size(); ++i) {
        const double mean = m_success[i].sum / std::max(1u, m_success[i].batches);
        if (mean > best + risen) {
            best = mean;
            bestEpoch = i;
        }
    }
    return m_success.size() > bestEpoch + std::size_t(m_plan.patience);
}

std::string AttackTraining::save() const
{
    StateWriter writer;
    writer.text(m_nets->save());
    writer.text(m_copy ? m_copy->save() : std::string());
    writer.u64(m_success.size());
    for (const EpochSuccess &epoch : m_success) {
        writer.f64(epoch.sum);
        writer.u32(epoch.batches);
    }
    return writer.sealed();
}

std::string AttackTraining::saveWeights() const
{
    if (!m_copy)
        return m_nets->saveWeights();
    StateWriter writer;
    writer.text(m_nets->saveWeights());
    writer.text(m_copy->saveWeights());
    return writer.sealed();
}

void AttackTraining::loadWeights(const std::string &bytes)
{
    const StoredWeights weights = storedWeights(bytes, m_copy.has_value());
    m_nets->loadWeights(weights.generator);
    if (m_copy)
        m_copy->loadWeights(weights.copy);
}

void AttackTraining::load(const std::string &bytes)
{
    StateReader reader = StateReader::unsealed(bytes);
    const std::string nets(reader.text());
    const std::string copy(reader.text());
    const std::uint64_t epochs = reader.u64();
    if (epochs > std::uint64_t(m_plan.epochs) || copy.empty() == m_copy.has_value())
        throwBadState("it is that of another training");
    std::vector<EpochSuccess> success(epochs);
    for (EpochSuccess &epoch : success) {
        epoch.sum = reader.f64();
        epoch.batches = reader.u32();
    }
    reader.expectEnd();
    m_nets->load(nets);
    if (m_copy)
        m_copy->load(copy);
    m_success = std::move(success);
}

} // namespace mutascope::advgan
