// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deephunter/deephunter.h"
#include "core/generators/deephunter/params.h"
#include "core/generators/lineage_state.h"
#include "core/generators/mutant_batch.h"
#include "core/generators/saved_state.h"
#include <algorithm>

// The loop: choose seeds, mutate them, one forward, keep what passes and adds coverage. Failing mutants are
// findings, never seeds: what descends from them would fail for the same reason. The corpus keeps its images
// in memory (28x28: about 1 KB a lineage, 100,000 lineages in 100 MB); in a saved state they are test ids.
namespace mutascope {

namespace {

using deephunter::Pick;

constexpr const char *id = "deephunter";

class DeepHunter : public Generator {
public:
    void start(GeneratorContext &context) override;
    StepResult step(GeneratorContext &context) override;
    std::string save() const override;
    void load(GeneratorContext &context, const std::string &bytes) override;
    std::int64_t queueLength() const override { return std::int64_t(m_corpus.size()); }
    std::string diagnosis() const override;

private:
    void configure(const ParamSet &params);
    MutantBatch mutate(const std::vector<Pick> &picks, const Rng &rng) const;
    std::vector<Lineage> judge(TestBench &bench, MutantBatch &&batch, std::vector<Pick> &picks);

    std::unique_ptr<MutationPlan> m_plan;
    std::unique_ptr<deephunter::Schedule> m_schedule;
    bool m_pool = false;
    std::vector<Lineage> m_corpus;
    MutationTotals m_totals;
};

void DeepHunter::configure(const ParamSet &params)
{
    m_plan = std::make_unique<MutationPlan>(params);
    m_schedule = deephunter::makeSchedule(params);
    m_pool = params.text("mode") == "pool";
}

void DeepHunter::start(GeneratorContext &context)
{
    configure(context.params);
    m_corpus = seedLineages(context.seeds);
    m_totals = {};
    m_schedule->start(m_corpus, context.rng);
}

StepResult DeepHunter::step(GeneratorContext &context)
{
    Rng choice = context.rng.sub(0);
    std::vector<Pick> picks = m_schedule->pick(m_corpus, choice);
    if (picks.empty())
        return StepResult::Exhausted;
    MutantBatch batch = mutate(picks, context.rng);
    m_plan->report(context.bench, batch.count);
    m_totals.add(batch.count);
    std::vector<Lineage> children;
    if (!batch.candidates.empty())
        children = judge(context.bench, std::move(batch), picks);
    m_schedule->settle(m_corpus, picks, std::move(children));
    return m_totals.exhausted() || m_corpus.empty() ? StepResult::Exhausted : StepResult::More;
}

// A stream for each pick. A seed that gives no mutant within `tries` draws is left alone for this step.
MutantBatch DeepHunter::mutate(const std::vector<Pick> &picks, const Rng &rng) const
{
    std::vector<MutantBatch::Task> tasks;
    for (std::size_t i = 0; i < picks.size(); ++i)
        tasks.push_back({&m_corpus[picks[i].lineage], i, picks[i].mutants, rng.sub(i + 1)});
    return {*m_plan, tasks};
}

// Evaluates the mutants and returns the lineages that join the corpus: of the queue, each passing mutant that
// added coverage; of the pool, all that passed if any did (a batch stays together).
std::vector<Lineage> DeepHunter::judge(TestBench &bench, MutantBatch &&batch, std::vector<Pick> &picks)
{
    Evaluation evaluation = bench.evaluate(std::move(batch.candidates));
    m_totals.judged(evaluation);
    const std::vector<double> gains = commitPassing(bench, evaluation);
    const bool any = std::any_of(gains.begin(), gains.end(), [](double gain) { return gain > 0; });
    std::vector<Lineage> children;
    for (std::size_t row = 0; any && row < gains.size(); ++row) {
        if (evaluation.verdicts[row].failing || (!m_pool && gains[row] <= 0))
            continue;
        Pick &pick = picks[batch.origin[row]];
        pick.gained = true;
        const TestId test = bench.keep(evaluation, row, gains[row]);
        children.push_back(childOf(m_corpus[pick.lineage], std::move(batch.mutants[row]),
                                   std::move(evaluation.candidates[row].image), test));
    }
    m_totals.kept += std::int64_t(children.size());
    return children;
}

std::string DeepHunter::save() const
{
    return packState({{"generator", id},
                      {"pool", m_pool},
                      {"corpus", saveLineages(m_corpus)},
                      {"schedule", m_schedule->save()},
                      {"totals", toJson(m_totals)}});
}

void DeepHunter::load(GeneratorContext &context, const std::string &bytes)
{
    const nlohmann::json state = unpackState(id, bytes);
    configure(context.params);
    if (savedValue<bool>(state, "pool") != m_pool)
        throwBadSavedState("it was made in the other mode");
    m_corpus = loadLineages(context, savedValue<nlohmann::json>(state, "corpus"));
    m_schedule->load(savedValue<nlohmann::json>(state, "schedule"), m_corpus.size());
    m_totals = mutationTotalsFromJson(savedValue<nlohmann::json>(state, "totals"));
}

std::string DeepHunter::diagnosis() const
{
    if (m_corpus.empty())
        return "the queue ran empty: selection=deeptest drops a seed once its mutants add no coverage; "
               "choose another 'selection', or more seeds ('seeds-per-class')";
    return m_totals.diagnosis(mutationAdvice(true, true));
}

} // namespace

GeneratorInfo deepHunterInfo()
{
    GeneratorInfo info;
    info.id = id;
    info.name = "DeepHunter";
    info.summary = "Coverage-guided fuzzing: mutates seeds within a limit and keeps what adds coverage.";
    info.paper = "Xie et al., DeepHunter: A Coverage-Guided Fuzz Testing Framework for Deep Neural Networks, "
                 "ISSTA 2019";
    info.needs.taps = true;
    info.params = deephunter::params();
    info.create = [] { return std::make_unique<DeepHunter>(); };
    return info;
}

} // namespace mutascope
