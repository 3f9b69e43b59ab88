// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/mutations/mutation.h"
#include "core/base/error.h"
#include "core/engines/mutations/mutation_parts.h"
#include <algorithm>
#include <nlohmann/json.hpp>

namespace mutascope::engines {

namespace {

using nlohmann::json;

constexpr std::array<const char *, mutationKinds> names = {"gea", "ger", "bna", "bnr", "tsm", "pm"};
using Work = MutationCount (*)(GraphPlan &, MutationTask);
constexpr std::array<Work, mutationKinds> works
    = {addEdges, removeEdges, addBlockNodes, removeBlockNodes, changeShapes, changeParameters};

json yieldJson(const MutationYield &yield)
{
    return {{"tried", yield.tried},
            {"changed", yield.changed},
            {"changes", yield.changes},
            {"covered", yield.covered},
            {"findings", yield.findings}};
}

MutationYield yieldFrom(const json &object)
{
    return {object.at("tried").get<std::uint64_t>(), object.at("changed").get<std::uint64_t>(),
            object.at("changes").get<std::uint64_t>(), object.at("covered").get<std::uint64_t>(),
            object.at("findings").get<std::uint64_t>()};
}

} // namespace

const char *nameOf(MutationKind kind)
{
    return names[std::size_t(kind)];
}

std::optional<MutationKind> mutationNamed(const std::string &name)
{
    const auto found = std::ranges::find(names, name);
    if (found == names.end())
        return std::nullopt;
    return MutationKind(found - names.begin());
}

Mutated mutate(const GraphPlan &plan, const Mutation &mutation, const MutationScope &scope, Rng rng)
{
    if (!(mutation.rate >= 0 && mutation.rate < 1))
        throw Error(ErrorCode::Usage, "the rate of a mutation is not in [0, 1)");
    Mutated result{plan};
    const MutationCount count = works[std::size_t(mutation.kind)](result.plan, {mutation, scope, rng});
    dropUnusedInputs(result.plan);
    result.asked = count.asked;
    result.made = count.made;
    return result;
}

void MutationYields::note(MutationKind kind, const Mutated &result)
{
    MutationYield &yield = m_yields[std::size_t(kind)];
    ++yield.tried;
    yield.changed += result.made > 0 ? 1 : 0;
    yield.changes += std::uint64_t(result.made);
}

void MutationYields::add(const MutationYields &others)
{
    using Count = std::uint64_t MutationYield::*;
    for (std::size_t kind = 0; kind < m_yields.size(); ++kind)
        for (const Count count : {&MutationYield::tried, &MutationYield::changed, &MutationYield::changes,
                                  &MutationYield::covered, &MutationYield::findings})
            m_yields[kind].*count += others.m_yields[kind].*count;
}

json MutationYields::toJson() const
{
    json result = json::object();
    for (int kind = 0; kind < mutationKinds; ++kind)
        result[names[std::size_t(kind)]] = yieldJson(m_yields[std::size_t(kind)]);
    return result;
}

MutationYields MutationYields::fromJson(const json &object)
{
    try {
        MutationYields yields;
        for (int kind = 0; kind < mutationKinds; ++kind)
            yields.m_yields[std::size_t(kind)] = yieldFrom(object.at(names[std::size_t(kind)]));
        return yields;
    } catch (const json::exception &) {
        throw Error(ErrorCode::BadData, "the saved yields of the mutations cannot be read",
                    "The file is damaged, or was written by another version");
    }
}

} // namespace mutascope::engines
