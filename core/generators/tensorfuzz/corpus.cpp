// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/tensorfuzz/corpus.h"
#include "core/generators/saved_state.h"
#include <algorithm>

namespace mutascope::tensorfuzz {

namespace {

constexpr std::size_t newest = 5;

std::shared_ptr<const Image> storedImage(GeneratorContext &context, const Element &element)
{
    Image image = context.bench.image(element.test);
    if (image.shape != context.seeds[std::size_t(element.seed)].image.shape)
        throwBadSavedState("a stored test has another shape than its seed");
    return std::make_shared<const Image>(std::move(image));
}

} // namespace

std::vector<Element> seedElements(const std::vector<Seed> &seeds)
{
    std::vector<Element> elements(seeds.size());
    for (std::size_t i = 0; i < seeds.size(); ++i) {
        elements[i].seed = int(i);
        elements[i].image = std::make_shared<const Image>(seeds[i].image);
    }
    return elements;
}

std::size_t drawRecent(std::size_t corpus, Rng &rng)
{
    const std::size_t tail = std::min(newest, corpus);
    const std::size_t any = rng.below(std::uint32_t(corpus));
    const std::size_t ticket = rng.below(std::uint32_t(tail + 1));
    return ticket == tail ? any : corpus - tail + ticket;
}

nlohmann::json saveElements(const std::vector<Element> &elements)
{
    std::vector<int> seeds;
    std::vector<TestId> tests;
    std::vector<std::vector<std::uint32_t>> draws;
    for (const Element &element : elements) {
        seeds.push_back(element.seed);
        tests.push_back(element.test);
        draws.push_back(element.draws);
    }
    return {{"seeds", seeds}, {"tests", tests}, {"draws", draws}};
}

std::vector<Element> loadElements(GeneratorContext &context, const nlohmann::json &state)
{
    const auto seeds = savedValue<std::vector<int>>(state, "seeds");
    const auto tests = savedValue<std::vector<TestId>>(state, "tests");
    const auto draws = savedValue<std::vector<std::vector<std::uint32_t>>>(state, "draws");
    if (tests.size() != seeds.size() || draws.size() != seeds.size())
        throwBadSavedState("its columns differ in length");
    const std::vector<Element> originals = seedElements(context.seeds);
    std::vector<Element> elements;
    elements.reserve(seeds.size());
    for (std::size_t row = 0; row < seeds.size(); ++row) {
        if (seeds[row] < 0 || std::size_t(seeds[row]) >= originals.size())
            throwBadSavedState("an element of the corpus names a seed that does not exist");
        Element element = originals[std::size_t(seeds[row])];
        element.test = tests[row];
        element.draws = draws[row];
        if (element.test != 0)
            element.image = storedImage(context, element);
        elements.push_back(std::move(element));
    }
    return elements;
}

} // namespace mutascope::tensorfuzz
