// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/grid_mutator.h"
#include "core/base/error.h"
#include "core/mutate/image_check.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope {

namespace {

class GridMutator : public Mutator {
public:
    GridMutator(const GridMutatorSpec &spec, const std::string &grid)
        : m_spec(spec), m_id(spec.rule.mutator), m_valueName(spec.valueName),
          m_grid(parseGrid(spec.rule, grid))
    {
    }

    const std::string &id() const override { return m_id; }
    MutatorKind kind() const override { return m_spec.kind; }

    Mutation draw(Rng &rng) const override
    {
        Mutation mutation{m_id, {{m_valueName, m_grid[rng.below(std::uint32_t(m_grid.size()))]}}, 0};
        if (m_spec.noisy)
            mutation.noiseSeed = std::max<std::uint64_t>(rng.next64(), 1); // 0 says: none
        return mutation;
    }

    Image apply(const Image &image, const Mutation &mutation) const override
    {
        requireDrawable(image, m_id);
        return m_spec.change(image, valueOf(mutation), mutation.noiseSeed);
    }

private:
    // A mutation may come from a file: it is checked against the rule, not against the grid.
    double valueOf(const Mutation &mutation) const
    {
        const auto found = mutation.values.find(m_valueName);
        const bool complete = mutation.mutator == m_id && mutation.values.size() == 1
            && found != mutation.values.end() && (mutation.noiseSeed != 0) == m_spec.noisy;
        if (!complete)
            throwBad(mutation,
                     fmt::format("it needs '{}'{}", m_valueName, m_spec.noisy ? " and a noise seed" : ""));
        if (!m_spec.rule.allows(found->second))
            throwBad(
                mutation,
                fmt::format("'{}' is {}, not one of the {}", m_valueName, found->second, m_spec.rule.text()));
        return found->second;
    }

    [[noreturn]] void throwBad(const Mutation &mutation, const std::string &why) const
    {
        throw Error(
            ErrorCode::BadData,
            fmt::format("a mutation '{}' cannot be applied by mutator '{}': {}", mutation.mutator, m_id, why),
            "The file it comes from is damaged or from another version");
    }

    const GridMutatorSpec &m_spec;
    std::string m_id;
    std::string m_valueName;
    std::vector<double> m_grid;
};

} // namespace

std::unique_ptr<Mutator> makeGridMutator(const GridMutatorSpec &spec, const std::string &grid)
{
    return std::make_unique<GridMutator>(spec, grid);
}

} // namespace mutascope
