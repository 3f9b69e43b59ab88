// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepsmart/batch_problem.h"
#include "core/generators/deepsmart/evaluation_rows.h"
#include "core/generators/saved_state.h"
#include <algorithm>
#include <numeric>
#include <utility>

namespace mutascope::deepsmart {

namespace {

constexpr const char *mutatorId = "regional";
constexpr double callsOfATrial = 64; // a batch as published

std::vector<Member> membersOf(const Corpus &corpus, const std::vector<std::size_t> &indices)
{
    std::vector<Member> members;
    for (const std::size_t index : indices)
        members.push_back(corpus.member(index));
    return members;
}

std::vector<RootImage> rootsOf(const Corpus &corpus, const std::vector<Member> &members, bool fromSeed)
{
    std::vector<RootImage> roots;
    for (const Member &member : members)
        roots.push_back({member.image, fromSeed ? corpus.seedImage(member.seed) : member.image});
    return roots;
}

} // namespace

BatchProblem::BatchProblem(const Settings &settings, const Corpus &corpus, std::vector<std::size_t> members,
                           bool moves, OperatorYields &yields, MutationTotals &totals)
    : m_settings(settings), m_moves(moves), m_indices(std::move(members)),
      m_members(membersOf(corpus, m_indices)),
      m_batch(rootsOf(corpus, m_members, settings.rules.fromSeed), settings.rules), m_yields(yields),
      m_totals(totals), m_shaped(settings.shapedThreshold), m_failed(m_members.size())
{
}

void BatchProblem::begin(TestBench &bench)
{
    m_bench = &bench;
    m_evaluated = false;
}

std::vector<BatchProblem::Commit> BatchProblem::takeCommits()
{
    return std::exchange(m_commits, {});
}

std::vector<Member> BatchProblem::takeChildren()
{
    return std::exchange(m_children, {});
}

int BatchProblem::actions(const SearchPath &path) const
{
    if (path.size() >= 2 * std::size_t(m_settings.longest) || (path.size() >= 2 && isAffine(path[1])))
        return 0;
    if (path.size() % 2 == 0)
        return regionsOf(m_settings);
    const bool whole = path.size() == 1 && path[0] == m_settings.rules.grid * m_settings.rules.grid;
    return m_moves && whole ? operationCount() : regional::operations;
}

std::vector<double> BatchProblem::priors(const SearchPath &path) const
{
    return path.size() % 2 == 0 ? m_yields.regions() : m_yields.operations(path.back(), actions(path));
}

std::vector<SearchTreeInfo::Item> BatchProblem::items() const
{
    std::vector<SearchTreeInfo::Item> items;
    for (const Member &member : m_members)
        items.push_back({std::int32_t(member.seed), member.test});
    return items;
}

std::vector<Outcome> BatchProblem::evaluate(const std::vector<SearchPath> &paths)
{
    std::vector<Rows> rows;
    std::vector<Candidate> candidates;
    for (const SearchPath &path : paths)
        rows.push_back(append(*m_batch.at(path), changedImages(path), candidates));
    countTries(paths);
    Evaluation evaluation;
    if (!candidates.empty()) {
        evaluation = m_bench->evaluate(std::move(candidates));
        m_totals.judged(evaluation);
        m_evaluated = m_everEvaluated = true;
    }
    std::vector<Outcome> outcomes;
    for (std::size_t i = 0; i < paths.size(); ++i)
        outcomes.push_back(judge(paths[i], evaluation, rows[i]));
    return outcomes;
}

void BatchProblem::countTries(const std::vector<SearchPath> &paths)
{
    for (const SearchPath &path : paths)
        m_bench->countTries(isAffine(path.back()) ? affineMutation(path.back()).mutator : mutatorId,
                            std::int64_t(m_members.size()));
    m_totals.tries += std::int64_t(paths.size() * m_members.size());
}

// The images that the last pair changed, of those that are worth a forward.
std::vector<std::size_t> BatchProblem::changedImages(const SearchPath &path)
{
    const auto state = m_batch.at(path);
    std::vector<std::size_t> images;
    for (std::size_t i = 0; i < state->size(); ++i)
        if ((*state)[i].fresh && !(m_settings.skipFailed && failedBefore(path, i)))
            images.push_back(i);
    return images;
}

bool BatchProblem::failedBefore(const SearchPath &path, std::size_t image) const
{
    for (std::size_t length = 2; length < path.size(); length += 2) {
        const auto found = m_failing.find(SearchPath(path.begin(), path.begin() + std::ptrdiff_t(length)));
        if (found != m_failing.end() && std::binary_search(found->second.begin(), found->second.end(), image))
            return true;
    }
    return false;
}

// Most images have the same steps behind them: these are written once.
BatchProblem::Rows BatchProblem::append(const BatchState &state, std::vector<std::size_t> images,
                                        std::vector<Candidate> &candidates) const
{
    Rows rows{candidates.size(), candidates.size() + images.size(), std::move(images)};
    const std::vector<regional::Step> *last = nullptr;
    for (const std::size_t image : rows.images) {
        Candidate candidate{m_members[image].seed, m_members[image].test, {}, *state[image].image};
        candidate.mutation = last && state[image].steps == *last ? candidates.back().mutation
                                                                 : mutationOf(state[image].steps);
        last = &state[image].steps;
        candidates.push_back(std::move(candidate));
    }
    return rows;
}

// An affine step is a path by itself.
Mutation BatchProblem::mutationOf(const std::vector<regional::Step> &steps) const
{
    const int last = steps.back().operation;
    return isAffine(last) ? affineMutation(last) : regional::mutation(m_settings.rules.grid, steps);
}

Outcome BatchProblem::judge(const SearchPath &path, Evaluation &evaluation, const Rows &rows)
{
    if (rows.begin == rows.end)
        return {0, Finish::Constraint};
    noteFailing(path, evaluation, rows);
    const double bonus = bonusOf(evaluation, rows);
    const double gain = m_settings.commitAll ? commit(path, evaluation, rows) : gainOf(evaluation, rows);
    const double reward = rewardOf(path, gain + bonus, rows.images.size());
    if (!m_settings.commitAll && reward > m_best.reward) {
        std::vector<std::size_t> all(rows.end - rows.begin);
        std::iota(all.begin(), all.end(), rows.begin);
        m_best = {path, reward, rows.images, rowsOf(evaluation, all)};
    }
    return {reward, Finish::Open};
}

void BatchProblem::noteFailing(const SearchPath &path, const Evaluation &evaluation, const Rows &rows)
{
    for (std::size_t row = rows.begin; m_settings.skipFailed && row < rows.end; ++row)
        if (evaluation.verdicts[row].failing)
            m_failing[path].push_back(rows.images[row - rows.begin]);
}

// For each call it is what the batch would bring if all its images had changed.
double BatchProblem::rewardOf(const SearchPath &path, double gain, std::size_t rows)
{
    const double share = m_settings.perCall ? double(rows) / double(m_members.size()) : 1;
    const double trials = m_settings.perCall ? double(rows) / callsOfATrial : 1;
    m_yields.add(path[path.size() - 2], path.back(), gain, trials);
    return gain / share;
}

double BatchProblem::gainOf(const Evaluation &evaluation, const Rows &rows) const
{
    if (m_settings.countFailing)
        return m_bench->gain(evaluation, rows.begin, rows.end);
    std::vector<std::size_t> passing;
    for (std::size_t row = rows.begin; row < rows.end; ++row)
        if (!evaluation.verdicts[row].failing)
            passing.push_back(row);
    if (passing.empty())
        return 0;
    return m_bench->gain(rowsOf(evaluation, passing), 0, passing.size());
}

double BatchProblem::bonusOf(const Evaluation &evaluation, const Rows &rows)
{
    if (m_settings.reward == Reward::Shaped)
        return m_shaped.of(*m_bench, evaluation, rows.begin, rows.end);
    if (m_settings.reward == Reward::Failures)
        return m_settings.failureWeight * newFailures(evaluation, rows);
    return 0;
}

// Share of the batch that fails for the first time in this tree.
double BatchProblem::newFailures(const Evaluation &evaluation, const Rows &rows)
{
    std::size_t first = 0;
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
        const std::size_t image = rows.images[row - rows.begin];
        first += evaluation.verdicts[row].failing && !m_failed[image];
        m_failed[image] = m_failed[image] || evaluation.verdicts[row].failing;
    }
    return double(first) / double(m_members.size());
}

