// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/run.h"
#include "tests/support/error_code.h"
#include "tests/support/generator_rig.h"
#include "tests/support/lineage_audit.h"
#include "tests/support/same_candidates.h"
#include <algorithm>
#include <cctype>
#include <gtest/gtest.h>
#include <iterator>
#include <regex>

// What every generator must do, one row a generator and configuration.
namespace mutascope {
namespace {

struct Row {
    std::string name;
    std::string generator;
    GeneratorRig::Settings settings;
    std::size_t largestBatch; // mutants a step at most; 0: no MutationPlan
};

std::ostream &operator<<(std::ostream &stream, const Row &row)
{
    return stream << row.name;
}

const std::vector<Row> &rows()
{
    static const std::vector<Row> all{
        {"random", "random", {}, 160},
        {"deephunter", "deephunter", {}, 160},
        {"deephunter_uniform", "deephunter", {{"selection", "uniform"}}, 160},
        {"deephunter_tensorfuzz", "deephunter", {{"selection", "tensorfuzz"}}, 160},
        {"deephunter_deeptest", "deephunter", {{"selection", "deeptest"}}, 160},
        {"deephunter_pool", "deephunter", {{"mode", "pool"}, {"pool-batch", "5"}}, 64 + 16},
        {"deephunter_published_loop", "deephunter", {{"seeds-per-step", "1"}}, 20},
        {"deepsmart", "deepsmart", {{"batch-size", "8"}}, 0},
        {"deepsmart_published",
         "deepsmart",
         {{"batch-size", "8"}, {"commit", "best"}, {"policy", "sampled"}},
         0},
        {"deepfault",
         "deepfault",
         {{"noise", "120"},
          {"scope", "all"},
          {"minimum-failed", "1"},
          {"neurons", "2"},
          {"seeds-per-step", "1"}},
         0},
        {"deepfault_random", "deepfault", {{"measure", "random"}, {"seeds-per-step", "1"}}, 0},
        {"advgan", "advgan", {{"epochs", "2"}, {"batch", "4"}, {"width", "2"}, {"seeds-per-step", "1"}}, 0},
        {"advgan_black_box",
         "advgan",
         {{"epochs", "2"},
          {"batch", "4"},
          {"width", "2"},
          {"seeds-per-step", "1"},
          {"mode", "black-box"},
          {"distillation-epochs", "1"}},
         0},
        {"sinvad",
         "sinvad",
         {{"vae-latent", "6"},
          {"vae-hidden", "48"},
          {"vae-epochs", "150"},
          {"vae-batch", "12"},
          {"vae-rate", "0.01"},
          {"population", "10"},
          {"elite", "4"},
          {"generations", "4"}},
         0},
        {"cagfuzz",
         "cagfuzz",
         {{"pairs", "halves"},
          {"epochs", "2"},
          {"batch", "4"},
          {"width", "4"},
          {"inputs-per-step", "3"},
          {"similarity", "-1"}},
         0},
        {"tensorfuzz", "tensorfuzz", {}, 0},
        {"tensorfuzz_uniform", "tensorfuzz", {{"selection", "uniform"}}, 0},
    };
    return all;
}

// Those that draw their mutations from grids by way of MutationPlan.
std::vector<Row> planned()
{
    std::vector<Row> some;
    std::copy_if(rows().begin(), rows().end(), std::back_inserter(some),
                 [](const Row &row) { return row.largestBatch > 0; });
    return some;
}

class GeneratorConformance : public ::testing::TestWithParam<Row> {
protected:
    std::unique_ptr<GeneratorRig> makeRig(const GeneratorRig::Settings &more = {}) const
    {
        GeneratorRig::Settings settings = GetParam().settings;
        settings.insert(more.begin(), more.end());
        return std::make_unique<GeneratorRig>(GetParam().generator, settings);
    }
};

// Messages quote the parameters they advise: 'beta'. Each must be one of the generator's, or of every run's.
void expectOwnParameters(const std::string &generator, const std::string &message)
{
    const auto known = [&](const std::string &name) {
        const auto named = [&](const ParamSpec &spec) { return spec.name == name; };
        return std::ranges::any_of(generatorInfo(generator).params, named)
            || std::ranges::any_of(runParams(), named);
    };
    const std::regex quoted("'([a-z][a-z0-9-]*)'");
    for (std::sregex_iterator at(message.begin(), message.end(), quoted), end; at != end; ++at)
        EXPECT_TRUE(known((*at)[1])) << generator << " has no '" << (*at)[1] << "': " << message;
}

class MutationPlanConformance : public GeneratorConformance { };

TEST_P(GeneratorConformance, SameSeedSameTests)
{
    const auto first = makeRig();
    const auto second = makeRig();
    for (GeneratorRig *rig : {first.get(), second.get()}) {
        rig->start();
        rig->steps(6);
    }
    EXPECT_FALSE(first->bench.judged.empty());
    expectSame(first->bench.judged, second->bench.judged);
    EXPECT_EQ(first->bench.tries, second->bench.tries);
}

TEST_P(GeneratorConformance, AnotherSeedOtherTests)
{
    const auto first = makeRig();
    const auto second = makeRig();
    second->runSeed = 2;
    for (GeneratorRig *rig : {first.get(), second.get()}) {
        rig->start();
        rig->steps(6);
    }
    std::vector<Image> images[2];
    for (const Candidate &candidate : first->bench.judged)
        images[0].push_back(candidate.image);
    for (const Candidate &candidate : second->bench.judged)
        images[1].push_back(candidate.image);
    EXPECT_NE(images[0], images[1]);
}

TEST_P(GeneratorConformance, SavedAndLoadedGoesOnAsIfNeverInterrupted)
{
    const auto whole = makeRig();
    whole->start();
    whole->steps(5);
    const auto resumed = makeRig();
    resumed->resume(*whole);
    EXPECT_EQ(resumed->generator->queueLength(), whole->generator->queueLength());
    EXPECT_EQ(resumed->generator->save(), whole->generator->save());
    whole->bench.judged.clear();
    whole->steps(5);
    resumed->steps(5);
    EXPECT_FALSE(whole->bench.judged.empty());
    expectSame(whole->bench.judged, resumed->bench.judged);
    EXPECT_EQ(resumed->generator->save(), whole->generator->save());
    EXPECT_EQ(resumed->generator->diagnosis(), whole->generator->diagnosis());
}

TEST_P(MutationPlanConformance, EveryMutantReplaysFromAPassingParentWithinTheConstraint)
{
    const auto rig = makeRig();
    rig->start();
    rig->steps(30);
    ASSERT_GT(rig->bench.judged.size(), 50u);
    int deep = 0;
    int affine = 0;
    for (const Candidate &candidate : rig->bench.judged) {
        const LineageAudit audit = auditLineage(rig->bench, rig->seeds, candidate, 0.02, 0.2);
        ASSERT_TRUE(audit.replays) << candidate.mutation.mutator;
        ASSERT_TRUE(audit.parentIsPassingSeed);
        ASSERT_LE(audit.affineSteps, 1);
        ASSERT_TRUE(audit.allowed) << candidate.mutation.mutator;
        deep += candidate.parent != 0;
        affine += candidate.parent != 0 && audit.affineSteps == 1;
    }
    if (GetParam().generator == "deephunter") { // or the carried distances were never looked at
        EXPECT_GT(deep, 0);
        EXPECT_GT(affine, 0);
    }
}

TEST_P(MutationPlanConformance, OneForwardAStepOfTheConfiguredSize)
{
    const auto rig = makeRig();
    rig->start();
    EXPECT_TRUE(rig->bench.batches.empty()); // the seeds' coverage is the engine's business
    EXPECT_TRUE(rig->bench.commits.empty());
    rig->steps(4);
    EXPECT_EQ(rig->bench.batches.size(), 4u);
    for (const std::size_t size : rig->bench.batches)
        EXPECT_LE(size, GetParam().largestBatch);
}

TEST_P(MutationPlanConformance, TriesAreReportedRejectedOnesIncluded)
{
    const auto rig = makeRig({{"beta", "0.05"}});
    rig->start();
    rig->steps(3);
    std::int64_t tries = 0;
    for (const auto &[mutator, count] : rig->bench.tries)
        tries += count;
    EXPECT_GT(tries, std::int64_t(rig->bench.judged.size()));
}

TEST_P(MutationPlanConformance, FailingTestsAddNeitherCoverageNorSeeds)
{
    const auto rig = makeRig();
    rig->bench.failing = [](const Candidate &) { return true; };
    rig->start();
    const std::int64_t queue = rig->generator->queueLength();
    rig->steps(2);
    EXPECT_TRUE(rig->bench.commits.empty());
    EXPECT_TRUE(rig->bench.keptIds().empty());
    EXPECT_LE(rig->generator->queueLength(), queue);
}

TEST_P(MutationPlanConformance, ImpossibleConstraintEndsWithAReason)
{
    const auto rig = makeRig({{"alpha", "0"}, {"beta", "0"}});
    rig->start();
    EXPECT_LT(rig->steps(1000), 1000);
    EXPECT_TRUE(rig->bench.judged.empty());
    const std::string reason = rig->generator->diagnosis();
    EXPECT_FALSE(reason.empty());
    expectOwnParameters(GetParam().generator, reason);
    if (GetParam().settings.count("selection") == 0 || GetParam().settings.at("selection") != "deeptest") {
        EXPECT_NE(reason.find("'alpha' and 'beta'"), std::string::npos) << reason;
    }
}

TEST_P(GeneratorConformance, NothingFoundIsExplained)
{
    const auto rig = makeRig();
    rig->bench.failing = [](const Candidate &) { return false; };
    rig->bench.features = [](const Candidate &) { return std::set<FakeBench::Feature>{}; };
    rig->start();
    rig->steps(GetParam().largestBatch > 0 ? 1 : 40);
    const std::string reason = rig->generator->diagnosis();
    EXPECT_NE(reason.find("none of the"), std::string::npos) << reason;
    EXPECT_NE(reason.find('\''), std::string::npos) << "it names nothing to change: " << reason;
    expectOwnParameters(GetParam().generator, reason);
}

// Without its limit, a limit is nothing to raise.
TEST(RandomMessages, UnconstrainedNamesNoLimit)
{
    for (const char *constrained : {"true", "false"}) {
        GeneratorRig rig("random", {{"constrained", constrained}});
        rig.bench.failing = [](const Candidate &) { return false; };
        rig.start();
        rig.steps(1);
        const bool named = rig.generator->diagnosis().find("'beta'") != std::string::npos;
        EXPECT_EQ(named, std::string(constrained) == "true") << rig.generator->diagnosis();
    }
}

TEST_P(GeneratorConformance, WithoutSeedsItIsExhausted)
{
    GeneratorRig rig(GetParam().generator, GetParam().settings, 0);
    rig.start();
    EXPECT_EQ(rig.step(), StepResult::Exhausted);
    EXPECT_FALSE(rig.generator->diagnosis().empty());
}

TEST_P(MutationPlanConformance, BadMutatorsAndGridsAreWrongUsage)
{
    const std::vector<GeneratorRig::Settings> bad{
        {{"pixel-mutators", "blurr"}},
        {{"pixel-mutators", "blur,blur"}},
        {{"pixel-mutators", "blur"}, {"affine-mutators", "blur"}},
        {{"pixel-mutators", "none"}, {"affine-mutators", ""}},
        {{"rotate-grid", "much"}},
        {{"contrast-grid", ""}},
    };
    for (const GeneratorRig::Settings &settings : bad) {
        const auto rig = makeRig(settings);
        EXPECT_EQ(codeOf([&] { rig->start(); }), ErrorCode::Usage) << settings.begin()->second;
    }
}

TEST_P(MutationPlanConformance, ValuesOutOfRangeAreWrongUsage)
{
    ParamSet params(generatorInfo(GetParam().generator).params);
    EXPECT_EQ(codeOf([&] { params.set("alpha", "-0.1"); }), ErrorCode::Usage);
    EXPECT_EQ(codeOf([&] { params.set("beta", "1.5"); }), ErrorCode::Usage);
    EXPECT_EQ(codeOf([&] { params.set("tries", "0"); }), ErrorCode::Usage);
}

TEST_P(GeneratorConformance, DamagedStateIsBadData)
{
    const auto rig = makeRig();
    rig->start();
    rig->steps(2);
    const std::string bytes = rig->generator->save();
    const std::string other = GetParam().generator == "random" ? "deephunter" : "random";
    GeneratorRig stranger(other);
    stranger.start();
    for (const std::string &bad : {std::string(), std::string("nonsense"), bytes.substr(0, bytes.size() / 2),
                                   stranger.generator->save()}) {
        const auto fresh = makeRig();
        GeneratorContext context = fresh->context();
        EXPECT_EQ(codeOf([&] { fresh->generator->load(context, bad); }), ErrorCode::BadData);
    }
}

INSTANTIATE_TEST_SUITE_P(Generators, GeneratorConformance, ::testing::ValuesIn(rows()),
                         [](const auto &row) { return row.param.name; });

INSTANTIATE_TEST_SUITE_P(Generators, MutationPlanConformance, ::testing::ValuesIn(planned()),
                         [](const auto &row) { return row.param.name; });

TEST(GeneratorTable, HasARowForEveryGenerator)
{
    for (const GeneratorInfo &info : generators()) {
        const auto same = [&](const Row &row) { return row.generator == info.id; };
        EXPECT_TRUE(std::any_of(rows().begin(), rows().end(), same)) << info.id;
    }
}

bool isKebabCase(const std::string &name)
{
    return !name.empty() && name.front() != '-' && name.back() != '-'
        && std::all_of(name.begin(), name.end(),
                       [](unsigned char c) { return std::islower(c) || std::isdigit(c) || c == '-'; });
}

TEST(GeneratorTable, EveryParameterIsDocumented)
{
    for (const GeneratorInfo &info : generators()) {
        EXPECT_FALSE(info.name.empty() || info.summary.empty() || info.paper.empty()) << info.id;
        for (const ParamSpec &spec : info.params) {
            EXPECT_TRUE(isKebabCase(spec.name)) << spec.name;
            EXPECT_FALSE(spec.source.empty() || spec.group.empty()) << spec.name;
            ASSERT_FALSE(spec.tooltip.empty()) << spec.name;
            EXPECT_EQ(spec.tooltip.back(), '.') << spec.name;
            const bool number = spec.type == ParamType::Integer || spec.type == ParamType::Real;
            EXPECT_EQ(number, spec.minimum && spec.maximum) << spec.name;
        }
    }
}

TEST(GeneratorRegistry, NamesTheNearestGenerator)
{
    EXPECT_EQ(generatorInfo("random").id, "random");
    try {
        generatorInfo("deephunte");
        FAIL();
    } catch (const Error &error) {
        EXPECT_EQ(error.code(), ErrorCode::Usage);
        EXPECT_NE(error.message().find("deephunter"), std::string::npos);
    }
}

} // namespace
} // namespace mutascope
