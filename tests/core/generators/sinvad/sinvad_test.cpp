// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/generators/sinvad/sinvad_rig.h"
#include "tests/support/error_code.h"
#include "tests/support/same_candidates.h"
#include <algorithm>
#include <gtest/gtest.h>

namespace mutascope {
namespace {

using Settings = SinVadRig::Settings;

const std::vector<Settings> &searches()
{
    static const std::vector<Settings> all{
        {{"search", "boundary"}},
        {{"search", "boundary"}, {"fitness", "published"}},
        {{"search", "targeted"}},
        {{"search", "differential"}, {"other-model", "other"}},
        {{"search", "surprise"}, {"surprise", "dsa"}, {"surprise-target", "3"}},
    };
    return all;
}

// A rig whose networks are those of another run, so that each is trained once only.
std::unique_ptr<SinVadRig> trained(const Settings &settings, Model *other = nullptr)
{
    static std::map<std::string, Artefact> artefacts;
    auto rig = std::make_unique<SinVadRig>(settings);
    rig->data.artefacts = artefacts;
    rig->data.models["other"] = other;
    rig->start();
    rig->train();
    artefacts = rig->data.artefacts;
    return rig;
}

// The fake model with something added to the output of each class.
class Biased : public FakeModel {
public:
    explicit Biased(std::vector<float> bias) : m_bias(std::move(bias)) { }
    Predictions predict(const ImageBatch &batch) override
    {
        sizes.push_back(batch.count());
        Predictions predictions = FakeModel::predict(batch);
        for (std::size_t i = 0; i < predictions.outputs.size(); ++i)
            predictions.outputs[i] += m_bias[i % m_bias.size()];
        return predictions;
    }
    std::vector<std::size_t> sizes; // of the forwards

private:
    std::vector<float> m_bias;
};

TEST(SinVad, EachSearchGivesOneTestASeed)
{
    FakeModel other;
    for (const Settings &settings : searches()) {
        const auto rig = trained(settings, &other);
        EXPECT_LT(rig->steps(500), 500) << settings.at("search");
        const std::int64_t searched = rig->bench.tries.at("sinvad");
        EXPECT_GE(searched, 6) << settings.at("search");
        EXPECT_EQ(rig->generator->queueLength(), 0);
        if (settings.at("search") != "differential") {
            EXPECT_EQ(std::int64_t(rig->bench.judged.size()), searched);
        }
        for (const Candidate &candidate : rig->bench.judged) {
            EXPECT_EQ(candidate.parent, 0);
            EXPECT_EQ(candidate.image.shape, rig->model.spec().input);
            EXPECT_EQ(candidate.mutation.mutator, "sinvad");
            EXPECT_GE(candidate.mutation.values.at("validity"), 0);
            EXPECT_LE(candidate.mutation.values.at("validity"), 1);
            EXPECT_GT(candidate.mutation.values.at("reconstruction_error"), 0);
        }
    }
}

TEST(SinVad, BoundaryTestsFail)
{
    const auto rig = trained({{"search", "boundary"}, {"generations", "40"}});
    rig->steps(500);
    const auto failing = std::count(rig->bench.verdicts.begin(), rig->bench.verdicts.end(), true);
    EXPECT_GT(failing, std::int64_t(rig->bench.verdicts.size() / 2));
    for (const Candidate &candidate : rig->bench.judged)
        EXPECT_GT(candidate.mutation.values.at("distance"), 0);
}

TEST(SinVad, TargetedReachesItsTargetsAndCountsThem)
{
    const auto rig = trained({{"search", "targeted"}, {"generations", "40"}});
    rig->steps(1000);
    const nlohmann::json table = rig->bench.documents.at("targeted-success");
    std::vector<int> attempts(16);
    std::vector<int> successes(16);
    for (const Candidate &candidate : rig->bench.judged) {
        const int label = rig->seeds[std::size_t(candidate.seed)].label;
        const int target = int(candidate.mutation.values.at("target"));
        EXPECT_NE(label, target);
        ++attempts[std::size_t(label * 4 + target)];
        successes[std::size_t(label * 4 + target)] += rig->model.label(candidate.image) == target;
    }
    double sum = 0;
    int pairs = 0;
    for (std::size_t from = 0; from < 4; ++from)
        for (std::size_t to = 0; to < 4; ++to) {
            const int tried = attempts[from * 4 + to];
            EXPECT_EQ(table.at("attempts")[from][to], tried);
            if (tried == 0) {
                EXPECT_TRUE(table.at("shares")[from][to].is_null());
                continue;
            }
            const double share = double(successes[from * 4 + to]) / tried;
            EXPECT_DOUBLE_EQ(table.at("shares")[from][to].get<double>(), share);
            sum += share;
            ++pairs;
        }
    EXPECT_NEAR(table.at("mean").get<double>(), sum / pairs, 1e-12);
    EXPECT_GT(sum, 0);
}

TEST(SinVad, DifferentialTestsAreRejectedByOneAndKeptByTheOther)
{
    FakeModel other;
    const auto same = trained({{"search", "differential"}, {"other-model", "other"}}, &other);
    same->steps(500);
    EXPECT_TRUE(same->bench.judged.empty()); // equal models never disagree
    EXPECT_FALSE(same->generator->diagnosis().empty());

    Biased shifted({0, 0.8f, 0, 0});
    const auto rig
        = trained({{"search", "differential"}, {"other-model", "other"}, {"generations", "60"}}, &shifted);
    rig->steps(1000);
    ASSERT_FALSE(rig->bench.judged.empty());
    for (std::size_t i = 0; i < rig->bench.judged.size(); ++i) {
        const Candidate &candidate = rig->bench.judged[i];
        const int label = rig->seeds[std::size_t(candidate.seed)].label;
        ImageBatch one(candidate.image.shape);
        one.append(candidate.image);
        EXPECT_TRUE(rig->bench.verdicts[i]);
        EXPECT_EQ(shifted.predict(one).predicted(0), label);
    }
}

TEST(SinVad, DifferentialNeedsAModelOfTheSameClasses)
{
    SinVadRig none(Settings{{"search", "differential"}});
    EXPECT_EQ(codeOf([&] { none.start(); }), ErrorCode::Usage);
    FakeModel other({8, 8, 1}, 3);
    SinVadRig rig({{"search", "differential"}, {"other-model", "other"}});
    rig.data.models["other"] = &other;
    EXPECT_EQ(codeOf([&] { rig.start(); }), ErrorCode::BadModel);
}

TEST(SinVad, SurpriseComesNearerToItsTarget)
{
    const auto rig = trained(
        {{"search", "surprise"}, {"surprise", "dsa"}, {"surprise-target", "2.5"}, {"generations", "40"}});
    rig->steps(1000);
    ASSERT_FALSE(rig->bench.judged.empty());
    int nearer = 0;
    for (const Candidate &candidate : rig->bench.judged) {
        EXPECT_LE(candidate.path.back().value, candidate.path.front().value);
        nearer += candidate.path.back().value < 0.5 * candidate.path.front().value;
    }
    EXPECT_GT(nearer, int(rig->bench.judged.size() / 2));
}

TEST(SinVad, SeedsThatTheVaeCannotReconstructAreSkippedAndCounted)
{
    const auto rig = trained({});
    // A model to which every image is of class 0: so is what the VAE makes of the seeds.
    Biased blind({100, 0, 0, 0});
    SinVadRig blinded;
    blinded.data.artefacts = rig->data.artefacts;
    NotingBench bench(blind, blinded.seeds);
    const std::vector<Seed> seeds = blinded.seeds;
    GeneratorContext context{bench, seeds, blinded.params, blinded.control, blinded.data, Rng(1)};
    blinded.generator->start(context);
    int made = 0;
    while (blinded.generator->step(context) != StepResult::Exhausted && made < 500)
        ++made;
    const auto lost = std::count_if(seeds.begin(), seeds.end(), [](const Seed &s) { return s.label != 0; });
    ASSERT_GT(lost, 0);
    const std::string text = std::to_string(lost) + " of 12 seeds were skipped";
    const std::string begun = "and " + std::to_string(12 - lost) + " searches begun";
    for (const std::string &part : {text, begun})
        EXPECT_NE(blinded.generator->diagnosis().find(part), std::string::npos)
            << blinded.generator->diagnosis();
    ASSERT_FALSE(bench.notes.empty());
    EXPECT_EQ(bench.notes.back().first, "warning");
    for (const Candidate &candidate : bench.judged)
        EXPECT_EQ(seeds[std::size_t(candidate.seed)].label, 0);
}

TEST(SinVad, PathsLeadFromTheReconstructionToTheTest)
{
    const auto rig = trained({{"generations", "40"}});
    rig->steps(500);
    std::size_t longest = 0;
    for (const Candidate &candidate : rig->bench.judged) {
        ASSERT_FALSE(candidate.path.empty());
        EXPECT_LE(candidate.path.size(), 24u);
        EXPECT_EQ(candidate.path.front().caption.find("reconstruction"), 0u);
        EXPECT_EQ(candidate.path.back().image, candidate.image);
        // Where it begins, the model still sees the seed's class.
        EXPECT_EQ(rig->model.label(candidate.path.front().image),
                  rig->seeds[std::size_t(candidate.seed)].label);
        longest = std::max(longest, candidate.path.size());
    }
    EXPECT_GT(longest, 4u);
}

// Sizes of the model's forwards in the first step.
std::vector<std::size_t> firstForwards(const char *pointsAtOnce)
{
    SinVadRig rig({{"seeds-at-once", "3"}, {"latents-at-once", pointsAtOnce}});
    rig.data.artefacts = trained({})->data.artefacts;
    Biased model({0, 0, 0, 0});
    NotingBench bench(model, rig.seeds);
    GeneratorContext context{bench, rig.seeds, rig.params, rig.control, rig.data, Rng(1)};
    rig.generator->start(context);
    rig.generator->step(context);
    return model.sizes;
}

TEST(SinVad, OneGenerationOfAllSeedsSharesAForward)
{
    const auto whole = firstForwards("0");
    ASSERT_EQ(whole.size(), 3u);
    EXPECT_EQ(whole[0], 48u); // held-out images
    EXPECT_EQ(whole[1], 3u); // reconstructions
    EXPECT_GE(whole[2], 20u); // a population of ten for each seed that can be reconstructed
    EXPECT_EQ(whole[2] % 10, 0u);
    const auto parts = firstForwards("8");
    ASSERT_EQ(parts.size(), 2 + (whole[2] + 7) / 8);
    for (std::size_t i = 2; i + 1 < parts.size(); ++i)
        EXPECT_EQ(parts[i], 8u);
}

TEST(SinVad, IndecisionOfTestsIsPublishedBesideThatOfTheData)
{
    const auto rig = trained({{"generations", "40"}});
    rig->steps(500);
    const nlohmann::json document = rig->bench.documents.at("indecision");
    double sum = 0;
    int failing = 0;
    for (std::size_t i = 0; i < rig->bench.judged.size(); ++i) {
        if (!rig->bench.verdicts[i])
            continue;
        ImageBatch one(rig->model.spec().input);
        one.append(rig->bench.judged[i].image);
        std::vector<float> p = rig->model.predict(one).probabilitiesOf(0);
        std::sort(p.rbegin(), p.rend());
        sum += 1 - (double(p[0]) - double(p[1]));
        ++failing;
    }
    EXPECT_EQ(document.at("failing"), failing);
    EXPECT_NEAR(document.at("tests").get<double>(), sum / failing, 1e-6);
    EXPECT_GT(document.at("tests").get<double>(), document.at("data").get<double>());
}

TEST(SinVad, SameSeedSameTestsAnotherSeedOthers)
{
    FakeModel model;
    for (const Settings &settings : searches()) {
        const auto first = trained(settings, &model);
        const auto second = trained(settings, &model);
        const auto other = trained(settings, &model);
        other->runSeed = 2;
        for (SinVadRig *rig : {first.get(), second.get(), other.get()})
            rig->steps(30);
        expectSame(first->bench.judged, second->bench.judged);
        if (!first->bench.judged.empty()) {
            ASSERT_FALSE(other->bench.judged.empty());
            EXPECT_NE(first->bench.judged.front().image, other->bench.judged.front().image);
        }
    }
}

TEST(SinVad, SavedAndLoadedGoesOnAsIfNeverInterrupted)
{
    FakeModel model;
    for (const Settings &settings : searches()) {
        const auto whole = trained(settings, &model);
        whole->steps(5); // in the middle of eight searches
        SinVadRig resumed(settings);
        resumed.data.models["other"] = &model;
        resumed.resume(*whole);
        EXPECT_FALSE(resumed.generator->training());
        EXPECT_EQ(resumed.generator->save(), whole->generator->save());
        EXPECT_EQ(resumed.generator->queueLength(), whole->generator->queueLength());
        whole->bench.judged.clear();
        whole->steps(30);
        resumed.steps(30);
        expectSame(whole->bench.judged, resumed.bench.judged);
        for (std::size_t i = 0; i < resumed.bench.judged.size(); ++i) {
            EXPECT_EQ(whole->bench.judged[i].path.size(), resumed.bench.judged[i].path.size());
            EXPECT_EQ(whole->bench.judged[i].mutation.values, resumed.bench.judged[i].mutation.values);
        }
        EXPECT_EQ(resumed.generator->save(), whole->generator->save());
        EXPECT_EQ(resumed.generator->diagnosis(), whole->generator->diagnosis());
    }
}

TEST(SinVad, ATrainingThatWasInterruptedMakesTheSameVae)
{
    SinVadRig whole;
    whole.start();
    SinVadRig resumed;
    resumed.data.checkpoints = {};
    for (int i = 0; i < 50; ++i) {
        GeneratorContext context = whole.context();
        whole.generator->step(context);
    }
    ASSERT_FALSE(whole.data.checkpoints.empty());
    resumed.resume(whole);
    EXPECT_TRUE(resumed.generator->training());
    whole.train();
    resumed.train();
    ASSERT_EQ(whole.data.artefacts.size(), 1u);
    EXPECT_EQ(whole.data.artefacts.begin()->second.bytes, resumed.data.artefacts.begin()->second.bytes);
    EXPECT_EQ(whole.data.artefacts.begin()->second.kind, "vae");
    EXPECT_FALSE(whole.bench.losses.empty());
}

TEST(SinVad, TheVaeOfAnotherDataSetIsNotTaken)
{
    const auto rig = trained({});
    SinVadRig same;
    same.data.artefacts = rig->data.artefacts;
    same.start();
    EXPECT_FALSE(same.generator->training());
    SinVadRig other;
    other.data.artefacts = rig->data.artefacts;
    DatasetSpec spec = other.data.splits.at("train")->spec();
    spec.sha256 = "other-data";
    std::vector<std::uint8_t> pixels;
    std::vector<int> labels;
    for (const Seed &seed : other.seeds) {
        pixels.insert(pixels.end(), seed.image.pixels.begin(), seed.image.pixels.end());
        labels.push_back(seed.label);
    }
    other.data.splits["train"]
        = std::make_shared<ArrayDataset>(std::move(spec), std::move(pixels), std::move(labels));
    other.start();
    EXPECT_TRUE(other.generator->training());
    SinVadRig wider(Settings{{"vae-latent", "7"}});
    wider.data.artefacts = rig->data.artefacts;
    wider.start();
    EXPECT_TRUE(wider.generator->training());
}

TEST(SinVad, OneVaeServesAllModelsOfADataSet)
{
    const auto rig = trained({});
    SinVadRig other;
    other.data.artefacts = rig->data.artefacts;
    Biased model({3, 2, 1, 0});
    NotingBench bench(model, other.seeds);
    GeneratorContext context{bench, other.seeds, other.params, other.control, other.data, Rng(1)};
    other.generator->start(context);
    EXPECT_FALSE(other.generator->training());
}

TEST(SinVad, NothingFoundIsExplained)
{
    const auto rig = trained({{"generations", "1"}});
    rig->bench.failing = [](const Candidate &) { return false; };
    rig->step();
    EXPECT_NE(rig->generator->diagnosis().find("none of the tests of"), std::string::npos);
}

TEST(SinVad, DamagedStatesAreBadData)
{
    const auto rig = trained({});
    rig->steps(3);
    const std::string bytes = rig->generator->save();
    SinVadRig fresh;
    fresh.data.artefacts = rig->data.artefacts;
    GeneratorContext context = fresh.context();
    for (std::size_t cut = 0; cut < bytes.size(); cut += bytes.size() / 17)
        EXPECT_EQ(codeOf([&] { fresh.generator->load(context, bytes.substr(0, cut)); }), ErrorCode::BadData);
    std::string flipped = bytes;
    for (std::size_t place = 40; place < bytes.size(); place += bytes.size() / 23) {
        flipped[place] = char(flipped[place] ^ 0x41);
        try {
            fresh.generator->load(context, flipped);
        } catch (const Error &) { // a changed count may go unnoticed, a crash may not
        }
    }
    SinVadRig few({}, 2);
    few.data.artefacts = rig->data.artefacts;
    GeneratorContext fewer = few.context();
    EXPECT_EQ(codeOf([&] { few.generator->load(fewer, bytes); }), ErrorCode::BadData);
}

} // namespace
} // namespace mutascope
