// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/tensorfuzz/tensorfuzz.h"
#include "core/base/param_builders.h"
#include "core/generators/mutant_batch.h"
#include "core/generators/saved_state.h"
#include "core/generators/tensorfuzz/corpus.h"
#include "core/mutate/gaussian.h"
#include <algorithm>
#include <fmt/format.h>

// The loop: draw a parent, add noise to many copies of it, one forward, keep each passing mutant that adds
// coverage. Failing ones are what the search is for: findings, never parents.
namespace mutascope {

namespace {

using tensorfuzz::Element;

constexpr const char *id = "tensorfuzz";
constexpr const char *mutatorId = "gaussian";
constexpr const char *paper = "Odena et al., TensorFuzz, ICML 2019";
constexpr const char *comparison = "DeepSmartFuzzer's comparison (arXiv 1911.10621)";

class TensorFuzz : public Generator {
public:
    void start(GeneratorContext &context) override;
    StepResult step(GeneratorContext &context) override;
    std::string save() const override;
    void load(GeneratorContext &context, const std::string &bytes) override;
    std::int64_t queueLength() const override { return std::int64_t(m_corpus.size()); }
    std::string diagnosis() const override;

private:
    void configure(const ParamSet &params);
    std::vector<Candidate> mutate(const Element &parent, const Rng &rng);
    Candidate mutant(const Element &parent, Rng rng);
    void judge(TestBench &bench, const Element &parent, std::vector<Candidate> &&candidates);

    bool m_recent = true;
    std::size_t m_mutants = 0;
    double m_sigma = 0;
    double m_clip = 0; // 0: none
    std::vector<Element> m_corpus;
    std::vector<std::uint32_t> m_draws; // of this step's mutants, where noise is clipped
    std::int64_t m_tests = 0;
    std::int64_t m_failing = 0;
    std::int64_t m_kept = 0;
};

void TensorFuzz::configure(const ParamSet &params)
{
    m_recent = params.text("selection") == "recent";
    m_mutants = std::size_t(params.integer("mutants-per-step"));
    m_sigma = params.real("sigma");
    m_clip = params.real("clip");
}

void TensorFuzz::start(GeneratorContext &context)
{
    configure(context.params);
    m_corpus = tensorfuzz::seedElements(context.seeds);
}

StepResult TensorFuzz::step(GeneratorContext &context)
{
    if (m_corpus.empty())
        return StepResult::Exhausted;
    Rng choice = context.rng.sub(0);
    const std::size_t index = m_recent ? tensorfuzz::drawRecent(m_corpus.size(), choice)
                                       : choice.below(std::uint32_t(m_corpus.size()));
    const Element parent = m_corpus[index]; // a copy: the corpus grows
    context.bench.countTries(mutatorId, std::int64_t(m_mutants));
    judge(context.bench, parent, mutate(parent, context.rng));
    return StepResult::More;
}

// A stream for each mutant.
std::vector<Candidate> TensorFuzz::mutate(const Element &parent, const Rng &rng)
{
    m_draws.clear();
    std::vector<Candidate> candidates;
    candidates.reserve(m_mutants);
    for (std::size_t n = 0; n < m_mutants; ++n)
        candidates.push_back(mutant(parent, rng.sub(n + 1)));
    return candidates;
}

Candidate TensorFuzz::mutant(const Element &parent, Rng rng)
{
    if (m_clip <= 0) {
        Mutation mutation = gaussian::mutation(m_sigma, std::max<std::uint64_t>(rng.next64(), 1));
        Image image = applyMutation(*parent.image, mutation);
        return {parent.seed, parent.test, std::move(mutation), std::move(image)};
    }
    m_draws.push_back(rng.next32());
    std::vector<std::uint32_t> all = parent.draws;
    all.push_back(m_draws.back());
    const Image &ancestor = *m_corpus[std::size_t(parent.seed)].image; // the corpus begins with the seeds
    return {parent.seed, 0, gaussian::clippedMutation(m_sigma, m_clip, all),
            gaussian::clippedStep(ancestor, *parent.image, m_sigma, m_clip, m_draws.back())};
}

void TensorFuzz::judge(TestBench &bench, const Element &parent, std::vector<Candidate> &&candidates)
{
    Evaluation evaluation = bench.evaluate(std::move(candidates));
    const std::vector<double> gains = commitPassing(bench, evaluation);
    for (std::size_t row = 0; row < gains.size(); ++row) {
        m_failing += evaluation.verdicts[row].failing;
        if (gains[row] <= 0)
            continue;
        Element child{parent.seed, bench.keep(evaluation, row, gains[row]),
                      std::make_shared<const Image>(std::move(evaluation.candidates[row].image)),
                      parent.draws};
        if (m_clip > 0)
            child.draws.push_back(m_draws[row]);
        m_corpus.push_back(std::move(child));
        ++m_kept;
    }
    m_tests += std::int64_t(gains.size());
}

std::string TensorFuzz::save() const
{
    return packState({{"generator", id},
                      {"clipped", m_clip > 0},
                      {"corpus", tensorfuzz::saveElements(m_corpus)},
                      {"tests", m_tests},
                      {"failing", m_failing},
                      {"kept", m_kept}});
}

void TensorFuzz::load(GeneratorContext &context, const std::string &bytes)
{
    const nlohmann::json state = unpackState(id, bytes);
    configure(context.params);
    if (savedValue<bool>(state, "clipped") != (m_clip > 0))
        throwBadSavedState("it was made with another 'clip'");
    m_corpus = tensorfuzz::loadElements(context, savedValue<nlohmann::json>(state, "corpus"));
    if (m_corpus.size() < context.seeds.size())
        throwBadSavedState("its corpus lacks seeds");
    m_tests = savedValue<std::int64_t>(state, "tests");
    m_failing = savedValue<std::int64_t>(state, "failing");
    m_kept = savedValue<std::int64_t>(state, "kept");
}

std::string TensorFuzz::diagnosis() const
{
    if (m_corpus.empty())
        return "there is no seed to mutate";
    if (m_tests == 0 || m_failing > 0)
        return {};
    return fmt::format(
        "none of the {} tests failed{}: the model withstands noise of this strength; raise 'sigma' or "
        "search longer",
        m_tests, m_kept == 0 ? " and none added coverage" : "");
}

std::vector<ParamSpec> params()
{
    return {
        choiceParam("selection", {"recent", "uniform"},
                    {"Search", paper,
                     "How the next parent is drawn: one of the five newest and one of all, or any one."}),
        integerParam("mutants-per-step", 64, 1, 65536,
                     {"Search", comparison, "Mutants of the parent, which share one forward.", "mutants"}),
        realParam("sigma", 25.5, 0.1, 255,
                  {"Noise", comparison, "Standard deviation of the noise added to each value.", "of 255"}),
        realParam(
            "clip", 0, 0, 255,
            {"Noise", paper,
             "No value may differ from the seed's by more than this, all noise of a lineage together; 0: no "
             "such limit.",
             "of 255"}),
    };
}

} // namespace

GeneratorInfo tensorFuzzInfo()
{
    GeneratorInfo info;
    info.id = id;
    info.name = "TensorFuzz";
    info.summary = "Baseline: adds normal noise to recent images and keeps what adds coverage.";
    info.paper = "Odena, Olsson, Andersen and Goodfellow, TensorFuzz: Debugging Neural Networks with "
                 "Coverage-Guided Fuzzing, ICML 2019";
    info.needs.taps = true;
    info.params = params();
    info.create = [] { return std::make_unique<TensorFuzz>(); };
    return info;
}

} // namespace mutascope
