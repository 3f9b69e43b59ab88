// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/mutation_plan.h"
#include "core/base/error.h"
#include <algorithm>
#include <sstream>

namespace mutascope {
namespace {

std::string trimmed(const std::string &text)
{
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// "a, b" -> {a, b}; "" and "none" -> {}.
std::vector<std::string> splitList(const std::string &list)
{
    std::vector<std::string> names;
    std::istringstream stream(list);
    for (std::string name; std::getline(stream, name, ',');)
        if (name = trimmed(name); !name.empty())
            names.push_back(name);
    if (names.size() == 1 && names.front() == "none")
        names.clear();
    return names;
}

bool isUnchanged(const Lineage &parent, const Image &image)
{
    return image.pixels == parent.image->pixels
        || (parent.image != parent.reference && image.pixels == parent.reference->pixels);
}

// Null where the mutant is its own reference: an affine step of the seed itself.
std::shared_ptr<const Image> referenceAfter(const Lineage &parent, const MutationPlan::Operator &op,
                                            const Mutation &mutation)
{
    if (!op.affine)
        return parent.reference;
    if (parent.image == parent.reference)
        return nullptr;
    return std::make_shared<const Image>(op.mutator->apply(*parent.reference, mutation));
}

} // namespace

MutationPlan::MutationPlan(const ParamSet &params, bool constrained)
    : m_beta(params.real("beta")), m_tries(int(params.integer("tries"))), m_constrained(constrained),
      m_constraint(params.real("alpha"), m_beta)
{
    addOperators(params, "pixel-mutators", false);
    m_pixelOperators = m_operators.size();
    addOperators(params, "affine-mutators", true);
    if (m_operators.empty())
        throw Error(ErrorCode::Usage, "no mutator is chosen",
                    "Name at least one in pixel-mutators or affine-mutators");
}

void MutationPlan::addOperators(const ParamSet &params, const std::string &list, bool affine)
{
    for (const std::string &name : splitList(params.text(list))) {
        const MutatorInfo &info = mutatorInfo(name);
        const auto same = [&](const Operator &op) { return op.id == name; };
        if (std::any_of(m_operators.begin(), m_operators.end(), same))
            throw Error(ErrorCode::Usage, "mutator '" + name + "' is chosen twice",
                        "Name it once, in pixel-mutators or in affine-mutators");
        m_operators.push_back({name, affine, info.create(params.text(name + "-grid"))});
    }
}

std::optional<Mutant> MutationPlan::mutate(const Lineage &parent, Rng &rng, TryCount &count) const
{
    const std::size_t choices = parent.affine ? m_pixelOperators : m_operators.size();
    if (choices == 0)
        return std::nullopt;
    for (int attempts = 0; attempts < m_tries; ++attempts) {
        const std::size_t index = rng.below(std::uint32_t(choices));
        ++count.tries;
        ++count.perOperator[index];
        if (auto mutant = attempt(parent, m_operators[index], rng, count)) {
            ++count.accepted;
            return mutant;
        }
    }
    return std::nullopt;
}

std::optional<Mutant> MutationPlan::attempt(const Lineage &parent, const Operator &op, Rng &rng,
                                            TryCount &count) const
{
    Mutant mutant;
    mutant.mutation = op.mutator->draw(rng);
    mutant.affine = op.affine;
    auto refusal = parent.refusals->find(mutant.mutation);
    if (!refusal || allows(*refusal, *parent.image)) { // what another plan refused, this one may allow
        refusal = complete(parent, op, mutant);
        if (!refusal)
            return mutant;
        parent.refusals->add(mutant.mutation, *refusal);
    }
    ++(refusal->unchanged ? count.unchanged : count.tooFar);
    return std::nullopt;
}

bool MutationPlan::allows(const Refusal &refusal, const Image &image) const
{
    return !refusal.unchanged
        && (!m_constrained || m_constraint.allows(refusal.distance, image.shape.size()));
}

// Makes the image of a mutant that has its mutation, or says why it is refused.
std::optional<Refusal> MutationPlan::complete(const Lineage &parent, const Operator &op, Mutant &mutant) const
{
    mutant.image = op.mutator->apply(*parent.image, mutant.mutation);
    if (isUnchanged(parent, mutant.image))
        return Refusal{true, {}};
    mutant.reference = referenceAfter(parent, op, mutant.mutation);
    const Refusal measured{false, measure(parent, mutant)};
    return allows(measured, mutant.image) ? std::nullopt : std::optional(measured);
}

// Fills in what the mutant's lineage has used up and gives what the constraint is to judge.
PixelDistance MutationPlan::measure(const Lineage &parent, Mutant &mutant) const
{
    PixelDistance distance; // of an affine step of the seed itself: none
    if (mutant.reference)
        distance = pixelDistance(*mutant.reference, mutant.image);
    const bool carried = mutant.affine || parent.affine;
    mutant.usedL0 = carried ? parent.usedL0 : distance.l0;
    mutant.usedLinf = carried ? parent.usedLinf : distance.linf;
    if (carried) {
        distance.l0 += parent.usedL0;
        distance.linf = std::max(distance.linf, parent.usedLinf);
    }
    return distance;
}

void MutationPlan::report(TestBench &bench, const TryCount &count) const
{
    for (std::size_t i = 0; i < m_operators.size(); ++i)
        if (count.perOperator[i] > 0)
            bench.countTries(m_operators[i].id, count.perOperator[i]);
}

} // namespace mutascope
