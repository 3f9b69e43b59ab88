// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/retrain_tests.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/base/rng.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numeric>

namespace mutascope {

namespace {

constexpr std::uint64_t splitStream = 1;

class Collector {
public:
    Collector(const SessionStore &store, TestValidity validity) : m_store(store), m_validity(validity) { }

    void add(std::int64_t run)
    {
        TestFilter failing;
        failing.failing = true;
        const std::vector<SeedRecord> seeds = m_store.seeds(run);
        std::map<int, std::size_t> places; // of this run's seeds
        const std::set<std::int64_t> kept = keptByPeople(run);
        for (const TestRecord &test : m_store.tests(run, failing)) {
            if (m_validity == TestValidity::KeptByPeople && !kept.contains(test.id))
                continue;
            auto place = places.find(test.seed);
            if (place == places.end())
                place = places.emplace(test.seed, seedPlace(run, test)).first;
            append(m_tests.images, m_store.image(run, test.id));
            m_tests.labels.push_back(test.label);
            m_tests.seedOf.push_back(place->second);
        }
    }

    FailingTests take() { return std::move(m_tests); }

private:
    std::set<std::int64_t> keptByPeople(std::int64_t run) const
    {
        std::set<std::int64_t> kept;
        for (const TestVerdict &test : m_store.humanVerdicts(run))
            if (test.verdict == HumanVerdict::ValidSame)
                kept.insert(test.test);
        return kept;
    }

    // Two runs may share a seed.
    std::size_t seedPlace(std::int64_t run, const TestRecord &test)
    {
        const Image image = m_store.seedImage(run, test.seed);
        const auto [found, isNew] = m_places.emplace(imageKey(image), m_tests.seedLabels.size());
        if (isNew) {
            append(m_tests.seeds, image);
            m_tests.seedLabels.push_back(test.label);
            m_tests.seedKeys.push_back(found->first);
        }
        return found->second;
    }

    static void append(ImageBatch &batch, const Image &image)
    {
        if (batch.empty())
            batch = ImageBatch(image.shape);
        batch.append(image);
    }

    const SessionStore &m_store;
    TestValidity m_validity;
    std::map<ImageKey, std::size_t> m_places;
    FailingTests m_tests;
};

} // namespace

ImageKey imageKey(const Image &image)
{
    return image.shape.text() + ' ' + sha256(std::span<const std::uint8_t>(image.pixels));
}

FailingTests failingTestsOf(const SessionStore &store, const std::vector<std::int64_t> &runs,
                            TestValidity validity)
{
    Collector collector(store, validity);
    for (const std::int64_t run : runs)
        collector.add(run);
    FailingTests tests = collector.take();
    if (tests.count() == 0 && validity == TestValidity::KeptByPeople)
        throw Error(
            ErrorCode::NotFound,
            fmt::format("people call none of the failing tests of the chosen runs in '{}' valid and of "
                        "the seed's class",
                        store.file().string()),
            "Label tests first, or use all of them");
    if (tests.count() == 0)
        throw Error(ErrorCode::NotFound,
                    fmt::format("'{}' holds no failing tests in the chosen runs", store.file().string()),
                    "Search longer, or choose other runs");
    return tests;
}

FailingTests selected(const FailingTests &tests, const std::vector<bool> &seedChosen)
{
    FailingTests result{
        ImageBatch(tests.images.shape()), {}, {}, tests.seeds, tests.seedLabels, tests.seedKeys};
    for (std::size_t i = 0; i < tests.count(); ++i) {
        if (!seedChosen.at(tests.seedOf[i]))
            continue;
        result.images.append(tests.images.shape(), tests.images.pixels(i));
        result.labels.push_back(tests.labels[i]);
        result.seedOf.push_back(tests.seedOf[i]);
    }
    return result;
}

std::vector<bool> heldOutSeeds(std::size_t seeds, double share, std::uint64_t seed)
{
    if (seeds < 2)
        throw Error(ErrorCode::Usage,
                    "all failing tests come from one seed, so none can be held out for the comparison",
                    "Search longer or with more seeds");
    std::vector<std::size_t> order(seeds);
    std::iota(order.begin(), order.end(), std::size_t(0));
    Rng rng = Rng(seed).sub(splitStream);
    for (std::size_t i = seeds; i > 1; --i)
        std::swap(order[i - 1], order[rng.below(std::uint32_t(i))]);
    const auto wanted = std::size_t(std::lround(share * double(seeds)));
    const std::size_t held = std::clamp<std::size_t>(wanted, 1, seeds - 1);
    std::vector<bool> result(seeds);
    for (std::size_t i = 0; i < held; ++i)
        result[order[i]] = true;
    return result;
}

} // namespace mutascope
