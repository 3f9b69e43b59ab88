// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/mutant_batch.h"

namespace mutascope {

MutantBatch::MutantBatch(const MutationPlan &plan, std::size_t capacity) : count(plan.newCount())
{
    candidates.reserve(capacity);
    mutants.reserve(capacity);
    origin.reserve(capacity);
}

bool MutantBatch::grow(const MutationPlan &plan, const Lineage &parent, std::size_t from, Rng &rng)
{
    auto mutant = plan.mutate(parent, rng, count);
    if (!mutant)
        return false;
    candidates.push_back({parent.seed, parent.test, mutant->mutation, std::move(mutant->image)});
    mutants.push_back(std::move(*mutant));
    origin.push_back(from);
    return true;
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
