// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/registry.h"
#include "tests/core/run/run_fixture.h"
#include <map>

// Runs of generators that need gradients or train networks, on the sample project, with small networks.
namespace mutascope::test {
namespace {

using Settings = std::map<std::string, std::string>;

const std::map<std::string, Settings> &learners()
{
    static const std::map<std::string, Settings> all{
        {"deepfault", {}},
        {"advgan", {{"epochs", "2"}, {"training-images", "640"}, {"batch", "64"}, {"width", "4"}}},
        {"sinvad",
         {{"vae-epochs", "2"},
          {"vae-images", "2560"},
          {"vae-hidden", "256"},
          {"vae-latent", "16"},
          {"generations", "40"}}},
        {"cagfuzz",
         {{"pairs", "halves"},
          {"epochs", "2"},
          {"training-images", "64"},
          {"width", "4"},
          {"similarity", "-1"}}},
    };
    return all;
}

class LearningRun : public RunTest, public testing::WithParamInterface<std::string> {
protected:
    static RunConfig config()
    {
        RunConfig config = quickConfig(GetParam(), 0);
        config.budget = {};
        config.budget.tests = 10;
        const Settings &more = learners().at(GetParam());
        config.settings.insert(more.begin(), more.end());
        return config;
    }
    static bool trains() { return generatorInfo(GetParam()).needs.training; }
};

INSTANTIATE_TEST_SUITE_P(Generators, LearningRun, testing::ValuesIn([] {
                             std::vector<std::string> ids;
                             for (const GeneratorInfo &generator : generators())
                                 if (generator.needs.training || generator.needs.gradients)
                                     ids.push_back(generator.id);
                             return ids;
                         }()),
                         [](const auto &test) { return test.param; });

TEST_P(LearningRun, TrainsOnceAndMakesTheSameTestsAgain)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    const RunRecord first = execute(store, config());
    EXPECT_EQ(first.state, RunState::Finished);
    EXPECT_GE(first.counters.tests, 10);
    EXPECT_EQ(first.counters.verified, first.counters.failing);
    EXPECT_EQ(first.counters.trainingSteps > 0, trains());
    EXPECT_EQ(store.losses(first.id).empty(), !trains());
    EXPECT_EQ(store.artefacts(first.id).empty(), !trains());

    const RunRecord second = execute(store, config()); // finds the networks
    EXPECT_EQ(second.counters.trainingSteps, 0);
    EXPECT_EQ(second.counters.modelCalls, first.counters.modelCalls);
    EXPECT_EQ(fingerprints(store, first.id), fingerprints(store, second.id));
    EXPECT_EQ(store.artefacts(second.id).size(), store.artefacts(first.id).size());
    const ReplayResult replay = replayRun(store, first.id, control, observed, options);
    EXPECT_TRUE(replay.same()) << (replay.text.empty() ? "" : replay.text.front());
}

TEST_P(LearningRun, AnotherSessionWithAnEmptyCacheMakesTheSameTests)
{
    SessionStore store(sessionFile("a.mscope"), SessionStore::Mode::Create);
    const RunRecord first = execute(store, config());
    options.cacheFolder = folder.path() / "another-cache";
    SessionStore other(sessionFile("b.mscope"), SessionStore::Mode::Create);
    const RunRecord second = execute(other, config());
    EXPECT_EQ(second.counters.trainingSteps, first.counters.trainingSteps);
    EXPECT_EQ(fingerprints(store, first.id), fingerprints(other, second.id));
}

} // namespace
} // namespace mutascope::test
