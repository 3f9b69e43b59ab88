// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/generators/deepfault/deepfault_rig.h"
#include "tests/support/error_code.h"
#include "tests/support/same_candidates.h"
#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>

namespace mutascope {
namespace {

using Rig = DeepFaultRig;

bool said(const Rig &rig, const std::string &level, const std::string &part)
{
    return std::any_of(rig.bench.notes.begin(), rig.bench.notes.end(), [&](const std::string &note) {
        return note.rfind(level + ":", 0) == 0 && note.find(part) != std::string::npos;
    });
}

// Two failed and four passed inputs; neuron 3 has the counts 2, 0, 1, 3 of the hand example.
void setHandExample(Rig &rig)
{
    rig.setSplit("test",
                 {rig.failed(blocks(0b0001'1000), 0), rig.failed(blocks(0b1000), 0),
                  rig.passed(blocks(0b1001)), rig.passed(blocks(0b0001)), rig.passed(blocks(0b0010)),
                  rig.passed(blocks(0b0001))});
}

const nlohmann::json &entryOf(const nlohmann::json &ranking, int neuron)
{
    for (const nlohmann::json &entry : ranking.at("neurons"))
        if (entry.at("neuron") == neuron)
            return entry;
    throw std::out_of_range("the neuron is not listed");
}

struct Expected {
    const char *measure;
    double score;
    std::vector<int> order;
};

class DeepFaultMeasures : public ::testing::TestWithParam<Expected> { };

TEST_P(DeepFaultMeasures, DocumentHoldsTheHandComputedRanking)
{
    Rig rig({{"measure", GetParam().measure}, {"scope", "all"}, {"minimum-failed", "2"}});
    setHandExample(rig);
    rig.start();
    rig.step();
    ASSERT_EQ(rig.bench.documents.size(), 1u);
    EXPECT_EQ(rig.bench.documents[0].name, "suspiciousness");
    const nlohmann::json &document = rig.document();
    EXPECT_EQ(document.at("measure"), GetParam().measure);
    EXPECT_EQ(document.at("failed"), 2);
    EXPECT_EQ(document.at("passed"), 4);
    EXPECT_EQ(document.at("sources"), (std::vector<std::string>{"test"}));
    const nlohmann::json &ranking = document.at("rankings").at(0);
    EXPECT_TRUE(ranking.at("class").is_null());
    const nlohmann::json &entry = entryOf(ranking, 3);
    EXPECT_NEAR(entry.at("score").get<double>(), GetParam().score, 1e-12);
    EXPECT_EQ(entry.at("layer"), "means");
    EXPECT_EQ(entry.at("cf"), 2);
    EXPECT_EQ(entry.at("uf"), 0);
    EXPECT_EQ(entry.at("cs"), 1);
    EXPECT_EQ(entry.at("us"), 3);
    std::vector<int> order;
    for (const nlohmann::json &neuron : ranking.at("neurons")) {
        order.push_back(neuron.at("neuron"));
        EXPECT_EQ(neuron.at("rank"), order.size());
    }
    EXPECT_EQ(order, GetParam().order); // neuron 4: cf 1, uf 1, cs 0, us 4
}

INSTANTIATE_TEST_SUITE_P(Measures, DeepFaultMeasures,
                         ::testing::Values(Expected{"tarantula", 0.8, {4, 3}},
                                           Expected{"ochiai", 0.816496580927726, {3, 4}},
                                           Expected{"dstar", 8, {3, 4}}),
                         [](const auto &row) { return row.param.measure; });

TEST(DeepFault, EachClassHasItsOwnRanking)
{
    Rig rig(Rig::Settings{{"minimum-failed", "1"}});
    std::vector<Rig::Input> inputs;
    for (const Seed &seed : rig.seeds)
        inputs.push_back({seed.image, seed.label});
    const int first = rig.seeds[0].label;
    Rig::Input one = rig.failed(blocks(0b100), first);
    ASSERT_EQ(one.label, first);
    inputs.push_back(one);
    rig.setSplit("test", inputs);
    rig.start();
    rig.step();
    int own = 0;
    for (const nlohmann::json &ranking : rig.document().at("rankings")) {
        if (ranking.at("class").is_null())
            continue;
        const bool mine = ranking.at("class") == first;
        own += mine;
        EXPECT_EQ(ranking.at("failed"), mine ? 1 : 0);
        EXPECT_EQ(ranking.value("of_all_classes", false), !mine);
    }
    EXPECT_EQ(own, 1);
    EXPECT_TRUE(said(rig, "info", "ranking over all classes"));
}

// What raises the neurons is what the objective asks for, row by row.
TEST(DeepFault, RaisesTheTopNeuronsOfTheSeedsClass)
{
    Rig rig({{"scope", "all"}, {"minimum-failed", "2"}, {"neurons", "2"}, {"measure", "dstar"}});
    setHandExample(rig);
    rig.start();
    rig.step();
    ASSERT_EQ(rig.bench.judged.size(), rig.seeds.size());
    for (const Candidate &candidate : rig.bench.judged) {
        const Image &seed = rig.seeds.at(std::size_t(candidate.seed)).image;
        for (std::size_t pixel = 0; pixel < 64; ++pixel) {
            const bool raised = pixel / 4 == 3 || pixel / 4 == 4;
            ASSERT_EQ(candidate.image.pixels[pixel] - seed.pixels[pixel], raised ? 25 : 0);
        }
        EXPECT_EQ(candidate.parent, 0);
        EXPECT_EQ(candidate.mutation.mutator, "deepfault");
        EXPECT_DOUBLE_EQ(candidate.mutation.values.at("distance"), 25.5);
        EXPECT_DOUBLE_EQ(candidate.mutation.values.at("round"), 1);
    }
    EXPECT_EQ(rig.bench.tries.at("deepfault"), std::int64_t(rig.seeds.size()));
}

TEST(DeepFault, ASecondRoundGoesOnWithTheNextNeurons)
{
    Rig rig({{"scope", "all"}, {"minimum-failed", "2"}, {"neurons", "1"}, {"measure", "dstar"}});
    setHandExample(rig);
    rig.start();
    EXPECT_EQ(rig.steps(100), 2); // two suspicious neurons
    ASSERT_EQ(rig.bench.judged.size(), 2 * rig.seeds.size());
    const auto raised = [&](const Candidate &candidate) {
        const Image &seed = rig.seeds.at(std::size_t(candidate.seed)).image;
        for (std::size_t pixel = 0; pixel < 64; ++pixel)
            if (candidate.image.pixels[pixel] != seed.pixels[pixel])
                return int(pixel / 4);
        return -1;
    };
    EXPECT_EQ(raised(rig.bench.judged.front()), 3);
    EXPECT_EQ(raised(rig.bench.judged.back()), 4);
    EXPECT_FALSE(rig.generator->diagnosis().empty());
    Rig one({{"scope", "all"}, {"minimum-failed", "2"}, {"neurons", "1"}, {"rounds", "1"}});
    setHandExample(one);
    one.start();
    EXPECT_EQ(one.steps(100), 1);
    EXPECT_EQ(one.bench.judged.size(), one.seeds.size());
}

TEST(DeepFault, RandomTakesTheSameSeedsAndOtherNeurons)
{
    const Rig::Settings settings{{"scope", "all"},
                                 {"minimum-failed", "2"},
                                 {"neurons", "2"},
                                 {"seeds-per-step", "4"},
                                 {"rounds", "1"}};
    Rig suspicious(settings);
    Rig random(settings);
    random.params.set("measure", "random");
    for (Rig *rig : {&suspicious, &random}) {
        setHandExample(*rig);
        rig->start();
        rig->steps(100);
    }
    ASSERT_EQ(suspicious.model.gradients, random.model.gradients);
    for (std::size_t step = 0; step < random.model.objectives.size(); ++step) {
        const std::vector<float> &a = suspicious.model.objectives[step].neuronWeights;
        const std::vector<float> &b = random.model.objectives[step].neuronWeights;
        ASSERT_EQ(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i)
            EXPECT_FALSE(a[i] > 0 && b[i] > 0);
        EXPECT_EQ(std::count(b.begin(), b.end(), 0.5f), std::count(a.begin(), a.end(), 0.5f));
    }
    ASSERT_EQ(suspicious.bench.judged.size(), random.bench.judged.size());
    for (std::size_t i = 0; i < random.bench.judged.size(); ++i)
        EXPECT_EQ(suspicious.bench.judged[i].seed, random.bench.judged[i].seed);
}

TEST(DeepFault, AnotherRunSeedTakesTheSeedsInAnotherOrder)
{
    std::vector<int> orders[2];
    for (const std::uint64_t seed : {1, 2}) {
        Rig rig({{"rounds", "1"}, {"minimum-failed", "1"}});
        rig.runSeed = seed;
        rig.start();
        rig.steps(10);
        for (const Candidate &candidate : rig.bench.judged)
            orders[seed - 1].push_back(candidate.seed);
        EXPECT_EQ(orders[seed - 1].size(), rig.seeds.size());
    }
    EXPECT_NE(orders[0], orders[1]);
    std::sort(orders[0].begin(), orders[0].end());
    std::sort(orders[1].begin(), orders[1].end());
    EXPECT_EQ(orders[0], orders[1]);
}

// 3,000 inputs: several portions, so that a run can be interrupted in the middle of the spectrum.
void setLargeSplits(Rig &rig)
{
    std::vector<Rig::Input> inputs;
    for (unsigned i = 0; i < 1500; ++i) {
        const Image image = blocks(i * 2654435761u >> 7);
        inputs.push_back(i % 10 == 0 ? rig.failed(image, int(i / 10 % 4)) : rig.passed(image));
    }
    rig.setSplit("test", inputs);
    rig.setSplit("train", inputs);
}

TEST(DeepFault, TheSpectrumIsStreamedInPortions)
{
    Rig rig(Rig::Settings{{"spectrum", "both"}});
    setLargeSplits(rig);
    rig.start();
    EXPECT_TRUE(rig.model.traced.empty());
    rig.steps(2);
    EXPECT_TRUE(rig.bench.judged.empty());
    rig.step();
    EXPECT_EQ(std::vector(rig.model.traced.begin(), rig.model.traced.begin() + 4),
              (std::vector<std::size_t>{1024, 476, 548, 952}));
    EXPECT_FALSE(rig.bench.judged.empty());
    EXPECT_EQ(rig.document().at("failed").get<int>() + rig.document().at("passed").get<int>(), 3000);
}

TEST(DeepFault, TheLimitIsSpreadOverTheSplit)
{
    Rig rig({{"spectrum-limit", "30"}, {"scope", "all"}, {"minimum-failed", "1"}});
    std::vector<Rig::Input> inputs(60, rig.passed(blocks(1)));
    for (std::size_t i = 50; i < 60; ++i) // the data set is sorted: failures come last
        inputs[i] = rig.failed(blocks(2), 0);
    rig.setSplit("test", inputs);
    rig.start();
    rig.step();
    EXPECT_EQ(rig.document().at("failed"), 5);
    EXPECT_EQ(rig.document().at("passed"), 25);
}

TEST(DeepFault, SavedAnywhereGoesOnAsIfNeverInterrupted)
{
    for (const int before : {0, 1, 2, 3, 4, 5, 8}) {
        const Rig::Settings settings{{"spectrum", "both"}, {"seeds-per-step", "5"}, {"neurons", "3"}};
        Rig whole(settings);
        Rig resumed(settings);
        setLargeSplits(whole);
        setLargeSplits(resumed);
        whole.start();
        whole.steps(before);
        resumed.resume(whole);
        EXPECT_EQ(resumed.generator->save(), whole.generator->save()) << before;
        EXPECT_EQ(resumed.generator->queueLength(), whole.generator->queueLength());
        whole.bench.judged.clear();
        EXPECT_EQ(whole.steps(200), resumed.steps(200));
        EXPECT_FALSE(whole.bench.judged.empty());
        expectSame(whole.bench.judged, resumed.bench.judged);
        EXPECT_EQ(resumed.generator->save(), whole.generator->save());
        EXPECT_EQ(resumed.generator->diagnosis(), whole.generator->diagnosis());
    }
}

TEST(DeepFault, PassingTestsThatAddCoverageAreKept)
{
    Rig rig(Rig::Settings{{"minimum-failed", "1"}});
    rig.bench.failing = [](const Candidate &candidate) { return candidate.seed % 2 == 0; };
    rig.bench.features = [](const Candidate &candidate) {
        return std::set<FakeBench::Feature>{std::uint64_t(candidate.seed)};
    };
    rig.start();
    rig.steps(2);
    EXPECT_EQ(rig.bench.keptIds().size(), 6u);
    for (const TestId id : rig.bench.keptIds())
        EXPECT_FALSE(rig.bench.stored.at(id).failing);
}

TEST(DeepFault, TooFewFailuresTakeTheOtherSplit)
{
    Rig rig({{"scope", "all"}, {"minimum-failed", "3"}});
    setHandExample(rig);
    rig.setSplit("train", {rig.failed(blocks(0b100), 0)});
    rig.start();
    rig.steps(2);
    EXPECT_EQ(rig.document().at("failed"), 3);
    EXPECT_EQ(rig.document().at("sources"), (std::vector<std::string>{"test", "train"}));
    EXPECT_TRUE(said(rig, "info", "train images"));
    EXPECT_FALSE(said(rig, "warning", "chance"));
}

TEST(DeepFault, FewFailuresAreAWarningNoneIsAnError)
{
    Rig few({{"scope", "all"}, {"minimum-failed", "5"}});
    setHandExample(few);
    few.start();
    few.steps(2);
    EXPECT_TRUE(said(few, "warning", "chance"));
    EXPECT_FALSE(few.bench.judged.empty());

    Rig none(Rig::Settings{{"scope", "class"}});
    none.setSplit("test", {none.passed(blocks(1)), none.passed(blocks(2))});
    none.start();
    EXPECT_EQ(codeOf([&] { none.steps(3); }), ErrorCode::Usage);
}

TEST(DeepFault, NoisyCopiesStandInForFailures)
{
    Rig rig({{"noise", "120"}, {"scope", "all"}, {"minimum-failed", "1"}});
    std::vector<Rig::Input> inputs;
    for (unsigned i = 0; i < 200; ++i)
        inputs.push_back(rig.passed(blocks(i * 2654435761u >> 9)));
    rig.setSplit("test", inputs);
    rig.start();
    rig.steps(3);
    EXPECT_EQ(rig.document().at("sources"), (std::vector<std::string>{"test", "train", "test with noise"}));
    EXPECT_GT(rig.document().at("failed"), 0);
    EXPECT_FALSE(rig.bench.judged.empty());
}

TEST(DeepFault, AMissingOtherSplitIsNoReasonToGiveUp)
{
    class OneSplit : public FakeData {
        const Dataset &split(const std::string &name) override
        {
            if (name == "train")
                throw Error(ErrorCode::NotFound, "there is no train split", "Add one");
            return FakeData::split(name);
        }
    };
    Rig rig(Rig::Settings{{"minimum-failed", "1000"}});
    OneSplit data;
    data.splits = rig.data.splits;
    GeneratorContext context{rig.bench, rig.seeds, rig.params, rig.control, data, Rng(1)};
    rig.generator->start(context);
    rig.generator->step(context);
    rig.generator->step(context);
    EXPECT_FALSE(rig.bench.judged.empty());
}

TEST(DeepFault, DeadLayersAreNamed)
{
    Rig rig(Rig::Settings{{"measure", "random"}});
    rig.setSplit("test", std::vector<Rig::Input>(5, rig.passed(blocks(0))));
    rig.setSplit("train", {rig.passed(blocks(0))});
    rig.start();
    rig.steps(2);
    EXPECT_TRUE(said(rig, "warning", "means"));
}

TEST(DeepFault, AnUnchangedImageIsNoTest)
{
    Rig rig({{"step", "0.000001"}, {"minimum-failed", "1"}, {"rounds", "1"}});
    rig.start();
    rig.steps(5);
    EXPECT_TRUE(rig.bench.judged.empty());
    EXPECT_NE(rig.generator->diagnosis().find("stayed as they were"), std::string::npos);
}

TEST(DeepFault, AnUnfinishedSpectrumIsExplained)
{
    Rig rig(Rig::Settings{{"spectrum", "both"}});
    setLargeSplits(rig);
    rig.start();
    rig.step();
    EXPECT_NE(rig.generator->diagnosis().find("1024 inputs"), std::string::npos);
}

TEST(DeepFault, DamagedStateIsBadData)
{
    Rig rig;
    setLargeSplits(rig);
    rig.start();
    rig.step();
    const std::string gathering = rig.generator->save();
    rig.steps(3);
    const std::string ranked = rig.generator->save();
    for (const std::string &good : {gathering, ranked})
        for (std::size_t i = 0; i < good.size(); i += 7) {
            std::string bad = good;
            bad[i] = char(bad[i] ^ 0x5a);
            Rig fresh;
            GeneratorContext context = fresh.context();
            try {
                fresh.generator->load(context, bad);
            } catch (const Error &error) {
                ASSERT_EQ(error.code(), ErrorCode::BadData) << i;
            }
        }
    Rig otherLayers({}, 3);
    GeneratorContext context = otherLayers.context();
    std::string cut = ranked.substr(0, ranked.size() / 2);
    EXPECT_EQ(codeOf([&] { otherLayers.generator->load(context, cut); }), ErrorCode::BadData);
}

} // namespace
} // namespace mutascope
