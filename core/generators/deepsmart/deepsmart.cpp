// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepsmart/deepsmart.h"
#include "core/generators/deepsmart/batch_problem.h"
#include "core/generators/saved_state.h"
#include "core/search/mcts.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

// Tree after tree: a batch of images from the corpus, a search for the changes that add most coverage, what
// they found back into the corpus. A step is one leaf batch, that is one forward, or the end of a tree.
namespace mutascope {

namespace {

using deepsmart::BatchProblem;
using deepsmart::Settings;

constexpr const char *id = "deepsmart";

class DeepSmart : public Generator {
public:
    void start(GeneratorContext &context) override;
    StepResult step(GeneratorContext &context) override;
    std::string save() const override;
    void load(GeneratorContext &context, const std::string &bytes) override;
    std::int64_t queueLength() const override { return std::int64_t(m_corpus.size()); }
    std::string diagnosis() const override;

private:
    void configure(GeneratorContext &context);
    void describe(TestBench &bench) const;
    ParamSet searchParams(bool moves) const;
    void startTree(Rng rng);
    StepResult endTree();
    SearchChunk takeChunk();
    std::int32_t nodeOf(const SearchPath &path) const;
    void report(TestBench &bench);

    ParamSet m_params;
    Settings m_settings;
    deepsmart::Corpus m_corpus;
    // Of trees without and with affine changes: what a region is worth differs.
    std::array<deepsmart::OperatorYields, 2> m_yields;
    MutationTotals m_totals; // barrenSteps: trees without a forward
    std::unique_ptr<BatchProblem> m_problem; // of the tree under way; null: between two trees
    std::unique_ptr<Mcts> m_search;
    bool m_newTree = false; // not reported yet
    std::int32_t m_trees = 0; // the one under way included
    std::int64_t m_iterations = 0; // of the whole run
    std::int64_t m_iterationsBefore = 0; // of the trees before
};

void DeepSmart::configure(GeneratorContext &context)
{
    m_params = context.params;
    m_settings = deepsmart::settingsOf(context.params);
    m_yields.fill(
        deepsmart::OperatorYields(regionsOf(m_settings), deepsmart::operationCount(), m_settings.sharpness));
    describe(context.bench);
}

void DeepSmart::describe(TestBench &bench) const
{
    SearchDescription how = searchDescription(m_params);
    how.levels.resize(2);
    for (int region = 0; region < regionsOf(m_settings); ++region)
        how.levels[0].push_back(regional::regionName(m_settings.rules.grid, region));
    const int operations = movesImages(m_settings) ? deepsmart::operationCount() : regional::operations;
    for (int operation = 0; operation < operations; ++operation)
        how.levels[1].push_back(deepsmart::operationName(operation));
    how.grid = toText(m_settings.rules);
    bench.describeSearch(how);
}

void DeepSmart::start(GeneratorContext &context)
{
    configure(context);
    m_corpus.start(context.seeds, m_settings.clustered ? m_settings.clusters : 0);
}

StepResult DeepSmart::step(GeneratorContext &context)
{
    if (m_corpus.size() == 0)
        return StepResult::Exhausted;
    if (!m_search)
        startTree(context.rng.sub(0));
    m_problem->begin(context.bench);
    Rng rng = context.rng.sub(1);
    Mcts::Step made = Mcts::Step::Moved;
    while (!m_problem->evaluated() && made != Mcts::Step::Ended) {
        made = m_search->step(rng);
        if (made == Mcts::Step::Ended)
            m_problem->commitBest();
        report(context.bench);
    }
    return made == Mcts::Step::Ended ? endTree() : StepResult::More;
}

ParamSet DeepSmart::searchParams(bool moves) const
{
    ParamSet params = m_params;
    if (moves) {
        params.set("iterations", std::to_string(m_settings.affineIterations));
        params.set("depth", "1");
    }
    return params;
}

void DeepSmart::startTree(Rng rng)
{
    const bool moves = movesImages(m_settings) && rng.uniform() < m_settings.affineShare;
    m_problem = std::make_unique<BatchProblem>(
        m_settings, m_corpus,
        m_corpus.draw(std::size_t(m_settings.batchSize), m_settings.recentShare, rng,
                      moves ? deepsmart::Draw::Unmoved : deepsmart::Draw::Any),
        moves, m_yields[moves], m_totals);
    m_search = std::make_unique<Mcts>(searchParams(moves), *m_problem);
    m_newTree = true;
    ++m_trees;
    m_iterationsBefore = m_iterations;
}

StepResult DeepSmart::endTree()
{
    m_totals.barrenSteps = m_problem->everEvaluated() ? 0 : m_totals.barrenSteps + 1;
    m_search.reset();
    m_problem.reset();
    return m_totals.exhausted() ? StepResult::Exhausted : StepResult::More;
}

// What the search did since the last call, numbered over the run.
SearchChunk DeepSmart::takeChunk()
{
    SearchChunk chunk = m_search->takeChunk();
    const std::int32_t tree = m_trees - 1;
    if (!chunk.nodes.empty())
        chunk.nodes.insert(chunk.nodes.begin(), std::size_t(tree), {});
    for (SearchIteration &iteration : chunk.iterations)
        iteration.tree = tree;
    for (SearchMove &move : chunk.moves) {
        move.tree = tree;
        move.behind += m_iterationsBefore;
    }
    for (SearchPriors &priors : chunk.priors)
        priors.tree = tree;
    if (m_newTree)
        chunk.trees.push_back({m_problem->items()});
    m_newTree = false;
    m_iterations += std::int64_t(chunk.iterations.size());
    return chunk;
}

std::int32_t DeepSmart::nodeOf(const SearchPath &path) const
{
    std::int32_t node = 0;
    for (const int action : path)
        node = m_search->tree().child(node, action);
    return node;
}

void DeepSmart::report(TestBench &bench)
{
    SearchChunk chunk = takeChunk();
    const bool ends = !chunk.moves.empty() && chunk.moves.back().kind == SearchMove::Kind::End;
    auto place = chunk.moves.end() - (ends ? 1 : 0); // a tree's end is the last that is said of it
    for (const BatchProblem::Commit &commit : m_problem->takeCommits()) {
        const SearchMove move{SearchMove::Kind::Commit, m_trees - 1, m_iterations,
                              nodeOf(commit.path),      commit.gain, {}};
        place = chunk.moves.insert(place, move) + 1;
    }
    if (!chunk.empty())
        bench.searched(std::move(chunk));
    for (const deepsmart::Member &child : m_problem->takeChildren())
        m_corpus.add(child);
}

std::string DeepSmart::save() const
{
    nlohmann::json tree;
    if (m_search) {
        const std::string bytes = m_search->save();
        tree["problem"] = m_problem->save();
        tree["search"] = nlohmann::json::binary(std::vector<std::uint8_t>(bytes.begin(), bytes.end()));
    }
    return packState({{"generator", id},
                      {"corpus", m_corpus.save()},
                      {"yields", {m_yields[0].save(), m_yields[1].save()}},
                      {"totals", toJson(m_totals)},
                      {"trees", m_trees},
                      {"iterations", m_iterations},
                      {"iterations_before", m_iterationsBefore},
                      {"tree", tree}});
}

void DeepSmart::load(GeneratorContext &context, const std::string &bytes)
{
    const nlohmann::json state = unpackState(id, bytes);
    configure(context);
    m_corpus.load(context, m_settings.clustered ? m_settings.clusters : 0,
                  savedValue<nlohmann::json>(state, "corpus"));
    const auto yields = savedValue<std::vector<nlohmann::json>>(state, "yields");
    if (yields.size() != m_yields.size())
        throwBadSavedState("it lacks yields");
    for (std::size_t i = 0; i < yields.size(); ++i)
        m_yields[i].load(yields[i]);
    m_totals = mutationTotalsFromJson(savedValue<nlohmann::json>(state, "totals"));
    m_trees = savedValue<std::int32_t>(state, "trees");
    m_iterations = savedValue<std::int64_t>(state, "iterations");
    m_iterationsBefore = savedValue<std::int64_t>(state, "iterations_before");
    const auto tree = savedValue<nlohmann::json>(state, "tree");
    if (tree.is_null())
        return;
    m_problem = BatchProblem::load(m_settings, m_corpus, m_yields, m_totals,
                                   savedValue<nlohmann::json>(tree, "problem"));
    const auto search = savedValue<nlohmann::json>(tree, "search");
    if (!search.is_binary())
        throwBadSavedState("its tree cannot be read");
    m_search = Mcts::load(searchParams(m_problem->moves()), *m_problem,
                          std::string(search.get_binary().begin(), search.get_binary().end()));
}

std::string DeepSmart::diagnosis() const
{
    if (m_corpus.size() == 0)
        return "there is no seed to change";
    if (m_totals.exhausted() || (m_totals.tests == 0 && m_totals.tries > 0))
        return fmt::format(
            "in the last {} trees no image could be changed within 'alpha' and 'beta'; raise them",
            std::max<std::int64_t>(m_totals.barrenSteps, 1));
    const std::string far = "raise 'alpha' and 'beta'";
    return m_totals.diagnosis({true, "raise 'beta', allow a larger 'longest-path'", far, far});
}

} // namespace

GeneratorInfo deepSmartInfo()
{
    GeneratorInfo info;
    info.id = id;
    info.name = "DeepSmartFuzzer";
    info.summary
        = "Searches trees of regional changes to whole batches for those that add most coverage (MCTS).";
    info.paper
        = "Demir, Eniser and Sen, DeepSmartFuzzer: Reward Guided Test Generation For Deep Learning, 2019 "
          "(arXiv 1911.10621)";
    info.needs.taps = true;
    info.params = deepsmart::params();
    info.create = [] { return std::make_unique<DeepSmart>(); };
    return info;
}

} // namespace mutascope
