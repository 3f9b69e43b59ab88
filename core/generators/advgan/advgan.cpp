// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/advgan/advgan.h"
#include "core/base/error.h"
#include "core/generators/advgan/attack_training.h"
#include "core/generators/artefact_training.h"
#include "core/generators/mutant_batch.h"
#include "core/generators/saved_state.h"
#include <algorithm>
#include <fmt/format.h>

// Training first, or networks that were trained before; then each seed once, in order: the generator draws
// nothing, so a second pass would make the same images.
namespace mutascope {

namespace {

using advgan::AttackTraining;
using advgan::TrainingPlan;

constexpr const char *id = "advgan";

class AdvGan : public Generator {
public:
    void start(GeneratorContext &context) override;
    bool training() const override { return m_training && !m_training->ready(); }
    StepResult step(GeneratorContext &context) override;
    std::string save() const override;
    void load(GeneratorContext &context, const std::string &bytes) override;
    std::int64_t queueLength() const override { return std::int64_t(m_queue.size() - m_next); }
    std::string diagnosis() const override;

private:
    void chooseSeeds(const std::vector<Seed> &seeds);
    std::vector<Candidate> perturb(const std::vector<Seed> &seeds);
    void judge(TestBench &bench, std::vector<Candidate> &&candidates);

    TrainingPlan m_plan;
    std::size_t m_atOnce = 0;
    std::unique_ptr<AttackTraining> m_networks; // none without seeds
    std::optional<ArtefactTraining> m_training;
    std::vector<int> m_queue; // seeds that are attacked
    std::size_t m_next = 0; // of the queue
    bool m_hasSeeds = false;
    std::int64_t m_failing = 0;
    std::int64_t m_reached = 0; // taken for the target
};

// A test fails where the class changes: seeds of the target's own class have nothing to gain from it.
void AdvGan::chooseSeeds(const std::vector<Seed> &seeds)
{
    m_hasSeeds = !seeds.empty();
    m_queue.clear();
    for (std::size_t i = 0; i < seeds.size(); ++i)
        if (isAttacked(m_plan.nets.goal, seeds[i].label))
            m_queue.push_back(int(i));
}

// Said before anything is trained.
void checkGradients(const ModelSpec &model, const TrainingPlan &plan)
{
    if (model.blackBox && plan.distillation == advgan::Distillation::None)
        throw Error(ErrorCode::Unsupported,
                    "advgan with mode=white-box needs gradients, and a black-box model has none",
                    "Set mode=black-box, or take sinvad or random, which need none either");
}

void AdvGan::start(GeneratorContext &context)
{
    m_plan = advgan::planOf(context.params, context.bench.model().spec(), context.rng.state().seed);
    checkGradients(context.bench.model().spec(), m_plan);
    m_atOnce = std::size_t(context.params.integer("seeds-per-step"));
    chooseSeeds(context.seeds);
    m_training.reset();
    if (m_queue.empty())
        return;
    Model &model = context.bench.model();
    m_networks = std::make_unique<AttackTraining>(m_plan, model);
    ArtefactTraining::Task task;
    task.kind = id;
    task.data = &context.data.split("train");
    task.description = advgan::describe(m_plan, task.data->spec(), model.spec());
    task.options.epochs = m_networks->epochs();
    task.options.batch = m_plan.batch;
    task.options.images = m_plan.images;
    task.options.seed = m_plan.nets.seed;
    task.options.name = "AdvGAN";
    task.options.enough = [nets = m_networks.get()](int, const auto &) { return nets->noLongerRising(); };
    m_training.emplace(*m_networks, std::move(task));
    m_training->begin(context.data, context.bench);
}

StepResult AdvGan::step(GeneratorContext &context)
{
    if (training()) {
        m_training->step(context.bench, context.data);
        return StepResult::More;
    }
    if (m_next < m_queue.size())
        judge(context.bench, perturb(context.seeds));
    return m_next < m_queue.size() ? StepResult::More : StepResult::Exhausted;
}

std::vector<Candidate> AdvGan::perturb(const std::vector<Seed> &seeds)
{
    const std::size_t count = std::min(m_atOnce, m_queue.size() - m_next);
    ImageBatch images(m_plan.nets.shape);
    images.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        images.append(seeds[std::size_t(m_queue[m_next + i])].image);
    const ImageBatch perturbed = m_networks->nets().perturbed(images);
    const Mutation mutation{id, {{"distance", m_plan.nets.bound}, {"target", m_plan.nets.goal.target}}};
    std::vector<Candidate> candidates;
    candidates.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        candidates.push_back({m_queue[m_next + i], 0, mutation, perturbed.image(i)});
    m_next += count;
    return candidates;
}

void AdvGan::judge(TestBench &bench, std::vector<Candidate> &&candidates)
{
    bench.countTries(id, std::int64_t(candidates.size()));
    Evaluation evaluation = bench.evaluate(std::move(candidates));
    const std::vector<double> gains = commitPassing(bench, evaluation);
    for (std::size_t row = 0; row < gains.size(); ++row) {
        const Verdict &verdict = evaluation.verdicts[row];
        m_failing += verdict.failing;
        m_reached += verdict.predicted == m_plan.nets.goal.target;
        if (gains[row] > 0)
            bench.keep(evaluation, row, gains[row]);
    }
}

std::string AdvGan::save() const
{
    return packState({{"generator", id}, {"next", m_next}, {"failing", m_failing}, {"reached", m_reached}});
}

void AdvGan::load(GeneratorContext &context, const std::string &bytes)
{
    const nlohmann::json state = unpackState(id, bytes);
    const auto next = savedValue<std::int64_t>(state, "next");
    const auto failing = savedValue<std::int64_t>(state, "failing");
    const auto reached = savedValue<std::int64_t>(state, "reached");
    start(context);
    if (next < 0 || next > std::int64_t(m_queue.size()))
        throwBadSavedState("it has more seeds than the run");
    m_next = std::size_t(next);
    m_failing = failing;
    m_reached = reached;
}

std::string AdvGan::diagnosis() const
{
    if (!m_hasSeeds)
        return "there is no seed to perturb";
    const int target = m_plan.nets.goal.target;
    if (m_queue.empty())
        return fmt::format("all seeds are of class {}, the target itself", target);
    if (m_next == 0)
        return {};
    const double all = double(m_next);
    const char *const ended = m_next == m_queue.size() ? "; every seed has been perturbed" : "";
    if (m_failing == 0)
        return fmt::format(
            "none of the {} perturbed seeds failed: allow a larger 'distance' or train for more "
            "'epochs'{}",
            m_next, ended);
    std::string text
        = fmt::format("{:.1f} % of the {} perturbed seeds failed", 100 * double(m_failing) / all, m_next);
    if (target >= 0)
        text += fmt::format(", {:.1f} % were taken for class {}", 100 * double(m_reached) / all, target);
    return text + ended;
}

} // namespace

GeneratorInfo advGanInfo()
{
    GeneratorInfo info;
    info.id = id;
    info.name = "AdvGAN";
    info.summary = "Trains a network that perturbs any seed in one pass, against the model and a "
                   "discriminator.";
    info.paper = "Xiao, Li, Zhu, He, Liu and Song, Generating Adversarial Examples with Adversarial "
                 "Networks, IJCAI 2018";
    info.needs.gradients = true;
    info.needs.training = true;
    info.params = advgan::params();
    info.create = [] { return std::make_unique<AdvGan>(); };
    return info;
}

} // namespace mutascope
