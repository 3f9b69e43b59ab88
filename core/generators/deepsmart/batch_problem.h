// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/deepsmart/corpus.h"
#include "core/generators/deepsmart/operator_yields.h"
#include "core/generators/deepsmart/params.h"
#include "core/generators/deepsmart/shaped_reward.h"
#include "core/generators/mutation_totals.h"
#include <array>

namespace mutascope::deepsmart {

// One tree's search problem: a batch of images, two levels in turn (region, operation), the reward of a state
// what its images would add to the coverage. All states of a leaf batch share one forward. An image that a
// pair left as it was is not looked at again: its row is that of a state before.
class BatchProblem : public SearchProblem {
public:
    // A batch whose coverage was added, and by how much.
    struct Commit {
        SearchPath path;
        double gain = 0;
    };

    // yields and totals are the run's; they outlive the problem. moves: the first pair may be affine;
    // none of the members is moved.
    BatchProblem(const Settings &settings, const Corpus &corpus, std::vector<std::size_t> members, bool moves,
                 OperatorYields &yields, MutationTotals &totals);

    // Before each step of the search.
    void begin(TestBench &bench);
    bool moves() const { return m_moves; }
    bool evaluated() const { return m_evaluated; } // a forward was made since begin()
    bool everEvaluated() const { return m_everEvaluated; }
    // Adds the coverage of the best batch seen, from its forward back then; nothing where there is none.
    void commitBest();
    std::vector<Commit> takeCommits();
    std::vector<Member> takeChildren(); // kept tests, for the corpus

    int actions(const SearchPath &path) const override;
    bool rewarded(std::size_t depth) const override { return depth > 0 && depth % 2 == 0; }
    std::vector<Outcome> evaluate(const std::vector<SearchPath> &paths) override;
    std::vector<double> priors(const SearchPath &path) const override;
    int period() const override { return 2; }

    std::vector<SearchTreeInfo::Item> items() const;
    nlohmann::json save() const;
    // yields: of trees without and with moves. Throws Error{BadData}. The members are part of the state.
    static std::unique_ptr<BatchProblem> load(const Settings &settings, const Corpus &corpus,
                                              std::array<OperatorYields, 2> &yields, MutationTotals &totals,
                                              const nlohmann::json &state);

private:
    struct Rows { // of one path in an evaluation
        std::size_t begin = 0;
        std::size_t end = 0;
        std::vector<std::size_t> images; // of the batch, row by row
    };
    struct Best {
        SearchPath path;
        double reward = 0;
        std::vector<std::size_t> images; // of the batch, row by row
        Evaluation rows;
    };
    std::vector<std::size_t> changedImages(const SearchPath &path);
    bool failedBefore(const SearchPath &path, std::size_t image) const;
    Rows append(const BatchState &state, std::vector<std::size_t> images,
                std::vector<Candidate> &candidates) const;
    double rewardOf(const SearchPath &path, double gain, std::size_t rows);
    void noteFailing(const SearchPath &path, const Evaluation &evaluation, const Rows &rows);
    void countTries(const std::vector<SearchPath> &paths);
    Mutation mutationOf(const std::vector<regional::Step> &steps) const;
    Outcome judge(const SearchPath &path, Evaluation &evaluation, const Rows &rows);
    double gainOf(const Evaluation &evaluation, const Rows &rows) const;
    double bonusOf(const Evaluation &evaluation, const Rows &rows);
    double newFailures(const Evaluation &evaluation, const Rows &rows);
    double commit(const SearchPath &path, Evaluation &evaluation, const Rows &rows);
    bool isMoved(const Candidate &candidate) const;
    void keep(Evaluation &evaluation, std::size_t row, double gain);
    bool isPath(const SearchPath &path) const;
    void loadFailing(const nlohmann::json &state);
    void loadBest(const nlohmann::json &state);

    Settings m_settings;
    bool m_moves = false;
    std::vector<std::size_t> m_indices; // of the members in the corpus
    std::vector<Member> m_members;
    MutatedBatch m_batch;
    OperatorYields &m_yields;
    MutationTotals &m_totals;
    ShapedReward m_shaped;
    TestBench *m_bench = nullptr;
    bool m_evaluated = false;
    bool m_everEvaluated = false;
    std::vector<bool> m_failed; // image by image, in this tree
    std::map<SearchPath, std::vector<std::size_t>> m_failing; // images, behind the states they failed in
    Best m_best;
    std::vector<Commit> m_commits;
    std::vector<Member> m_children;
};

} // namespace mutascope::deepsmart
