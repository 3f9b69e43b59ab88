// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/param_spec.h"
#include "core/generators/generator.h"
#include "core/mutate/constraint.h"
#include <memory>
#include <optional>

// The mutation strategy of DeepHunter (Xie et al., ISSTA 2019, section 3.2, algorithm 2), shared by every
// generator that changes pixels: which operators there are, how often a lineage may use them, and how far a
// mutant may be from its reference.
namespace mutascope {

// What a mutant descends from. A lineage without an affine step may take a pixel or an affine one; after its
// one affine step, only pixel ones. The affine step is applied to the reference too, so that distances
// compare like with like.
struct Lineage {
    int seed = 0; // index into GeneratorContext::seeds
    TestId test = 0; // the stored test, 0: the seed itself
    std::shared_ptr<const Image> reference; // the seed's image, affine step applied
    std::shared_ptr<const Image> image;
    std::optional<Mutation> affine;
    // Distance to the reference; once there was an affine step: the distance before it ("carried").
    std::int64_t usedL0 = 0;
    int usedLinf = 0;
};

// A mutant that the constraint allows, not judged yet.
struct Mutant {
    Mutation mutation;
    Image image;
    std::shared_ptr<const Image> reference; // null: the image itself (affine step of an unchanged seed)
    bool affine = false;
    std::int64_t usedL0 = 0;
    int usedLinf = 0;
};

// How the draws of one step went.
struct TryCount {
    std::vector<std::int64_t> perOperator; // same order as MutationPlan::operators()
    std::int64_t tries = 0;
    std::int64_t tooFar = 0; // rejected by the constraint
    std::int64_t unchanged = 0; // rejected because nothing changed
    std::int64_t accepted = 0;
};

// Specs of what MutationPlan reads: alpha, beta, tries, the two classes of mutators and a grid for each.
std::vector<ParamSpec> mutationParams();

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
    bool measure(const Lineage &parent, Mutant &mutant) const;

    std::vector<Operator> m_operators; // pixel operators first
    std::size_t m_pixelOperators = 0;
    double m_beta;
    int m_tries;
    bool m_constrained;
    L0LinfConstraint m_constraint;
};

// The child's lineage; takes the mutant's image from `image`, which may be the mutant's own.
Lineage childOf(const Lineage &parent, Mutant &&mutant, Image &&image, TestId test);

// The reference of a lineage, made again from its seed.
std::shared_ptr<const Image> replayReference(const std::shared_ptr<const Image> &seed,
                                             const std::optional<Mutation> &affine);

// Totals of a run, for its diagnosis. Saved with the generator.
struct MutationTotals {
    std::int64_t tries = 0;
    std::int64_t tooFar = 0;
    std::int64_t unchanged = 0;
    std::int64_t tests = 0;
    std::int64_t failing = 0;
    std::map<std::string, std::int64_t> kept; // by mutator
    std::int64_t barrenSteps = 0; // the last steps in a row without one allowed mutant

    void add(const TryCount &count);
    void judged(const Evaluation &evaluation);
    std::int64_t keptTests() const;
    // One sentence why so little was found, or "".
    std::string diagnosis(bool keeps) const;
};
nlohmann::json toJson(const MutationTotals &totals);
MutationTotals mutationTotalsFromJson(const nlohmann::json &object);

} // namespace mutascope
