// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/random/random.h"
#include "core/base/param_builders.h"
#include "core/generators/mutant_batch.h"
#include "core/generators/saved_state.h"

namespace mutascope {

namespace {

constexpr const char *id = "random";

// Every mutant is one mutation away from its seed. Coverage is counted as DeepHunter counts it (passing
// mutants only), so that the two curves compare; nothing is learned from it.
class Random : public Generator {
public:
    void start(GeneratorContext &context) override;
    StepResult step(GeneratorContext &context) override;
    std::string save() const override { return packState({{"generator", id}, {"totals", toJson(m_totals)}}); }
    void load(GeneratorContext &context, const std::string &bytes) override;
    std::int64_t queueLength() const override { return std::int64_t(m_seeds.size()); }
    std::string diagnosis() const override;

private:
    std::unique_ptr<MutationPlan> m_plan;
    bool m_constrained = true;
    std::size_t m_mutants = 0;
    std::vector<Lineage> m_seeds;
    MutationTotals m_totals;
};

void Random::start(GeneratorContext &context)
{
    m_constrained = context.params.boolean("constrained");
    m_plan = std::make_unique<MutationPlan>(context.params, m_constrained);
    m_mutants = std::size_t(context.params.integer("mutants-per-step"));
    m_seeds = seedLineages(context.seeds);
    m_totals = {};
}

StepResult Random::step(GeneratorContext &context)
{
    if (m_seeds.empty())
        return StepResult::Exhausted;
    std::vector<MutantBatch::Task> tasks;
    for (std::size_t i = 0; i < m_mutants; ++i) {
        Rng stream = context.rng.sub(i);
        const std::size_t seed = stream.below(std::uint32_t(m_seeds.size()));
        tasks.push_back({&m_seeds[seed], seed, 1, stream});
    }
    MutantBatch batch(*m_plan, tasks);
    m_plan->report(context.bench, batch.count);
    m_totals.add(batch.count);
    if (!batch.candidates.empty()) {
        const Evaluation evaluation = context.bench.evaluate(std::move(batch.candidates));
        m_totals.judged(evaluation);
        commitPassing(context.bench, evaluation);
    }
    return m_totals.exhausted() ? StepResult::Exhausted : StepResult::More;
}

void Random::load(GeneratorContext &context, const std::string &bytes)
{
    const nlohmann::json state = unpackState(id, bytes);
    start(context);
    m_totals = mutationTotalsFromJson(savedValue<nlohmann::json>(state, "totals"));
}

std::string Random::diagnosis() const
{
    return m_seeds.empty() ? "there is no seed to mutate"
                           : m_totals.diagnosis(mutationAdvice(false, m_constrained));
}

std::vector<ParamSpec> params()
{
    std::vector<ParamSpec> specs{
        integerParam("mutants-per-step", 160, 1, 65536,
                     {"Search", "ours", "Mutants that share one forward.", "mutants", true}),
        booleanParam("constrained", true,
                     {"Validity", "ours", "Keep mutants within alpha and beta, as DeepHunter does."}),
    };
    const std::vector<ParamSpec> mutation = mutationParams();
    specs.insert(specs.end(), mutation.begin(), mutation.end());
    return specs;
}

} // namespace

GeneratorInfo randomInfo()
{
    GeneratorInfo info;
    info.id = id;
    info.name = "Random";
    info.summary = "Baseline: seeds, mutators and their parameters drawn uniformly, without any feedback.";
    info.paper = "none";
    info.params = params();
    info.create = [] { return std::make_unique<Random>(); };
    return info;
}

} // namespace mutascope
