// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/labelling_queue.h"
#include "tests/core/labels/label_fixture.h"
#include <csignal>
#include <set>

namespace mutascope {
namespace {

using namespace labeltest;

class LabellingQueueTest : public LabelFixture {
protected:
    // A queue over 30 tests, without anything beside them.
    LabelProtocol begin(std::int64_t tests = 30)
    {
        makeSession(tests);
        return LabelStore(file, Mode::ReadWrite).createProtocol(plainProtocol());
    }
};

TEST_F(LabellingQueueTest, OrdersDifferByLabellerAndStayTheSame)
{
    const LabelProtocol protocol = begin();
    std::vector<std::string> first;
    {
        LabelStore store(file, Mode::ReadWrite);
        first = orderOf(LabellingQueue(store, protocol.uuid, 0, store.labellerNamed("Ann").uuid));
    }
    LabelStore store(file, Mode::ReadWrite);
    EXPECT_EQ(orderOf(LabellingQueue(store, protocol.uuid, 0, store.labellerNamed("Ann").uuid)), first);
    const auto second = orderOf(LabellingQueue(store, protocol.uuid, 0, store.labellerNamed("Bo").uuid));
    EXPECT_NE(second, first);
    EXPECT_EQ(std::set(second.begin(), second.end()), std::set(first.begin(), first.end()));
    EXPECT_EQ(first.size(), 30u);
}

TEST_F(LabellingQueueTest, AnswersGoToTheNextAndARestartGoesOn)
{
    const LabelProtocol protocol = begin();
    std::string expected;
    {
        LabelStore store(file, Mode::ReadWrite);
        LabellingQueue queue(store, protocol.uuid, 0, store.labellerNamed("Ann").uuid);
        for (int i = 0; i < 7; ++i)
            queue.answer(seen(i % classes), {1500, 50});
        EXPECT_EQ(queue.current()->position, 7u);
        expected = queue.current()->item.uuid;
    }
    LabelStore store(file, Mode::ReadWrite);
    LabellingQueue queue(store, protocol.uuid, 0, store.labellerNamed("Ann").uuid);
    EXPECT_EQ(queue.current()->item.uuid, expected);
    EXPECT_EQ(queue.at(2).verdict, seen(2));
    const LabellingProgress progress = queue.progress();
    EXPECT_EQ(progress.done, 7u);
    EXPECT_EQ(progress.total, 30u);
    EXPECT_EQ(progress.medianSeconds, 1.5);
    EXPECT_EQ(progress.secondsLeft, 1.5 * 23);
}

TEST_F(LabellingQueueTest, PaceIsTheMedianOfTheLastTwenty)
{
    const LabelProtocol protocol = begin(40);
    LabelStore store(file, Mode::ReadWrite);
    LabellingQueue queue(store, protocol.uuid, 0, store.labellerNamed("Ann").uuid);
    EXPECT_FALSE(queue.progress().medianSeconds);
    for (int i = 1; i <= 30; ++i)
        queue.answer(plain(LabelAnswer::Unsure), {i * 1000, 0});
    EXPECT_EQ(queue.progress().medianSeconds, 20.5); // of 11 to 30
}

TEST_F(LabellingQueueTest, UndoAndRedoGoAcrossImagesAndRestarts)
{
    const LabelProtocol protocol = begin();
    std::vector<std::string> order;
    {
        LabelStore store(file, Mode::ReadWrite);
        LabellingQueue queue(store, protocol.uuid, 0, store.labellerNamed("Ann").uuid);
        order = orderOf(queue);
        for (int i = 0; i < 10; ++i)
            queue.answer(seen(1), {});
        for (int i = 0; i < 5; ++i)
            EXPECT_TRUE(queue.undo());
        EXPECT_EQ(queue.current()->item.uuid, order[5]);
        EXPECT_FALSE(queue.current()->verdict);
    }
    LabelStore store(file, Mode::ReadWrite);
    LabellingQueue queue(store, protocol.uuid, 0, store.labellerNamed("Ann").uuid);
    EXPECT_EQ(queue.current()->item.uuid, order[5]);
    EXPECT_TRUE(queue.redo());
    EXPECT_EQ(queue.current()->item.uuid, order[6]);
    EXPECT_EQ(queue.at(5).verdict, seen(1));
    queue.answer(seen(2), {}); // what was undone and not done again is gone from redo
    EXPECT_FALSE(queue.canRedo());
    EXPECT_EQ(queue.at(6).verdict, seen(2));
    EXPECT_EQ(queue.progress().done, 7u);
    // Nothing was overwritten: 10 verdicts, 5 undo, 1 redo, 1 verdict.
    EXPECT_EQ(store.events(protocol.uuid, 0).size(), 17u);
    int undone = 0;
    while (queue.undo())
        ++undone;
    EXPECT_EQ(undone, 7);
    EXPECT_EQ(queue.progress().done, 0u);
    EXPECT_FALSE(queue.undo());
}

TEST_F(LabellingQueueTest, AnotherVerdictReplacesAndItsUndoBringsBackTheFirst)
{
    const LabelProtocol protocol = begin();
    LabelStore store(file, Mode::ReadWrite);
    LabellingQueue queue(store, protocol.uuid, 0, store.labellerNamed("Ann").uuid);
    queue.answer(seen(1), {});
    EXPECT_TRUE(queue.back());
    queue.answer({LabelAnswer::Invalid, std::nullopt, "smeared"}, {});
    EXPECT_EQ(queue.at(0).verdict->note, "smeared");
    EXPECT_EQ(queue.current()->position, 1u);
    queue.undo();
    EXPECT_EQ(queue.current()->position, 0u);
    EXPECT_EQ(queue.at(0).verdict, seen(1));
    // The database says the same as the history in memory.
    EXPECT_EQ(store.rows().currentOf(queue.at(0).item.uuid).at(0).answer, LabelAnswer::Seen);
}

TEST_F(LabellingQueueTest, SkippedItemsComeAgainAtTheEnd)
{
    const LabelProtocol protocol = begin(5);
    LabelStore store(file, Mode::ReadWrite);
    const std::string ann = store.labellerNamed("Ann").uuid;
    std::vector<std::string> order;
    {
        LabellingQueue queue(store, protocol.uuid, 0, ann);
        order = orderOf(queue);
        queue.answer(seen(0), {});
        queue.skip({}); // order[1]
        EXPECT_EQ(queue.current()->item.uuid, order[2]);
        queue.skip({}); // order[2]
        queue.answer(seen(0), {}); // order[3]
    }
    LabellingQueue queue(store, protocol.uuid, 0, ann);
    EXPECT_EQ(queue.current()->item.uuid, order[4]);
    EXPECT_EQ(queue.progress().skipped, 2u);
    queue.answer(seen(0), {});
    EXPECT_EQ(queue.current()->item.uuid, order[1]);
    EXPECT_TRUE(queue.current()->skipped);
    queue.skip({}); // once more: the other one is first now
    EXPECT_EQ(queue.current()->item.uuid, order[2]);
    EXPECT_TRUE(queue.undo());
    EXPECT_EQ(queue.current()->item.uuid, order[1]);
    queue.answer(seen(0), {});
    queue.answer(seen(0), {});
    EXPECT_TRUE(queue.finished());
    EXPECT_FALSE(queue.current());
    EXPECT_EQ(errorOf([&] { queue.answer(seen(0), {}); }).code(), ErrorCode::Usage);
    EXPECT_TRUE(queue.back());
    EXPECT_EQ(queue.current()->position, 4u);
    EXPECT_FALSE(queue.forward());
}

TEST_F(LabellingQueueTest, AfterAJumpTheItemsInFrontComeBeforeSkippedOnes)
{
    const LabelProtocol protocol = begin(5);
    LabelStore store(file, Mode::ReadWrite);
    LabellingQueue queue(store, protocol.uuid, 0, store.labellerNamed("Ann").uuid);
    const auto order = orderOf(queue);
    queue.jump(3);
    queue.skip({});
    EXPECT_EQ(queue.current()->item.uuid, order[4]);
    queue.answer(seen(0), {});
    EXPECT_EQ(queue.current()->item.uuid, order[0]);
    EXPECT_EQ(errorOf([&] { queue.jump(5); }).code(), ErrorCode::Usage);
}

// From an open item too: who jumped there comes back to where they were.
TEST_F(LabellingQueueTest, NextIsAnotherItemWithoutAVerdict)
{
    const LabelProtocol protocol = begin(5);
    LabelStore store(file, Mode::ReadWrite);
    LabellingQueue queue(store, protocol.uuid, 0, store.labellerNamed("Ann").uuid);
    queue.answer(seen(0), {});
    for (const std::size_t position : {2U, 3U, 4U, 1U}) {
        queue.toNext();
        EXPECT_EQ(queue.current()->position, position);
    }
    for (int i = 0; i < 3; ++i)
        queue.answer(seen(0), {});
    queue.toNext(); // there is no other
    EXPECT_EQ(queue.current()->position, 4U);
    queue.answer(seen(0), {});
    queue.toNext();
    EXPECT_FALSE(queue.current());
}

TEST_F(LabellingQueueTest, ABlindProtocolShowsNothingButTheImage)
{
    makeSession(12);
    LabelProtocol asked = plainProtocol();
    asked.cleanChecks = 3;
    asked.invalidChecks = 3;
    asked.repeats = 3;
    LabelStore store(file, Mode::ReadWrite);
    const LabelProtocol protocol = store.createProtocol(asked);
    const Labeller bo = store.labellerNamed("Bo");
    LabellingQueue other(store, protocol.uuid, 0, bo.uuid);
    other.answer(seen(1), {});
    LabellingQueue queue(store, protocol.uuid, 0, store.labellerNamed("Ann").uuid);
    for (std::size_t i = 0; i < queue.size(); ++i) {
        const QueueItem shown = queue.at(i);
        LabelItem bare;
        bare.uuid = shown.item.uuid;
        EXPECT_EQ(shown.item, bare);
        EXPECT_FALSE(shown.expected || shown.predicted);
        EXPECT_EQ(shown.generator, "");
        EXPECT_TRUE(shown.others.empty());
        EXPECT_FALSE(queue.seedImage(i));
        EXPECT_EQ(queue.image(i).shape, (ImageShape{4, 4, 1}));
    }
}

TEST_F(LabellingQueueTest, AnOpenProtocolShowsWhatItMay)
{
    makeSession(4, "advgan");
    LabelProtocol asked = plainProtocol(LabelQuestion::Verdict);
    asked.hidden = {false, false, false, false, false};
    LabelStore store(file, Mode::ReadWrite);
    const LabelProtocol protocol = store.createProtocol(asked);
    const Labeller bo = store.labellerNamed("Bo");
    const auto items = store.items(protocol.uuid, 0);
    label(store, protocol, bo, items[2].uuid, plain(LabelAnswer::Invalid));
    LabellingQueue queue(store, protocol.uuid, 0, store.labellerNamed("Ann").uuid);
    const auto order = orderOf(queue);
    const auto place = std::size_t(std::ranges::find(order, items[2].uuid) - order.begin());
    const QueueItem shown = queue.at(place);
    EXPECT_EQ(shown.expected, items[2].expected);
    EXPECT_EQ(shown.predicted, (*items[2].expected + 1) % classes);
    EXPECT_EQ(shown.generator, "advgan");
    ASSERT_EQ(shown.others.size(), 1u);
    EXPECT_EQ(shown.others[0].first, "Bo");
    EXPECT_EQ(queue.seedImage(place), sessiontest::smallImage(10'000 + *items[2].expected));
}

TEST_F(LabellingQueueTest, TrainingComesFirstAndTellsWhatIsRight)
{
    makeSession(8);
    LabelProtocol asked = plainProtocol();
    asked.trainingClean = 1;
    asked.trainingInvalid = 1;
    asked.training = {{1, 5, seen(1), "a dog, dark"}};
    asked.examples = {{1, 6, seen(2), "a cow"}};
    LabelStore store(file, Mode::ReadWrite);
    const LabelProtocol protocol = store.createProtocol(asked);
    LabellingQueue queue(store, protocol.uuid, 0, store.labellerNamed("Ann").uuid);
    ASSERT_EQ(queue.examples().size(), 1u);
    EXPECT_EQ(queue.examples()[0].text, "a cow");
    EXPECT_EQ(queue.size(), 11u);
    EXPECT_EQ(queue.progress().trainingLeft, 3u);
    EXPECT_EQ(queue.progress().positions, 11u);
    EXPECT_EQ(queue.progress().total, 8u);
    EXPECT_EQ(queue.current()->item.kind, LabelItemKind::Training);
    const auto clean = queue.answer(plain(LabelAnswer::Invalid), {});
    ASSERT_TRUE(clean);
    EXPECT_FALSE(clean->right);
    EXPECT_EQ(clean->answer.answer, LabelAnswer::Seen);
    EXPECT_TRUE(queue.answer(plain(LabelAnswer::Invalid), {})->right);
    const auto given = queue.answer(seen(1), {});
    EXPECT_TRUE(given->right);
    EXPECT_EQ(given->text, "a dog, dark");
    EXPECT_FALSE(queue.answer(seen(1), {})); // no more training
    EXPECT_EQ(queue.progress().done, 1u);
    EXPECT_EQ(queue.progress().total, 8u);
}

TEST_F(LabellingQueueTest, ARepeatComesWellAfterTheFirstTime)
{
    makeSession(60);
    LabelProtocol asked = plainProtocol();
    asked.repeats = 10;
    LabelStore store(file, Mode::ReadWrite);
    const LabelProtocol protocol = store.createProtocol(asked);
    const auto items = store.items(protocol.uuid, 0);
    for (const char *name : {"Ann", "Bo", "Cy"}) {
        const auto order = labellingOrder(protocol, items, store.labellerNamed(name).uuid, 0);
        ASSERT_EQ(order.size(), 70u);
        int repeats = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (order[i].repeats.empty())
                continue;
            const auto first = std::ranges::find(order, order[i].repeats, &LabelItem::uuid) - order.begin();
            const auto latest = std::ptrdiff_t(order.size()) - 1 - 10; // where fewer come behind the first
            EXPECT_GE(std::ptrdiff_t(i) - first, std::min<std::ptrdiff_t>(20, latest - first));
            EXPECT_GT(std::ptrdiff_t(i), first);
            ++repeats;
        }
        EXPECT_EQ(repeats, 10);
    }
}

TEST_F(LabellingQueueTest, EachTestGetsAsManyLabellersAsAsked)
{
    makeSession(31);
    LabelProtocol asked = plainProtocol();
    asked.labelsPerTest = 2;
    asked.labellers = 5;
    asked.cleanChecks = 2;
    asked.repeats = 4;
    LabelStore store(file, Mode::ReadWrite);
    const LabelProtocol protocol = store.createProtocol(asked);
    std::map<std::string, int> asks;
    for (const char *name : {"A", "B", "C", "D", "E"}) {
        const LabellingQueue queue(store, protocol.uuid, 0, store.labellerNamed(name).uuid);
        for (const std::string &item : orderOf(queue))
            ++asks[item];
        EXPECT_NEAR(double(queue.size()), (31 * 2 + 4 * 2) / 5.0 + 2, 4);
    }
    for (const LabelItem &item : store.items(protocol.uuid, 0))
        EXPECT_EQ(asks[item.uuid], item.kind == LabelItemKind::Clean ? 5 : 2);
}

// The clock of the machine is put back between two verdicts: their order stays that of their numbers.
TEST_F(LabellingQueueTest, ClocksThatGoBackwardsReorderNothing)
{
    const LabelProtocol protocol = begin(3);
    LabelStore store(file, Mode::ReadWrite);
    const std::string ann = store.labellerNamed("Ann").uuid;
    std::string item;
    {
        LabellingQueue queue(store, protocol.uuid, 0, ann);
        item = queue.current()->item.uuid;
        store.setClock([] { return "2030-01-01T00:00:00.000Z"; });
        queue.answer(seen(1), {-5, 0});
        queue.back();
        store.setClock([] { return "1999-01-01T00:00:00.000Z"; });
        queue.answer(seen(2), {});
    }
    const auto current = store.rows().currentOf(item);
    ASSERT_EQ(current.size(), 1u);
    EXPECT_EQ(current[0].seenClass, 2);
    EXPECT_EQ(current[0].at, "1999-01-01T00:00:00.000Z");
    EXPECT_EQ(LabellingQueue(store, protocol.uuid, 0, ann).at(0).verdict, seen(2));
    EXPECT_EQ(store.events(protocol.uuid, 0).front().milliseconds, 0);
}

// The process is killed right after the answer was taken, without any chance to tidy up.
TEST_F(LabellingQueueTest, KillLosesNoVerdict)
{
    const LabelProtocol protocol = begin(6);
    for (std::size_t done = 1; done <= 5; ++done) {
        const pid_t child = sessiontest::startChild([&] {
            LabelStore store(file, Mode::ReadWrite);
            LabellingQueue queue(store, protocol.uuid, 0, store.labellerNamed("Ann").uuid);
            if (queue.progress().done != done - 1)
                return 1;
            queue.answer(seen(int(done) % classes), {});
            ::raise(SIGKILL);
            return 2;
        });
        ASSERT_EQ(sessiontest::exitCodeOf(child), 128 + SIGKILL);
    }
    LabelStore store(file, Mode::ReadWrite);
    const LabellingQueue queue(store, protocol.uuid, 0, store.labellerNamed("Ann").uuid);
    EXPECT_EQ(queue.progress().done, 5u);
    EXPECT_EQ(queue.at(4).verdict, seen(5 % classes));
}

TEST_F(LabellingQueueTest, TwoProgramsAreToldApart)
{
    const LabelProtocol protocol = begin(3);
    const LabelStore first(file, Mode::ReadWrite);
    const Error error = errorOf([&] { LabelStore(file, Mode::ReadWrite); });
    EXPECT_EQ(error.code(), ErrorCode::Locked);
    EXPECT_FALSE(error.hint().empty());
    EXPECT_EQ(LabelStore(file, Mode::ReadOnly).protocols().size(), 1u);
}

} // namespace
} // namespace mutascope
