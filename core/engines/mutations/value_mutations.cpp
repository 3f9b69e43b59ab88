// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/shuffle.h"
#include "core/engines/mutations/mutation_parts.h"
#include <algorithm>
#include <cmath>

// Shapes and parameters: TSM and PM.
namespace mutascope::engines {

namespace {

std::vector<std::size_t> someOf(std::size_t count, double rate, Rng rng)
{
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < count; ++i)
        all.push_back(i);
    shuffle(all, rng);
    all.resize(std::min(count, std::max<std::size_t>(1, std::size_t(std::ceil(double(count) * rate)))));
    return all;
}

// One side a little longer or shorter, doubled or halved.
Shape near(Shape shape, Rng &rng)
{
    std::int64_t &side = shape[rng.below(std::uint32_t(shape.size()))];
    switch (rng.below(4)) {
    case 0:
        ++side;
        break;
    case 1:
        side = std::max<std::int64_t>(side - 1, 1);
        break;
    case 2:
        side = std::min<std::int64_t>(2 * side, 64);
        break;
    default:
        side = (side + 1) / 2;
    }
    return shape;
}

std::vector<Choice> changeable(const std::vector<Choice> &choices)
{
    std::vector<Choice> result;
    std::ranges::copy_if(choices, std::back_inserter(result),
                         [](const Choice &one) { return !one.single(); });
    return result;
}

// Attributes of the realised node of each node of the plan.
std::vector<Attributes> attributesOf(const Realisation &realisation)
{
    std::vector<Attributes> result;
    for (const int node : realisation.nodeOf)
        result.push_back(realisation.graph.nodes()[std::size_t(node)].attributes);
    return result;
}

constexpr int mostTries = 8;

// Pins another value; several tries, as another choice may leave all attributes as they are (a kernel that is
// cut to the input, a number whose place in the form is not used).
bool changeNode(GraphPlan &plan, std::size_t index, Rng rng)
{
    const PlanNode before = plan.nodes[index];
    plan.nodes[index].attributes.reset();
    Realisation present = realise(plan);
    const std::vector<Choice> choices = changeable(present.choices[index]);
    const Attributes own = before.attributes ? *before.attributes : attributesOf(present)[index];
    for (int attempt = 0; attempt < mostTries && !choices.empty(); ++attempt) {
        const Choice &choice = choices[rng.below(std::uint32_t(choices.size()))];
        plan.nodes[index].pins[choice.name] = choice.other(rng.sub(std::uint64_t(attempt)));
        if (attributesOf(realise(plan))[index] != own)
            return true;
        plan.nodes[index].pins = before.pins;
    }
    plan.nodes[index] = before;
    return false;
}

} // namespace

MutationCount changeShapes(GraphPlan &plan, MutationTask task)
{
    MutationCount count;
    for (const std::size_t index : someOf(plan.inputs.size(), task.mutation.rate, task.rng.sub(0))) {
        ++count.asked;
        Shape &shape = plan.inputs[index].type.shape;
        std::vector<Shape> others;
        for (const Shape &one : task.scope.shapes)
            if (one != shape)
                others.push_back(one);
        if (!shape.empty())
            if (Shape close = near(shape, task.rng); close != shape)
                others.push_back(close);
        if (others.empty())
            continue;
        shape = others[task.rng.below(std::uint32_t(others.size()))];
        ++count.made;
    }
    return count;
}

MutationCount changeParameters(GraphPlan &plan, MutationTask task)
{
    MutationCount count;
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < plan.nodes.size(); ++i)
        if (!plan.nodes[i].op->attributes.empty())
            free.push_back(i);
    if (free.empty())
        return count;
    for (const std::size_t at : someOf(free.size(), task.mutation.rate, task.rng.sub(0))) {
        ++count.asked;
        count.made += changeNode(plan, free[at], task.rng.sub(1 + at)) ? 1 : 0;
    }
    return count;
}

} // namespace mutascope::engines