// Row by row, as each is a test by itself; together they add what the batch adds.
double BatchProblem::commit(const SearchPath &path, Evaluation &evaluation, const Rows &rows)
{
    double sum = 0;
    std::vector<double> gains(rows.end - rows.begin);
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
        const bool counts = m_settings.countFailing || !evaluation.verdicts[row].failing;
        if (!counts || m_bench->gain(evaluation, row, row + 1) <= 0)
            continue;
        gains[row - rows.begin] = m_bench->commit(evaluation, row, row + 1);
        sum += gains[row - rows.begin];
    }
    if (sum <= 0)
        return 0;
    m_commits.push_back({path, sum});
    for (std::size_t row = rows.begin; row < rows.end; ++row)
        if (m_settings.keepAll || gains[row - rows.begin] > 0)
            keep(evaluation, row, gains[row - rows.begin]);
    return sum;
}

// Failing ones are findings, never seeds: what descends from them would fail for the same reason.
void BatchProblem::keep(Evaluation &evaluation, std::size_t row, double gain)
{
    if (evaluation.verdicts[row].failing)
        return;
    const TestId id = m_bench->keep(evaluation, row, gain);
    const Candidate &candidate = evaluation.candidates[row];
    ++m_totals.kept;
    const bool moved = isMoved(candidate);
    if (moved && m_settings.rules.fromSeed) // its seed is no measure for it
        return;
    m_children.push_back({candidate.seed, id, std::make_shared<const Image>(candidate.image), moved});
}

