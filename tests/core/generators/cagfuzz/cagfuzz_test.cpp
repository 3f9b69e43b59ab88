// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/cagfuzz/cagfuzz.h"
#include "core/generators/cagfuzz/similarity.h"
#include "tests/core/base/expect_error.h"
#include "tests/support/generator_rig.h"
#include "tests/support/same_candidates.h"
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace mutascope {
namespace {

GeneratorRig::Settings quick(const GeneratorRig::Settings &more = {})
{
    GeneratorRig::Settings settings = {{"pairs", "halves"}, {"epochs", "2"},          {"batch", "4"},
                                       {"width", "4"},      {"inputs-per-step", "3"}, {"similarity", "-1"}};
    for (const auto &[name, text] : more)
        settings[name] = text;
    return settings;
}

std::unique_ptr<GeneratorRig> trainedRig(const GeneratorRig::Settings &more = {})
{
    auto rig = std::make_unique<GeneratorRig>("cagfuzz", quick(more));
    rig->start();
    rig->train();
    return rig;
}

// As FakeBench, and keeps the documents.
class DocumentBench : public FakeBench {
public:
    using FakeBench::FakeBench;
    void publish(RunDocument document) override { documents[document.name] = document.content; }
    std::map<std::string, nlohmann::json> documents;
};

double similarityToSeed(GeneratorRig &rig, const Candidate &candidate)
{
    ImageBatch image(candidate.image.shape), seed(candidate.image.shape);
    image.append(candidate.image);
    seed.append(rig.seeds[std::size_t(candidate.seed)].image);
    return cagfuzz::similarities(rig.model, {0}, image, seed, {0}).front();
}

TEST(CagFuzz, TrainsFirstAndOnDataAlone)
{
    GeneratorRig rig("cagfuzz", quick());
    rig.start();
    EXPECT_TRUE(rig.generator->training());
    EXPECT_EQ(rig.train(), 2 * 12); // 48 images, 4 a batch, 2 epochs
    EXPECT_FALSE(rig.generator->training());
    EXPECT_TRUE(rig.bench.judged.empty());
    ASSERT_EQ(rig.data.artefacts.size(), 1U);
    const Artefact &artefact = rig.data.artefacts.begin()->second;
    EXPECT_EQ(artefact.kind, "cyclegan");
    EXPECT_EQ(artefact.description.at("data"), "fake-data");
    EXPECT_FALSE(artefact.description.contains("model"));
}

TEST(CagFuzz, NetworksOfTheCacheMakeTheSameTests)
{
    const auto first = trainedRig();
    GeneratorRig second("cagfuzz", quick());
    second.data.artefacts = first->data.artefacts;
    second.start();
    EXPECT_FALSE(second.generator->training());
    first->steps(4);
    second.steps(4);
    expectSame(first->bench.judged, second.bench.judged);
}

TEST(CagFuzz, AnotherConfigurationIsTrainedAnew)
{
    const auto first = trainedRig();
    for (const auto &[name, text] : {std::pair("dropout", "0.3"), std::pair("epochs", "3"),
                                     std::pair("training-seed", "2"), std::pair("width", "5")}) {
        GeneratorRig other("cagfuzz", quick({{name, text}}));
        other.data.artefacts = first->data.artefacts;
        other.start();
        EXPECT_TRUE(other.generator->training()) << name;
    }
}

TEST(CagFuzz, EveryPairIsTrained)
{
    GeneratorRig rig("cagfuzz", quick({{"pairs", "class-halves"}}));
    const Dataset &data = *rig.data.splits.at("train");
    std::map<int, int> classes;
    for (std::size_t i = 0; i < data.size(); ++i)
        ++classes[data.label(i)];
    for (const auto &[label, images] : classes)
        ASSERT_GE(images, 4) << label; // two in each half
    rig.start();
    rig.train();
    EXPECT_EQ(rig.data.artefacts.size(), classes.size());
}

TEST(CagFuzz, TooFewImagesForAPairAreRefused)
{
    GeneratorRig rig("cagfuzz", quick({{"pairs", "class-halves"}}));
    rig.useImages(8); // of four classes
    expectError(ErrorCode::Usage, "need 2 training images each", [&] { rig.start(); });
}

TEST(CagFuzz, CandidatesOfAnInputGoBothWays)
{
    const auto rig = trainedRig({{"inputs-per-step", "1"}, {"candidates", "4"}, {"rounds", "2"}});
    rig->step();
    ASSERT_EQ(rig->bench.judged.size(), 4U);
    std::set<std::pair<double, double>> ways;
    std::set<std::vector<std::uint8_t>> images;
    for (const Candidate &candidate : rig->bench.judged) {
        EXPECT_EQ(candidate.mutation.mutator, "cyclegan");
        EXPECT_NE(candidate.mutation.noiseSeed, 0U);
        ways.insert({candidate.mutation.values.at("second"), candidate.mutation.values.at("rounds")});
        images.insert(candidate.image.pixels);
    }
    EXPECT_EQ(ways, (std::set<std::pair<double, double>>{{0, 1}, {0, 2}, {1, 1}, {1, 2}}));
    EXPECT_EQ(images.size(), 4U);
    EXPECT_EQ(rig->bench.tries.at("cyclegan"), 4);
}

TEST(CagFuzz, WhatIsLessSimilarIsNoTest)
{
    const auto all = trainedRig();
    all->steps(5);
    std::vector<double> cosines;
    for (const Candidate &candidate : all->bench.judged)
        cosines.push_back(similarityToSeed(*all, candidate));
    std::sort(cosines.begin(), cosines.end());
    const double middle = cosines[cosines.size() / 2];
    ASSERT_LT(cosines.front(), middle);
    const auto strict = trainedRig({{"similarity", std::to_string(middle)}});
    strict->steps(5);
    EXPECT_FALSE(strict->bench.judged.empty());
    EXPECT_LT(strict->bench.judged.size(), all->bench.judged.size());
    for (const Candidate &candidate : strict->bench.judged)
        EXPECT_GE(similarityToSeed(*strict, candidate), middle - 1e-6);
    EXPECT_EQ(strict->bench.tries.at("cyclegan"), 5 * 3 * 4); // those that were turned away, too
}

TEST(CagFuzz, PassingTestsWithCoverageAreInputsAgain)
{
    const auto rig = trainedRig({{"inputs-per-step", "8"}});
    rig->bench.failing = [](const Candidate &candidate) { return candidate.seed % 2 == 0; };
    rig->steps(12);
    const auto kept = rig->bench.keptIds();
    ASSERT_FALSE(kept.empty());
    EXPECT_EQ(rig->generator->queueLength(), std::int64_t(rig->seeds.size() + kept.size()));
    int descendants = 0;
    for (const Candidate &candidate : rig->bench.judged) {
        if (candidate.parent == 0)
            continue;
        ++descendants;
        const auto &parent = rig->bench.stored.at(candidate.parent);
        EXPECT_TRUE(parent.kept);
        EXPECT_FALSE(parent.failing);
        EXPECT_EQ(parent.candidate.seed, candidate.seed);
    }
    EXPECT_GT(descendants, 0);
}

TEST(CagFuzz, LaterInputsAreLikelier)
{
    const auto rig = trainedRig({{"inputs-per-step", "512"}, {"candidates", "1"}});
    rig->bench.features = [](const Candidate &) { return std::set<FakeBench::Feature>{}; };
    rig->step();
    std::vector<int> drawn(rig->seeds.size());
    for (const Candidate &candidate : rig->bench.judged)
        ++drawn[std::size_t(candidate.seed)];
    // The chance of input i of n is (2i + 1) / n^2: the later half is drawn three times as often.
    const auto half = drawn.begin() + std::ptrdiff_t(drawn.size() / 2);
    const int early = std::accumulate(drawn.begin(), half, 0);
    EXPECT_NEAR(early, 128, 40); // four standard deviations
}

TEST(CagFuzz, PublishesTheHistogram)
{
    GeneratorRig rig("cagfuzz", quick({{"similarity", "0.9"}}));
    DocumentBench bench(rig.model, rig.seeds);
    const auto step = [&](std::uint64_t stream) {
        GeneratorContext context{bench, rig.seeds, rig.params, rig.control, rig.data, Rng(stream)};
        stream == 0 ? rig.generator->start(context) : void(rig.generator->step(context));
    };
    step(0);
    for (std::uint64_t i = 1; rig.generator->training(); ++i)
        step(i);
    step(1000);
    const nlohmann::json &content = bench.documents.at("similarity");
    EXPECT_EQ(content.at("threshold"), 0.9);
    EXPECT_EQ(content.at("layers"), nlohmann::json({"means"}));
    const auto counts = content.at("counts").get<std::vector<int>>();
    EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), 0), 3 * 4);
    EXPECT_EQ(content.at("accepted").get<std::size_t>(), bench.judged.size());
    EXPECT_EQ(content.at("rejected").get<std::size_t>(), 12 - bench.judged.size());
}

