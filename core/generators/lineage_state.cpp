// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/lineage_state.h"
#include "core/generators/saved_state.h"
#include <map>
#include <tuple>

namespace mutascope {

namespace {

// Few affine steps differ (a grid holds some hundred values), so each is written once.
class AffineTable {
public:
    int indexOf(const std::optional<Mutation> &affine)
    {
        if (!affine)
            return -1;
        const auto [place, isNew] = m_indices.emplace(*affine, int(m_indices.size()));
        if (isNew)
            m_steps.push_back(toJson(*affine));
        return place->second;
    }
    nlohmann::json takeSteps() { return std::move(m_steps); }

private:
    struct Less {
        bool operator()(const Mutation &a, const Mutation &b) const
        {
            return std::tie(a.mutator, a.values, a.noiseSeed) < std::tie(b.mutator, b.values, b.noiseSeed);
        }
    };
    std::map<Mutation, int, Less> m_indices;
    nlohmann::json m_steps = nlohmann::json::array();
};

struct Columns {
    std::vector<int> seeds;
    std::vector<TestId> tests;
    std::vector<std::int64_t> usedL0;
    std::vector<int> usedLinf;
    std::vector<int> affine;

    bool even() const
    {
        const std::size_t rows = seeds.size();
        return tests.size() == rows && usedL0.size() == rows && usedLinf.size() == rows
            && affine.size() == rows;
    }
};

Columns columnsOf(const nlohmann::json &state)
{
    Columns columns;
    columns.seeds = savedValue<std::vector<int>>(state, "seeds");
    columns.tests = savedValue<std::vector<TestId>>(state, "tests");
    columns.usedL0 = savedValue<std::vector<std::int64_t>>(state, "used_l0");
    columns.usedLinf = savedValue<std::vector<int>>(state, "used_linf");
    columns.affine = savedValue<std::vector<int>>(state, "affine");
    if (!columns.even())
        throwBadSavedState("its columns differ in length");
    return columns;
}

std::vector<Mutation> affineSteps(const nlohmann::json &state)
{
    std::vector<Mutation> steps;
    for (const nlohmann::json &step : savedValue<std::vector<nlohmann::json>>(state, "affine_steps"))
        steps.push_back(mutationFromJson(step));
    return steps;
}

// Makes lineages again; those of one seed and affine step share their reference, as they did before.
class Restorer {
public:
    Restorer(GeneratorContext &context, std::vector<Mutation> steps)
        : m_context(context), m_seeds(seedLineages(context.seeds)), m_steps(std::move(steps))
    {
    }

    Lineage lineage(const Columns &columns, std::size_t row)
    {
        const int affine = columns.affine[row];
        if (columns.seeds[row] < 0 || std::size_t(columns.seeds[row]) >= m_seeds.size() || affine < -1
            || affine >= int(m_steps.size()))
            throwBadSavedState("a lineage names a seed or a step that does not exist");
        Lineage made;
        made.seed = columns.seeds[row];
        made.image = m_seeds[std::size_t(made.seed)].image;
        made.test = columns.tests[row];
        made.usedL0 = columns.usedL0[row];
        made.usedLinf = columns.usedLinf[row];
        if (affine >= 0)
            made.affine = m_steps[std::size_t(affine)];
        made.reference = reference(made, affine);
        if (made.test != 0)
            made.image = imageOf(made);
        return made;
    }

private:
    std::shared_ptr<const Image> reference(const Lineage &lineage, int affine)
    {
        std::shared_ptr<const Image> &known = m_references[{lineage.seed, affine}];
        if (!known)
            known = replayReference(m_seeds[std::size_t(lineage.seed)].image, lineage.affine);
        return known;
    }

    std::shared_ptr<const Image> imageOf(const Lineage &lineage)
    {
        Image image = m_context.bench.image(lineage.test);
        if (image.shape != lineage.reference->shape)
            throwBadSavedState("a stored test has another shape than its seed");
        if (image == *lineage.reference)
            return lineage.reference;
        return std::make_shared<const Image>(std::move(image));
    }

    GeneratorContext &m_context;
    std::vector<Lineage> m_seeds;
    std::vector<Mutation> m_steps;
    std::map<std::pair<int, int>, std::shared_ptr<const Image>> m_references;
};

} // namespace

nlohmann::json saveLineages(const std::vector<Lineage> &lineages)
{
    Columns columns;
    AffineTable affine;
    for (const Lineage &lineage : lineages) {
        columns.seeds.push_back(lineage.seed);
        columns.tests.push_back(lineage.test);
        columns.usedL0.push_back(lineage.usedL0);
        columns.usedLinf.push_back(lineage.usedLinf);
        columns.affine.push_back(affine.indexOf(lineage.affine));
    }
    return {{"seeds", columns.seeds},    {"tests", columns.tests},
            {"used_l0", columns.usedL0}, {"used_linf", columns.usedLinf},
            {"affine", columns.affine},  {"affine_steps", affine.takeSteps()}};
}

std::vector<Lineage> loadLineages(GeneratorContext &context, const nlohmann::json &state)
{
    const Columns columns = columnsOf(state);
    Restorer restorer(context, affineSteps(state));
    std::vector<Lineage> lineages;
    lineages.reserve(columns.seeds.size());
    for (std::size_t row = 0; row < columns.seeds.size(); ++row)
        lineages.push_back(restorer.lineage(columns, row));
    return lineages;
}

} // namespace mutascope
