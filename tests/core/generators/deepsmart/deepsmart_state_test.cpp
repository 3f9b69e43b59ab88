// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "tests/core/generators/deepsmart/deepsmart_settings.h"
#include "tests/support/same_candidates.h"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

// The same search again: with the same seed, after a pause, and what is left where there is nothing to
// search.
namespace mutascope {
namespace {

TEST(DeepSmart, SameSeedSameSearch)
{
    SearchRig first(eager), second(eager), other(eager);
    other.runSeed = 2;
    for (SearchRig *rig : {&first, &second, &other}) {
        rig->start();
        rig->steps(25);
    }
    expectSame(first.bench.judged, second.bench.judged);
    EXPECT_EQ(searchSha256(first.bench.history), searchSha256(second.bench.history));
    EXPECT_NE(searchSha256(first.bench.history), searchSha256(other.bench.history));
}

TEST(DeepSmart, SavedAndLoadedGoesOnAsIfNeverInterrupted)
{
    for (const Settings &settings :
         {published, eager,
          with(published, {{"count", "passing"}, {"seed-choice", "clustered"}, {"clusters", "3"}}),
          with(eager, {{"prior-weight", "0.5"}, {"rave", "20"}, {"widening", "2"}, {"policy", "uct"}}),
          with(eager, {{"affine-share", "0.5"}, {"recent-share", "0.5"}}),
          with(eager, {{"affine-share", "0.5"}, {"prior-weight", "0.9"}, {"prior-sharpness", "2"}}),
          with(published, {{"reward-per", "call"}, {"skip-failed", "true"}}),
          with(published, {{"reward", "coverage+failures"}, {"feedback", "all"}})})
        for (const int interrupted : {0, 1, 5, 23}) {
            SearchRig whole(settings), resumed(settings);
            whole.start();
            whole.steps(interrupted);
            resumed.resume(whole);
            EXPECT_EQ(resumed.generator->queueLength(), whole.generator->queueLength());
            EXPECT_EQ(resumed.generator->save(), whole.generator->save());
            whole.bench.judged.clear();
            whole.steps(60);
            resumed.steps(60);
            expectSame(whole.bench.judged, resumed.bench.judged);
            EXPECT_EQ(resumed.bench.covered, whole.bench.covered);
            EXPECT_EQ(resumed.bench.keptIds(), whole.bench.keptIds());
            EXPECT_EQ(resumed.generator->save(), whole.generator->save());
            EXPECT_EQ(searchSha256(resumed.bench.history), searchSha256(whole.bench.history));
            EXPECT_EQ(resumed.generator->diagnosis(), whole.generator->diagnosis());
        }
}

TEST(DeepSmart, DamagedStateIsBadData)
{
    SearchRig rig(published);
    rig.start();
    rig.steps(7);
    const std::string bytes = rig.generator->save();
    nlohmann::json wrong[12];
    for (nlohmann::json &state : wrong)
        state = nlohmann::json::from_cbor(bytes);
    wrong[0]["tree"]["problem"]["members"][0] = 99;
    wrong[1]["tree"]["problem"]["best"]["path"] = {0, 30};
    wrong[2]["tree"]["problem"]["best"]["rows"]["values"] = {1.0};
    wrong[3]["tree"]["problem"]["best"]["rows"]["predicted"][0] = -1;
    wrong[4]["yields"] = {{1.0, 2.0}, {1.0, 2.0}};
    wrong[5]["corpus"]["seeds"][0] = nullptr;
    wrong[6]["corpus"]["moved"].erase(0);
    wrong[7]["yields"].erase(0);
    wrong[8]["tree"]["problem"]["moves"] = 1;
    wrong[9]["tree"]["problem"]["best"]["images"][0] = 6;
    wrong[10]["tree"]["problem"]["failing"] = {{{0, 0}, {6}}};
    wrong[11]["tree"]["problem"]["failing"] = {{{0}, {1}}};
    std::vector<std::string> bad{std::string(), "nonsense", bytes.substr(0, bytes.size() / 2)};
    for (const nlohmann::json &state : wrong) {
        const auto cbor = nlohmann::json::to_cbor(state);
        bad.emplace_back(cbor.begin(), cbor.end());
    }
    for (std::size_t i = 0; i < bad.size(); ++i) {
        SearchRig fresh(published);
        fresh.bench.stored = rig.bench.stored;
        GeneratorContext context = fresh.context();
        try {
            fresh.generator->load(context, bad[i]);
            ADD_FAILURE() << i;
        } catch (const Error &error) {
            EXPECT_EQ(error.code(), ErrorCode::BadData) << i;
        }
    }
}

TEST(DeepSmart, WithoutSeedsItIsExhausted)
{
    SearchRig rig({}, 0);
    rig.start();
    EXPECT_EQ(rig.step(), StepResult::Exhausted);
    EXPECT_FALSE(rig.generator->diagnosis().empty());
}

TEST(DeepSmart, OneSeedIsABatchOfOne)
{
    SearchRig rig(with(published, {{"batch-size", "64"}}), 1);
    rig.start();
    rig.step();
    EXPECT_EQ(rig.bench.batches, (std::vector<std::size_t>{1}));
    EXPECT_EQ(rig.steps(100), 100);
}

TEST(DeepSmart, ImpossibleConstraintEndsWithAReason)
{
    SearchRig rig(with(eager, {{"alpha", "0"}, {"beta", "0"}}));
    rig.start();
    EXPECT_LT(rig.steps(1000), 1000);
    EXPECT_TRUE(rig.bench.judged.empty());
    EXPECT_NE(rig.generator->diagnosis().find("'alpha' and 'beta'"), std::string::npos);
    for (const SearchIteration &iteration : rig.bench.history.iterations)
        EXPECT_FALSE(iteration.rewarded);
}

TEST(DeepSmart, NothingFoundIsExplained)
{
    SearchRig rig(published);
    rig.bench.failing = never;
    rig.bench.features = [](const Candidate &) { return Features{}; };
    rig.start();
    rig.steps(3);
    EXPECT_NE(rig.generator->diagnosis().find("none of the"), std::string::npos);
}

} // namespace
} // namespace mutascope
