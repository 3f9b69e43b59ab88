// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/known_images.h"
#include "core/labels/protocol_items.h"
#include "tests/core/labels/label_fixture.h"
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

namespace mutascope {
namespace {

using namespace labeltest;

LabelProtocol fullProtocol()
{
    LabelProtocol protocol = plainProtocol();
    protocol.version = 3;
    protocol.classNames = {"cat", "dog", "cow", "hen"};
    protocol.selection = TestSelection::Filter;
    protocol.runs = {1, 2};
    protocol.filter = {true, std::nullopt, 2, std::nullopt, "blur"};
    protocol.hidden.seed = false;
    protocol.seed = ~std::uint64_t(0);
    protocol.labelsPerTest = 2;
    protocol.labellers = 3;
    protocol.training = {{1, 4, seen(2), "why"}};
    protocol.examples = {{1, 5, plain(LabelAnswer::Invalid), "nothing to see"}};
    protocol.instructions = "Look.\nThen say.";
    return protocol;
}

TEST(LabelProtocolTest, ComesBackFromItsJson)
{
    const LabelProtocol protocol = fullProtocol();
    EXPECT_EQ(protocolFromText(toJson(protocol).dump(), "here"), protocol);
}

TEST(LabelProtocolTest, WhatIsWrongInItsJsonIsNamed)
{
    const auto error
        = [](const std::string &text) { return errorOf([&] { protocolFromText(text, "p.json"); }); };
    EXPECT_EQ(error("{").code(), ErrorCode::BadData);
    EXPECT_EQ(error("[]").code(), ErrorCode::BadData);
    EXPECT_NE(std::string(error(R"({"name":"a","hiden":{}})").what()).find("hiden"), std::string::npos);
    EXPECT_NE(std::string(error(R"({"name":5})").what()).find("'name'"), std::string::npos);
    EXPECT_EQ(error(R"({"name":"a","seed":-1})").code(), ErrorCode::BadData);
    EXPECT_EQ(error(R"({"name":"a","repeats":99999999999})").code(), ErrorCode::BadData);
    EXPECT_EQ(error(R"({"name":"a","question":"mood"})").code(), ErrorCode::BadData);
    EXPECT_EQ(error(R"({"name":"a","format":2})").code(), ErrorCode::NewerVersion);
    EXPECT_EQ(error(std::string(100'000, '[')).code(), ErrorCode::BadData);
    EXPECT_EQ(error("{\"name\":\"\xff\"}").code(), ErrorCode::BadData);
}

TEST(LabelProtocolTest, WhatMakesNoSenseIsRefused)
{
    const auto refused = [](const std::function<void(LabelProtocol &)> &change) {
        LabelProtocol protocol = fullProtocol();
        EXPECT_NO_THROW(checkProtocol(protocol));
        change(protocol);
        return errorOf([&] { checkProtocol(protocol); }).code() == ErrorCode::Usage;
    };
    EXPECT_TRUE(refused([](auto &p) { p.name = "  "; }));
    EXPECT_TRUE(refused([](auto &p) { p.name.assign(201, 'n'); }));
    EXPECT_TRUE(refused([](auto &p) { p.classNames = {"one"}; }));
    EXPECT_TRUE(refused([](auto &p) { p.sampleSize = 0; }));
    EXPECT_TRUE(refused([](auto &p) { p.repeats = -1; }));
    EXPECT_TRUE(refused([](auto &p) { p.labellers = 1; })); // fewer than labels a test
    EXPECT_TRUE(refused([](auto &p) { p.millimetres = 0; }));
    EXPECT_TRUE(refused([](auto &p) { p.millimetres = NAN; }));
    EXPECT_TRUE(refused([](auto &p) { p.selection = TestSelection::Disagreements; }));
    EXPECT_TRUE(refused([](auto &p) { p.hidden.expectedClass = false; })); // and asks for the class
    EXPECT_TRUE(refused([](auto &p) { p.examples[0].answer = seen(4); }));
    EXPECT_TRUE(refused([](auto &p) { p.training[0].answer = plain(LabelAnswer::ValidSame); }));
    EXPECT_TRUE(refused([](auto &p) {
        p.question = LabelQuestion::Verdict;
        p.training.clear();
        p.hidden.seed = p.hidden.expectedClass = true; // same as what?
    }));
    EXPECT_TRUE(refused([](auto &p) { p.uuid = "x"; }));
}

TEST(LabelProtocolTest, SampleIsAsEvenAsTheStrataAllow)
{
    std::vector<SelectedTest> tests;
    for (int i = 0; i < 300; ++i) // two generators, one rare; three classes
        tests.push_back({1, "u", i % 10 == 0 ? "rare" : "common", i + 1, i % 3, 0});
    const auto sample = stratifiedSample(tests, 45, 7);
    ASSERT_EQ(sample.size(), 45u);
    std::map<std::pair<std::string, int>, int> counts;
    std::set<std::int64_t> ids;
    for (const SelectedTest &test : sample) {
        ++counts[{test.generator, test.label}];
        ids.insert(test.test);
    }
    EXPECT_EQ(ids.size(), 45u);
    for (const auto &[stratum, count] : counts) // 6 strata, 10 rare tests a class
        EXPECT_TRUE(count == 7 || count == 8) << stratum.first << stratum.second;
    EXPECT_EQ(stratifiedSample(tests, 120, 7).size(), 120u); // the rare ones are exhausted
    const auto again = stratifiedSample(tests, 45, 7);
    EXPECT_TRUE(std::ranges::equal(sample, again, {}, &SelectedTest::test, &SelectedTest::test));
    EXPECT_FALSE(std::ranges::equal(sample, stratifiedSample(tests, 45, 8), {}, &SelectedTest::test,
                                    &SelectedTest::test));
    EXPECT_EQ(stratifiedSample(tests, 1000, 7).size(), 300u);
}

TEST(LabelProtocolTest, InvalidImagesAreDeterministicAndDiffer)
{
    Image seed{{6, 5, 3}, {}};
    for (std::size_t i = 0; i < seed.shape.size(); ++i)
        seed.pixels.push_back(std::uint8_t(i));
    std::set<std::vector<std::uint8_t>> different;
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(invalidImage(i, seed, Rng(4, i)), invalidImage(i, seed, Rng(4, i)));
        different.insert(invalidImage(i, seed, Rng(4, i)).pixels);
    }
    EXPECT_EQ(different.size(), 6u);
    auto disordered = invalidImage(2, seed, Rng(4)).pixels;
    for (std::size_t pixel = 0; pixel < disordered.size(); pixel += 3) // colours stay together
        EXPECT_EQ(disordered[pixel] + 1, disordered[pixel + 1]);
    std::ranges::sort(disordered);
    EXPECT_EQ(disordered, seed.pixels);
}

class LabelProtocolStore : public LabelFixture { };

TEST_F(LabelProtocolStore, ItemsAreTestsChecksRepeatsTrainingAndExamples)
{
    makeSession(20);
    LabelProtocol asked = plainProtocol();
    asked.cleanChecks = 3;
    asked.invalidChecks = 2;
    asked.repeats = 4;
    asked.trainingClean = 1;
    asked.examples = {{1, 5, seen(1), "a dog"}};
    LabelStore store(file, Mode::ReadWrite);
    const LabelProtocol protocol = store.createProtocol(asked);
    EXPECT_EQ(protocol.classNames, (std::vector<std::string>{"cat", "dog", "cow", "hen"}));
    EXPECT_EQ(store.protocol(protocol.uuid), protocol);
    std::map<LabelItemKind, int> counts;
    for (const LabelItem &item : store.items(protocol.uuid, 0)) {
        ++counts[item.kind];
        if (item.kind == LabelItemKind::Clean) {
            EXPECT_EQ(item.known, LabelAnswer::Seen);
            EXPECT_EQ(store.image(item.uuid), sessiontest::smallImage(10'000 + *item.knownClass));
        }
        if (item.kind == LabelItemKind::Repeat) {
            EXPECT_EQ(store.image(item.uuid), store.image(item.repeats));
        }
    }
    EXPECT_EQ(counts,
              (std::map<LabelItemKind, int>{{LabelItemKind::Test, 20},
                                            {LabelItemKind::Clean, 3},
                                            {LabelItemKind::Invalid, 2},
                                            {LabelItemKind::Repeat, 4},
                                            {LabelItemKind::Training, 1},
                                            {LabelItemKind::Example, 1}}));
}

TEST_F(LabelProtocolStore, NextVersionLeavesTheOldOneAlone)
{
    makeSession(6);
    LabelStore store(file, Mode::ReadWrite);
    const LabelProtocol first = store.createProtocol(plainProtocol());
    LabelProtocol changed = first;
    changed.instructions = "Look twice.";
    const LabelProtocol second = store.createProtocol(changed);
    EXPECT_EQ(second.uuid, first.uuid);
    EXPECT_EQ(second.version, 2);
    EXPECT_EQ(store.protocol(first.uuid, 1), first);
    EXPECT_EQ(store.protocol(first.uuid).version, 2);
    EXPECT_EQ(store.protocols().size(), 2u);
    EXPECT_NE(store.items(first.uuid, 1)[0].uuid, store.items(first.uuid, 2)[0].uuid);
}

TEST_F(LabelProtocolStore, WhatCannotBeAskedIsSaid)
{
    makeSession(6);
    LabelStore store(file, Mode::ReadWrite);
    LabelProtocol asked = plainProtocol();
    asked.repeats = 7;
    EXPECT_EQ(errorOf([&] { store.createProtocol(asked); }).code(), ErrorCode::Usage);
    asked = plainProtocol();
    asked.runs = {9};
    EXPECT_EQ(errorOf([&] { store.createProtocol(asked); }).code(), ErrorCode::NotFound);
    asked = plainProtocol();
    asked.examples = {{1, 99, seen(1), ""}};
    EXPECT_EQ(errorOf([&] { store.createProtocol(asked); }).code(), ErrorCode::NotFound);
    asked = plainProtocol();
    asked.selection = TestSelection::Filter;
    asked.filter.mutator = "unheard-of";
    EXPECT_EQ(errorOf([&] { store.createProtocol(asked); }).code(), ErrorCode::NotFound);
    EXPECT_TRUE(store.protocols().empty());
}

TEST_F(LabelProtocolStore, SuggestionFitsTheSession)
{
    makeSession(40);
    LabelStore store(file, Mode::ReadWrite);
    const LabelProtocol suggested = store.suggestedProtocol();
    EXPECT_EQ(suggested.question, LabelQuestion::Class); // four classes
    EXPECT_TRUE(suggested.hidden.all());
    EXPECT_EQ(suggested.repeats, 4);
    EXPECT_NO_THROW(store.createProtocol(suggested));
    EXPECT_EQ(defaultProtocol(std::vector<std::string>(11, "c"), 500).question, LabelQuestion::Verdict);
    EXPECT_NO_THROW(checkProtocol(defaultProtocol(std::vector<std::string>(11, "c"), 500)));
}

TEST_F(LabelProtocolStore, SessionWithoutFailingTestsSaysSo)
{
    makeSession(0);
    const LabelStore store(file, Mode::ReadWrite);
    EXPECT_EQ(errorOf([&] { (void)store.suggestedProtocol(); }).code(), ErrorCode::NotFound);
}

} // namespace
} // namespace mutascope
