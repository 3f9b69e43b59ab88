// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/generators/sinvad/genetic.h"
#include "core/generators/sinvad/hill_climb.h"
#include <algorithm>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <numeric>

namespace mutascope::sinvad {
namespace {

constexpr std::size_t width = 12;
constexpr Range range{-4, 4};
const Image blank{{1, 1, 1}, {0}};

using Worth = std::function<Fitness(std::span<const float>)>;

Point originPoint()
{
    return Point(width, 0.5f);
}

// Reached where the first two coordinates sum up to 3 or more; before it, what is missing.
Fitness twoCoordinates(std::span<const float> point)
{
    const double missing = 3 - double(point[0]) - double(point[1]);
    return missing <= 0 ? Fitness{true, l1Distance(point, originPoint())} : Fitness{false, missing};
}

Fitness never(std::span<const float>)
{
    return {false, farAway};
}

Settings settingsFor(Mode mode, bool smooth = true)
{
    Settings settings;
    settings.mode = mode;
    settings.smooth = smooth;
    settings.population = 10;
    settings.elite = 4;
    settings.generations = 60;
    return settings;
}

// One generation; returns how many points it had.
std::size_t generation(LatentSearch &search, const Worth &worth, std::uint64_t stream)
{
    Latents points{0, width, {}};
    search.propose(points, Rng(7).sub(stream));
    std::vector<Fitness> fitness;
    ImageBatch images(blank.shape);
    for (std::size_t row = 0; row < points.count; ++row) {
        fitness.push_back(worth(points.row(row)));
        images.append(Image{blank.shape, {std::uint8_t(row + 1)}});
    }
    search.accept(fitness, images, 0);
    return points.count;
}

void run(LatentSearch &search, const Worth &worth, int from = 0)
{
    for (int i = from; !search.done(); ++i)
        generation(search, worth, std::uint64_t(i));
}

Genetic genetic(const Settings &settings, const Worth &worth)
{
    return {settings, range, {0, 1, -1}, {originPoint(), worth(originPoint())}, blank};
}

TEST(SinVadGenetic, FirstAPopulationThenTheChildrenOfTheElite)
{
    const Settings settings = settingsFor(Mode::Boundary);
    Genetic search = genetic(settings, twoCoordinates);
    EXPECT_EQ(generation(search, twoCoordinates, 0), 10u);
    EXPECT_EQ(generation(search, twoCoordinates, 1), 6u);
    EXPECT_EQ(search.generation(), 2);
}

TEST(SinVadGenetic, ReachesTheGoalAndComesNear)
{
    for (const Mode mode : {Mode::Boundary, Mode::Targeted, Mode::Differential}) {
        const Settings settings = settingsFor(mode);
        Genetic search = genetic(settings, twoCoordinates);
        run(search, twoCoordinates);
        EXPECT_TRUE(search.best().fitness.reached);
        // The nearest such point is 2 away and changes two coordinates.
        EXPECT_LT(search.best().fitness.value, 3.2);
        EXPECT_LE(changedCoordinates(search.best().point, search.origin()), 4u);
        EXPECT_EQ(search.best().fitness.value, l1Distance(search.best().point, originPoint()));
    }
}

TEST(SinVadGenetic, BeforeTheGoalNothingIsReset)
{
    Settings settings = settingsFor(Mode::Boundary);
    settings.reset = 1; // would undo all
    settings.generations = 3;
    const auto firstCoordinate = [](std::span<const float> point) {
        return Fitness{false, -double(point[0])};
    };
    Genetic search = genetic(settings, firstCoordinate);
    run(search, firstCoordinate);
    EXPECT_EQ(changedCoordinates(search.best().point, search.origin()), width);
}

TEST(SinVadGenetic, PublishedFitnessMutatesOnlyWhatDiffers)
{
    Settings settings = settingsFor(Mode::Boundary, false);
    settings.reset = 1;
    const auto any = [](std::span<const float> point) {
        return Fitness{true, l1Distance(point, originPoint())};
    };
    Genetic search = genetic(settings, any);
    generation(search, any, 0);
    generation(search, any, 1);
    EXPECT_EQ(changedCoordinates(search.best().point, search.origin()), 0u); // all children were reset
}

TEST(SinVadGenetic, BoundarySigmaShrinksWhileNothingImprovesAndThenEnds)
{
    Settings settings = settingsFor(Mode::Boundary, false);
    Genetic search = genetic(settings, never);
    generation(search, never, 0);
    EXPECT_NEAR(search.sigma(), 0.07, 1e-12);
    generation(search, never, 1);
    EXPECT_NEAR(search.sigma(), 0.049, 1e-12);
    run(search, never, 2);
    EXPECT_EQ(search.generation(), 13); // 0.1 * 0.7^13 < 0.001 < 0.1 * 0.7^12
    EXPECT_FALSE(search.best().fitness.reached);
}

TEST(SinVadGenetic, SigmaBeginsAnewWithEachSeed)
{
    Settings settings = settingsFor(Mode::Boundary, false);
    Genetic first = genetic(settings, never);
    run(first, never);
    EXPECT_LT(first.sigma(), 1e-3);
    Genetic second = genetic(settings, never);
    EXPECT_EQ(second.sigma(), 0.1);
    EXPECT_FALSE(second.done());
}

TEST(SinVadGenetic, AnImprovementSetsBoundarySigmaBack)
{
    Settings settings = settingsFor(Mode::Boundary, false);
    double value = 500;
    const auto fall = [&](std::span<const float>) { return Fitness{true, value}; };
    Genetic search = genetic(settings, never);
    generation(search, never, 0);
    EXPECT_NEAR(search.sigma(), 0.07, 1e-12);
    generation(search, fall, 1);
    EXPECT_NEAR(search.sigma(), 0.1, 1e-12);
}

TEST(SinVadGenetic, TargetedSigmaGrowsWhileNoneIsValid)
{
    Settings settings = settingsFor(Mode::Targeted, false);
    Genetic search = genetic(settings, never);
    generation(search, never, 0);
    EXPECT_NEAR(search.sigma(), 0.12, 1e-12);
    double value = 500;
    const auto valid = [&](std::span<const float>) { return Fitness{true, value}; };
    generation(search, valid, 1); // improved: as it is
    EXPECT_NEAR(search.sigma(), 0.12, 1e-12);
    generation(search, valid, 2); // unchanged
    EXPECT_NEAR(search.sigma(), 0.084, 1e-12);
    for (int i = 3; i < 50; ++i)
        generation(search, never, std::uint64_t(i));
    EXPECT_TRUE(search.best().fitness.reached);
}

TEST(SinVadGenetic, DifferentialSigmaHalvesOnSmallGains)
{
    Settings settings = settingsFor(Mode::Differential, false);
    double value = 500;
    const auto worth = [&](std::span<const float>) { return Fitness{true, value}; };
    Genetic search = genetic(settings, never);
    generation(search, worth, 0); // reached: a large gain
    EXPECT_NEAR(search.sigma(), 0.1, 1e-12);
    value -= 0.0005;
    generation(search, worth, 1);
    EXPECT_NEAR(search.sigma(), 0.05, 1e-12);
    value -= 0.1;
    generation(search, worth, 2);
    EXPECT_NEAR(search.sigma(), 0.1, 1e-12);
}

TEST(SinVadGenetic, SmoothSigmaDoublesWhenStuckUpToTheFirstNoise)
{
    Settings settings = settingsFor(Mode::Boundary);
    Genetic search = genetic(settings, never);
    std::vector<double> sigmas;
    for (std::uint64_t i = 0; i < 5; ++i) {
        generation(search, never, i);
        sigmas.push_back(search.sigma());
    }
    EXPECT_EQ(sigmas, (std::vector<double>{0.2, 0.4, 0.7, 0.7, 0.7}));
    generation(search, twoCoordinates, 5);
    EXPECT_EQ(search.sigma(), 0.1);
}

TEST(SinVadGenetic, ThePathHasEachImprovement)
{
    Settings settings = settingsFor(Mode::Boundary);
    settings.generations = 6;
    double value = 100;
    const auto fall = [&](std::span<const float>) { return Fitness{false, value}; };
    Genetic search = genetic(settings, never);
    generation(search, fall, 0);
    generation(search, fall, 1); // no better
    value = 50;
    generation(search, fall, 2);
    const auto frames = search.path().frames("margin", "distance");
    ASSERT_EQ(frames.size(), 3u);
    EXPECT_EQ(frames[0].image, blank);
    EXPECT_EQ(frames[1].caption, "generation 1, margin 100");
    EXPECT_EQ(frames[2].caption, "generation 3, margin 50");
    EXPECT_EQ(frames[2].image.pixels[0], 1); // the first of equals
}

TEST(SinVadSearch, SavedAndLoadedGoesOnAsIfNeverInterrupted)
{
    for (const Mode mode : {Mode::Boundary, Mode::Targeted, Mode::Differential, Mode::Surprise}) {
        const Settings settings = settingsFor(mode);
        const Individual origin{originPoint(), twoCoordinates(originPoint())};
        const auto whole = makeSearch(settings, range, {2, 1, 0}, origin, blank);
        for (std::uint64_t i = 0; i < 5; ++i)
            generation(*whole, twoCoordinates, i);
        StateWriter writer;
        whole->save(writer);
        const auto resumed = makeSearch(settings, range, {2, 1, 0}, origin, blank);
        StateReader reader(writer.bytes());
        resumed->load(reader);
        reader.expectEnd();
        for (std::uint64_t i = 5; i < 15; ++i) {
            generation(*whole, twoCoordinates, i);
            generation(*resumed, twoCoordinates, i);
        }
        StateWriter first;
        StateWriter second;
        whole->save(first);
        resumed->save(second);
        EXPECT_EQ(first.bytes(), second.bytes());
        for (std::size_t cut = 0; cut < writer.bytes().size(); cut += 7) {
            StateReader damaged(std::string_view(writer.bytes()).substr(0, cut));
            const auto other = makeSearch(settings, range, {2, 1, 0}, origin, blank);
            EXPECT_THROW(other->load(damaged), Error);
        }
    }
}

TEST(SinVadClimb, TriesNeighbouringCoordinatesAndTakesTheBest)
{
    Settings settings = settingsFor(Mode::Surprise);
    settings.sigma = 1;
    const auto worth = [](std::span<const float> point) {
        return Fitness{false, std::abs(std::accumulate(point.begin(), point.end(), 0.0) - 9)};
    };
    HillClimb search(settings, range, {0, 1, -1}, {originPoint(), worth(originPoint())}, blank);
    Latents points{0, width, {}};
    search.propose(points, Rng(1));
    ASSERT_EQ(points.count, 10u);
    for (std::size_t row = 0; row < 10; ++row)
        for (std::size_t i = 0; i < width; ++i)
            EXPECT_EQ(points.row(row)[i] != 0.5f, i == row);
    ImageBatch images(blank.shape);
    std::vector<Fitness> fitness;
    for (std::size_t row = 0; row < 10; ++row) {
        images.append(blank);
        fitness.push_back(worth(points.row(row)));
    }
    search.accept(fitness, images, 0);
    EXPECT_EQ(changedCoordinates(search.best().point, search.origin()), 1u);
    const auto best = std::min_element(fitness.begin(), fitness.end());
    EXPECT_EQ(search.best().fitness.value, best->value);
    points = {0, width, {}};
    search.propose(points, Rng(2));
    EXPECT_EQ(points.count, 2u); // the rest of the sweep
}

TEST(SinVadClimb, AfterASweepSigmaFollowsTheStepsTaken)
{
    Settings settings = settingsFor(Mode::Surprise);
    settings.population = 6; // two generations a sweep
    settings.sigma = 5;
    double value = 100;
    const auto fall = [&](std::span<const float>) { return Fitness{false, value}; };
    HillClimb search(settings, range, {0, 1, -1}, {originPoint(), {false, 200}}, blank);
    generation(search, fall, 0);
    EXPECT_EQ(search.sigma(), 5);
    const double length = l1Distance(search.best().point, originPoint());
    generation(search, fall, 1); // no better
    EXPECT_NEAR(search.sigma(), std::max(length, 0.5), 1e-9);
    generation(search, fall, 2);
    generation(search, fall, 3);
    EXPECT_NEAR(search.sigma(), std::max(length, 0.5) / 2, 1e-9); // a sweep without a step
}

TEST(SinVadClimb, EndsWhereTheSurpriseIsReached)
{
    Settings settings = settingsFor(Mode::Surprise);
    settings.sigma = 2;
    const auto worth = [](std::span<const float> point) {
        return surpriseFitness(std::accumulate(point.begin(), point.end(), 0.0), 20);
    };
    const auto search = makeSearch(settings, range, {0, 1, -1}, {originPoint(), worth(originPoint())}, blank);
    run(*search, worth);
    EXPECT_TRUE(search->best().fitness.reached);
    EXPECT_LT(search->generation(), 60);
}

} // namespace
} // namespace mutascope::sinvad