TEST(CagFuzz, FeaturesMayBeAnotherNetworks)
{
    FakeModel other;
    GeneratorRig rig("cagfuzz", quick({{"features", "vgg.pt"}, {"feature-layer", "linear"}}));
    rig.data.models["vgg.pt"] = &other;
    rig.start();
    rig.train();
    rig.steps(2);
    EXPECT_FALSE(rig.bench.judged.empty());
    GeneratorRig wrong("cagfuzz", quick({{"feature-layer", "nothing"}}));
    expectError(ErrorCode::Usage, "nothing", [&] { wrong.start(); });
}

TEST(CagFuzz, AnUnreachableThresholdEndsTheSearch)
{
    const auto rig = trainedRig({{"similarity", "1"}, {"inputs-per-step", "1"}});
    EXPECT_EQ(rig->steps(1000), 200);
    EXPECT_TRUE(rig->bench.judged.empty());
    EXPECT_NE(rig->generator->diagnosis().find("all 800 candidates were less similar"), std::string::npos)
        << rig->generator->diagnosis();
}

TEST(CagFuzz, GoesOnAsIfNeverInterrupted)
{
    const auto whole = trainedRig({{"similarity", "0.5"}});
    whole->steps(5);
    GeneratorRig resumed("cagfuzz", quick({{"similarity", "0.5"}}));
    resumed.resume(*whole);
    EXPECT_EQ(resumed.generator->save(), whole->generator->save());
    whole->bench.judged.clear();
    whole->steps(5);
    resumed.steps(5);
    EXPECT_FALSE(whole->bench.judged.empty());
    expectSame(whole->bench.judged, resumed.bench.judged);
    EXPECT_EQ(resumed.generator->save(), whole->generator->save());
}

TEST(CagFuzz, RefusesForeignStates)
{
    const auto rig = trainedRig();
    rig->steps(2);
    GeneratorRig other("cagfuzz", quick({{"epochs", "1"}}));
    EXPECT_THROW(other.resume(*rig), Error);
    const std::string bytes = rig->generator->save();
    for (const std::string &bad : {std::string(), std::string("x"), bytes.substr(0, bytes.size() / 2)}) {
        GeneratorContext context = rig->context();
        EXPECT_THROW(rig->generator->load(context, bad), Error);
    }
}

} // namespace
} // namespace mutascope
