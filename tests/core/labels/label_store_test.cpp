// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/agreement_report.h"
#include "core/labels/consensus.h"
#include "core/labels/label_store.h"
#include "core/run/retrain_tests.h"
#include "core/store/uuid.h"
#include "tests/core/labels/label_fixture.h"

namespace mutascope {
namespace {

using namespace labeltest;

LabelVerdict other(int number)
{
    return {LabelAnswer::ValidOther, number, {}};
}

TEST(LabelConsensus, MajorityDecidesAndATieDoesNot)
{
    using V = std::vector<LabelVerdict>;
    const LabelVerdict same = plain(LabelAnswer::ValidSame);
    const LabelVerdict invalid = plain(LabelAnswer::Invalid);
    const LabelVerdict unsure = plain(LabelAnswer::Unsure);
    EXPECT_EQ(consensus(V{}), HumanVerdict::Unlabelled);
    EXPECT_EQ(consensus(V{same}), HumanVerdict::ValidSame);
    EXPECT_EQ(consensus(V{unsure}), HumanVerdict::Undecided);
    EXPECT_EQ(consensus(V{same, invalid}), HumanVerdict::Undecided);
    EXPECT_EQ(consensus(V{same, invalid, unsure, invalid}), HumanVerdict::Invalid);
    EXPECT_EQ(consensus(V{same, other(2)}), HumanVerdict::ValidUnclear);
    EXPECT_EQ(consensus(V{same, other(2), other(3), invalid}), HumanVerdict::ValidOther);
    EXPECT_EQ(consensus(V{seen(1)}), HumanVerdict::ValidUnclear); // nothing is expected
}

TEST(LabelConsensus, WhatWasSeenIsHeldAgainstTheClassExpected)
{
    EXPECT_EQ(derivedVerdict(seen(2), 2), plain(LabelAnswer::ValidSame));
    EXPECT_EQ(derivedVerdict(seen(2), 1), other(2));
    EXPECT_EQ(derivedVerdict(seen(2), std::nullopt), seen(2));
    EXPECT_EQ(labelPreserved(seen(2), 2), true);
    EXPECT_EQ(labelPreserved(seen(2), std::nullopt), std::nullopt);
    EXPECT_EQ(labelPreserved(plain(LabelAnswer::Invalid), 2), std::nullopt);
    EXPECT_EQ(validityOf(plain(LabelAnswer::Unsure)), Validity::Unknown);
    EXPECT_EQ(validityOf(seen(0)), Validity::Valid);
    EXPECT_EQ(verdictText(other(1), {"cat", "dog"}), "valid, other class: dog");
    EXPECT_EQ(verdictText(seen(7), {"cat", "dog"}), "7");
}

class LabelStoreTest : public LabelFixture {
protected:
    LabelProtocol begin(LabelStore &store, LabelQuestion question = LabelQuestion::Class)
    {
        return store.createProtocol(plainProtocol(question));
    }

    static LabelItem itemOf(const LabelStore &store, const LabelProtocol &protocol, std::int64_t test)
    {
        const auto items = store.items(protocol.uuid, protocol.version);
        return *std::ranges::find(items, test, &LabelItem::test);
    }

