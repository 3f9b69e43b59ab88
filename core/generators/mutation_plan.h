// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/lineage.h"
#include "core/generators/mutation_totals.h"
#include "core/mutate/constraint.h"

// The mutation strategy of DeepHunter (Xie et al., ISSTA 2019, section 3.2, algorithm 2), shared by every
// generator that changes pixels: which operators there are, how often a lineage may use them, and how far a
// mutant may be from its reference.
namespace mutascope {

// Specs of what MutationPlan reads: alpha, beta, tries, the two classes of mutators and a grid for each.
std::vector<ParamSpec> mutationParams();
// Advice in terms of these. constrained: 'alpha' and 'beta' hold.
MutationAdvice mutationAdvice(bool keeps, bool constrained);

class MutationPlan {
public:
    struct Operator {
        std::string id;
        bool affine = false;
        std::unique_ptr<Mutator> mutator;
    };

    // constrained: false accepts every mutant that changed. Throws Error{Usage} on a bad list or grid.
    explicit MutationPlan(const ParamSet &params, bool constrained = true);

    // Draws an operator and its parameters until a mutant is allowed, `tries` times at most.
    std::optional<Mutant> mutate(const Lineage &parent, Rng &rng, TryCount &count) const;

    const std::vector<Operator> &operators() const { return m_operators; }
    int tries() const { return m_tries; }
    double beta() const { return m_beta; }
    TryCount newCount() const { return {std::vector<std::int64_t>(m_operators.size()), 0, 0, 0, 0}; }
    // Reports the draws of a step to the bench.
    void report(TestBench &bench, const TryCount &count) const;

private:
    void addOperators(const ParamSet &params, const std::string &list, bool affine);
    std::optional<Mutant> attempt(const Lineage &parent, const Operator &op, Rng &rng, TryCount &count) const;
    bool allows(const Refusal &refusal, const Image &image) const;
    std::optional<Refusal> complete(const Lineage &parent, const Operator &op, Mutant &mutant) const;
    PixelDistance measure(const Lineage &parent, Mutant &mutant) const;

    std::vector<Operator> m_operators; // pixel operators first
    std::size_t m_pixelOperators = 0;
    double m_beta;
    int m_tries;
    bool m_constrained;
    L0LinfConstraint m_constraint;
};

} // namespace mutascope