bool BatchProblem::isMoved(const Candidate &candidate) const
{
    const auto isParent = [&](const Member &member) {
        return member.seed == candidate.seed && member.test == candidate.parent;
    };
    return candidate.mutation.mutator != mutatorId
        || std::find_if(m_members.begin(), m_members.end(), isParent)->moved;
}

void BatchProblem::commitBest()
{
    if (m_best.path.empty())
        return;
    commit(m_best.path, m_best.rows, {0, m_best.rows.verdicts.size(), {}});
    m_best = {};
}

nlohmann::json BatchProblem::save() const
{
    nlohmann::json state{{"members", m_indices},         {"moves", m_moves},     {"failed", m_failed},
                         {"evaluated", m_everEvaluated}, {"failing", m_failing}, {"best", nullptr}};
    if (!m_best.path.empty())
        state["best"] = {{"path", m_best.path},
                         {"reward", m_best.reward},
                         {"images", m_best.images},
                         {"rows", saveRows(m_best.rows)}};
    return state;
}

std::unique_ptr<BatchProblem> BatchProblem::load(const Settings &settings, const Corpus &corpus,
                                                 std::array<OperatorYields, 2> &yields,
                                                 MutationTotals &totals, const nlohmann::json &state)
{
    const auto members = savedValue<std::vector<std::size_t>>(state, "members");
    const bool moves = savedValue<bool>(state, "moves");
    for (const std::size_t member : members)
        if (member >= corpus.size() || (moves && corpus.member(member).moved))
            throwBadSavedState("its batch names an image that is not in the corpus");
    auto problem = std::make_unique<BatchProblem>(settings, corpus, members, moves, yields[moves], totals);
    problem->m_failed = savedValue<std::vector<bool>>(state, "failed");
    problem->m_everEvaluated = savedValue<bool>(state, "evaluated");
    if (members.empty() || problem->m_failed.size() != members.size())
        throwBadSavedState("its batch is empty or of another size");
    problem->loadFailing(savedValue<nlohmann::json>(state, "failing"));
    problem->loadBest(savedValue<nlohmann::json>(state, "best"));
    return problem;
}

// Whether there is a rewarded state behind it.
bool BatchProblem::isPath(const SearchPath &path) const
{
    bool legal = rewarded(path.size()) && path.size() <= 2 * std::size_t(m_settings.longest);
    for (std::size_t level = 0; legal && level < path.size(); ++level) {
        const SearchPath before(path.begin(), path.begin() + std::ptrdiff_t(level));
        legal = path[level] >= 0 && path[level] < actions(before);
    }
    return legal;
}

void BatchProblem::loadFailing(const nlohmann::json &state)
{
    const nlohmann::json wrapped{{"failing", state}};
    m_failing = savedValue<decltype(m_failing)>(wrapped, "failing");
    for (const auto &[path, images] : m_failing)
        if (!isPath(path) || !std::is_sorted(images.begin(), images.end())
            || (!images.empty() && images.back() >= m_members.size()))
            throwBadSavedState("it names failing images that do not exist");
}

void BatchProblem::loadBest(const nlohmann::json &state)
{
    if (state.is_null())
        return;
    m_best.path = savedValue<SearchPath>(state, "path");
    m_best.reward = savedValue<double>(state, "reward");
    m_best.images = savedValue<std::vector<std::size_t>>(state, "images");
    if (!isPath(m_best.path))
        throwBadSavedState("its best batch is behind a path that does not exist");
    const auto behind = m_batch.at(m_best.path);
    for (const std::size_t image : m_best.images)
        if (image >= behind->size() || !(*behind)[image].fresh)
            throwBadSavedState("its best batch has an image that its path does not change");
    std::vector<Candidate> candidates;
    append(*behind, m_best.images, candidates);
    m_best.rows = loadRows(savedValue<nlohmann::json>(state, "rows"), std::move(candidates));
}

} // namespace mutascope::deepsmart
