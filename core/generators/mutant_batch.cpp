// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/mutant_batch.h"
#include "core/base/parallel.h"

namespace mutascope {

namespace {

struct Grown {
    std::vector<Mutant> mutants;
    TryCount count;
};

Grown grow(const MutationPlan &plan, const MutantBatch::Task &task)
{
    Grown grown{{}, plan.newCount()};
    Rng rng = task.rng;
    for (int n = 0; n < task.mutants; ++n) {
        auto mutant = plan.mutate(*task.parent, rng, grown.count);
        if (!mutant)
            break;
        grown.mutants.push_back(std::move(*mutant));
    }
    return grown;
}

} // namespace

MutantBatch::MutantBatch(const MutationPlan &plan, const std::vector<Task> &tasks) : count(plan.newCount())
{
    std::vector<Grown> grown(tasks.size());
    inParallel(tasks.size(), [&](std::size_t i) { grown[i] = grow(plan, tasks[i]); });
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        count.add(grown[i].count);
        for (Mutant &mutant : grown[i].mutants) {
            const Lineage &parent = *tasks[i].parent;
            candidates.push_back({parent.seed, parent.test, mutant.mutation, std::move(mutant.image)});
            mutants.push_back(std::move(mutant));
            origin.push_back(tasks[i].from);
        }
    }
}

std::vector<double> commitPassing(TestBench &bench, const Evaluation &evaluation)
{
    const std::size_t rows = evaluation.verdicts.size();
    std::vector<double> gains(rows);
    if (rows == 0 || bench.gain(evaluation, 0, rows) <= 0)
        return gains;
    for (std::size_t row = 0; row < rows; ++row)
        if (!evaluation.verdicts[row].failing && bench.gain(evaluation, row, row + 1) > 0)
            gains[row] = bench.commit(evaluation, row, row + 1);
    return gains;
}

} // namespace mutascope
