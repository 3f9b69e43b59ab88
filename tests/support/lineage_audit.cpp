// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/lineage_audit.h"
#include <algorithm>
#include <cstdlib>

namespace mutascope {

namespace {

struct Distance {
    int changed = 0;
    int largest = 0;
};

Distance distance(const Image &a, const Image &b)
{
    Distance out;
    for (std::size_t i = 0; i < a.pixels.size(); ++i) {
        const int difference = std::abs(int(a.pixels[i]) - int(b.pixels[i]));
        out.changed += difference == 0 ? 0 : 1;
        out.largest = std::max(out.largest, difference);
    }
    return out;
}

// The candidate's ancestors from the seed's child on, itself last.
std::vector<const Candidate *> chainOf(const FakeBench &bench, const Candidate &candidate)
{
    std::vector<const Candidate *> chain{&candidate};
    while (chain.back()->parent != 0)
        chain.push_back(&bench.stored.at(chain.back()->parent).candidate);
    std::reverse(chain.begin(), chain.end());
    return chain;
}

bool isAffine(const Mutation &mutation)
{
    return mutatorInfo(mutation.mutator).kind == MutatorKind::Affine;
}

} // namespace

LineageAudit auditLineage(const FakeBench &bench, const std::vector<Seed> &seeds, const Candidate &candidate,
                          double alpha, double beta)
{
    LineageAudit audit;
    const Image &seed = seeds.at(std::size_t(candidate.seed)).image;
    const auto parent = bench.stored.find(candidate.parent);
    const bool known = parent != bench.stored.end();
    audit.parentIsPassingSeed = candidate.parent == 0
        || (known && parent->second.kept && !parent->second.failing
            && parent->second.candidate.seed == candidate.seed);
    audit.replays
        = applyMutation(known ? parent->second.candidate.image : seed, candidate.mutation) == candidate.image;
    Image reference = seed;
    Distance carried;
    Distance now;
    for (const Candidate *link : chainOf(bench, candidate)) {
        if (isAffine(link->mutation)) {
            ++audit.affineSteps;
            carried = now;
            reference = applyMutation(reference, link->mutation);
        }
        now = distance(reference, link->image);
    }
    const int changed = carried.changed + now.changed;
    const int largest = std::max(carried.largest, now.largest);
    audit.allowed = changed < alpha * double(seed.pixels.size()) || largest < beta * 255;
    return audit;
}

} // namespace mutascope