    static HumanVerdict verdictOf(const LabelStore &store, std::int64_t test)
    {
        for (const TestVerdict &verdict : store.testVerdicts(1))
            if (verdict.test == test)
                return verdict.verdict;
        return HumanVerdict::Unlabelled;
    }
};

TEST_F(LabelStoreTest, LabelsOfAllProtocolsDecideAboutATest)
{
    makeSession(8);
    LabelStore store(file, Mode::ReadWrite);
    const LabelProtocol classes = begin(store);
    const LabelProtocol verdicts = begin(store, LabelQuestion::Verdict);
    const Labeller ann = store.labellerNamed("Ann");
    const Labeller bo = store.labellerNamed("Bo");
    const std::string item = itemOf(store, classes, 5).uuid; // expects class 1
    EXPECT_EQ(verdictOf(store, 5), HumanVerdict::Unlabelled);
    label(store, classes, ann, item, seen(1));
    EXPECT_EQ(verdictOf(store, 5), HumanVerdict::ValidSame);
    label(store, verdicts, bo, itemOf(store, verdicts, 5).uuid, plain(LabelAnswer::Invalid));
    EXPECT_EQ(verdictOf(store, 5), HumanVerdict::Undecided);
    label(store, classes, ann, item, plain(LabelAnswer::Invalid)); // she looks again
    EXPECT_EQ(verdictOf(store, 5), HumanVerdict::Invalid);
    EXPECT_EQ(store.testVerdicts(1), (std::vector<TestVerdict>{{5, HumanVerdict::Invalid, 2}}));
    store.adjudicate(classes.uuid, 0, item, bo.uuid, seen(3));
    EXPECT_EQ(verdictOf(store, 5), HumanVerdict::ValidOther);
    EXPECT_EQ(store.labels(classes.uuid, 0).size(), 8u);
}

TEST_F(LabelStoreTest, WhoSaysItInTwoProtocolsHasOneVoice)
{
    makeSession(4);
    LabelStore store(file, Mode::ReadWrite);
    const LabelProtocol first = begin(store);
    const LabelProtocol second = begin(store, LabelQuestion::Verdict);
    const Labeller ann = store.labellerNamed("Ann");
    label(store, first, ann, itemOf(store, first, 1).uuid, seen(1));
    label(store, second, ann, itemOf(store, second, 1).uuid, plain(LabelAnswer::ValidSame));
    label(store, first, store.labellerNamed("Bo"), itemOf(store, first, 1).uuid, plain(LabelAnswer::Invalid));
    EXPECT_EQ(store.testVerdicts(1), (std::vector<TestVerdict>{{1, HumanVerdict::Undecided, 2}}));
    label(store, second, ann, itemOf(store, second, 1).uuid, plain(LabelAnswer::Invalid)); // and now two
    EXPECT_EQ(store.testVerdicts(1), (std::vector<TestVerdict>{{1, HumanVerdict::Invalid, 2}}));
}

TEST_F(LabelStoreTest, OnlyTestsOfAnUndoubtedClassAreTrainedWith)
{
    makeSession(5);
    {
        LabelStore store(file, Mode::ReadWrite);
        const LabelProtocol protocol = begin(store);
        const Labeller ann = store.labellerNamed("Ann");
        const auto say = [&](const Labeller &who, std::int64_t test, const LabelVerdict &verdict) {
            label(store, protocol, who, itemOf(store, protocol, test).uuid, verdict);
        };
        say(ann, 1, seen(1));
        say(ann, 2, seen(3)); // another class
        say(ann, 3, seen(3));
        say(store.labellerNamed("Bo"), 3, seen(0)); // of which class is open
        say(ann, 4, plain(LabelAnswer::Invalid));
    }
    const SessionStore session(file, SessionStore::Mode::ReadOnly);
    EXPECT_EQ(failingTestsOf(session, {1}, TestValidity::KeptByPeople).labels, std::vector<int>{1});
    EXPECT_EQ(failingTestsOf(session, {1}).count(), 5u);
}

TEST_F(LabelStoreTest, UndoTakesTheVerdictOfTheTestBack)
{
    makeSession(4);
    LabelStore store(file, Mode::ReadWrite);
    const LabelProtocol protocol = begin(store);
    LabellingQueue queue(store, protocol.uuid, 0, store.labellerNamed("Ann").uuid);
    queue.answer(plain(LabelAnswer::Invalid), {});
    EXPECT_EQ(store.testVerdicts(1).size(), 1u);
    queue.undo();
    EXPECT_TRUE(store.testVerdicts(1).empty());
    queue.redo();
    EXPECT_EQ(store.testVerdicts(1).size(), 1u);
}

TEST_F(LabelStoreTest, DisagreementsWaitUntilSomebodyDecides)
{
    makeSession(6);
    LabelStore store(file, Mode::ReadWrite);
    const LabelProtocol protocol = begin(store);
    const auto items = store.items(protocol.uuid, 0);
    const Labeller ann = store.labellerNamed("Ann");
    const Labeller bo = store.labellerNamed("Bo");
    const Labeller cy = store.labellerNamed("Cy");
    for (const Labeller &who : {ann, bo, cy})
        label(store, protocol, who, items[0].uuid, seen(1));
    label(store, protocol, ann, items[1].uuid, seen(1));
    label(store, protocol, bo, items[1].uuid, seen(1));
    label(store, protocol, cy, items[1].uuid, seen(2)); // 1 of 3 pairs agrees
    label(store, protocol, ann, items[2].uuid, seen(1));
    label(store, protocol, bo, items[2].uuid, plain(LabelAnswer::Invalid));
    label(store, protocol, ann, items[3].uuid, seen(1));
    label(store, protocol, bo, items[3].uuid, plain(LabelAnswer::Unsure));
    const auto open = disagreements(store, protocol.uuid, 0);
    ASSERT_EQ(open.size(), 2u);
    EXPECT_EQ(open[0].labels.item.uuid, items[2].uuid);
    EXPECT_TRUE(open[0].aboutValidity);
    EXPECT_EQ(open[0].agreement, 0);
    EXPECT_EQ(open[1].labels.item.uuid, items[1].uuid);
    EXPECT_FALSE(open[1].aboutValidity);
    EXPECT_DOUBLE_EQ(open[1].agreement, 1.0 / 3);
    // Another protocol can be about just these.
    LabelProtocol second = plainProtocol();
    second.selection = TestSelection::Disagreements;
    second.disagreementsOf = protocol.uuid;
    EXPECT_EQ(store.items(store.createProtocol(second).uuid, 0).size(), 2u);
    store.adjudicate(protocol.uuid, 0, items[2].uuid, cy.uuid, plain(LabelAnswer::Invalid));
    EXPECT_EQ(disagreements(store, protocol.uuid, 0).size(), 1u);
    store.adjudicate(protocol.uuid, 0, items[1].uuid, cy.uuid, seen(1));
    EXPECT_EQ(errorOf([&] { store.createProtocol(second); }).code(), ErrorCode::NotFound);
}

TEST_F(LabelStoreTest, ThousandsOfLabellers)
{
    makeSession(2);
    LabelStore store(file, Mode::ReadWrite);
    LabelRows &rows = store.rows();
    rows.inTransaction([&] {
        for (int i = 0; i < 5000; ++i)
            rows.insertLabeller({randomUuid(), "labeller " + std::to_string(i)});
    });
    EXPECT_EQ(store.labellers().size(), 5000u);
    const Labeller one = store.labellerNamed("labeller 4321");
    EXPECT_EQ(store.labellers().size(), 5000u); // found, not made
    const LabelProtocol protocol = begin(store);
    EXPECT_EQ(store.join(protocol.uuid, 0, one.uuid), 0);
    EXPECT_EQ(store.join(protocol.uuid, 0, store.labellerNamed("labeller 1").uuid), 1);
    EXPECT_EQ(store.join(protocol.uuid, 0, one.uuid), 0);
    EXPECT_EQ(store.labellersOf(protocol.uuid, 0).size(), 2u);
}

TEST_F(LabelStoreTest, NamesThatCannotBeShownAreRefused)
{
    makeSession(1);
    LabelStore store(file, Mode::ReadWrite);
    for (const std::string &name : {std::string(), std::string("  "), std::string(201, 'x'),
                                    std::string("a\nb"), std::string("\xff\xfe"), std::string("a\0b", 3)})
        EXPECT_EQ(errorOf([&] { store.labellerNamed(name); }).code(), ErrorCode::Usage);
    EXPECT_EQ(store.labellerNamed("Zoë Ångström 李").name, "Zoë Ångström 李");
}

TEST_F(LabelStoreTest, WhatDoesNotFitIsNotStored)
{
    makeSession(3);
    LabelStore store(file, Mode::ReadWrite);
    const LabelProtocol protocol = begin(store);
    const Labeller ann = store.labellerNamed("Ann");
    const std::string item = store.items(protocol.uuid, 0)[0].uuid;
    const auto code = [&](const std::string &which, const LabelVerdict &verdict) {
        return errorOf([&] { label(store, protocol, ann, which, verdict); }).code();
    };
    EXPECT_EQ(code(item, plain(LabelAnswer::ValidSame)), ErrorCode::Usage); // asked for a class
    EXPECT_EQ(code(item, plain(LabelAnswer::Seen)), ErrorCode::Usage); // which?
    EXPECT_EQ(code(item, seen(4)), ErrorCode::Usage);
    EXPECT_EQ(code(item, seen(-1)), ErrorCode::Usage);
    EXPECT_EQ(code(item, {LabelAnswer::Invalid, 1, {}}), ErrorCode::Usage);
    EXPECT_EQ(code(item, {LabelAnswer::Seen, 1, std::string(longestNote + 1, 'n')}), ErrorCode::Usage);
    EXPECT_EQ(code(randomUuid(), seen(1)), ErrorCode::NotFound);
    EXPECT_EQ(errorOf([&] {
                  label(store, protocol, {randomUuid(), "Bo"}, item, seen(1));
              }).code(),
              ErrorCode::NotFound);
    EXPECT_EQ(errorOf([&] { (void)store.protocol(randomUuid()); }).code(), ErrorCode::NotFound);
    EXPECT_EQ(errorOf([&] { (void)store.items(protocol.uuid, 2); }).code(), ErrorCode::NotFound);
    EXPECT_TRUE(store.events(protocol.uuid, 0).empty());
}

TEST_F(LabelStoreTest, ReadersWriteNothing)
{
    makeSession(3);
    const LabelProtocol protocol = LabelStore(file, Mode::ReadWrite).createProtocol(plainProtocol());
    LabelStore store(file, Mode::ReadOnly);
    EXPECT_THROW(store.labellerNamed("Ann"), Error);
    EXPECT_EQ(store.protocols().size(), 1u);
}

} // namespace
} // namespace mutascope
