// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/store/session_fixture.h"
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <tuple>

namespace mutascope {
namespace {

using namespace sessiontest;
using Mode = SessionStore::Mode;

class SessionTraining : public SessionFixture {
protected:
    static Artefact someArtefact(const std::string &bytes)
    {
        return {"vae", std::string(64, 'a'), {{"data", "x"}, {"epochs", 3}}, bytes};
    }

    static Checkpoint learning()
    {
        Checkpoint checkpoint = someCheckpoint(1, 3);
        checkpoint.losses = {{1, 1, 2, {{"zeta", 0.5}, {"alpha", 2}}},
                             {2, 1, 2, {{"zeta", std::nan("")}, {"alpha", INFINITY}}}};
        checkpoint.documents = {{"ranking", {{"rows", {1, 2, 3}}}}};
        checkpoint.artefacts = {someArtefact(std::string("w\0eights", 8))};
        checkpoint.paths = {{2, {{smallImage(90), "seed", 1.5}, {smallImage(91), "generation 3", -0.25}}}};
        return checkpoint;
    }
};

TEST_F(SessionTraining, KeepsWhatWasLearned)
{
    {
        SessionStore store(file, Mode::Create);
        store.createRun(someRun(), {someSeed(0)});
        store.writeCheckpoint(1, learning());
    }
    const SessionStore store(file, Mode::ReadOnly);
    const std::vector<LossPoint> losses = store.losses(1);
    ASSERT_EQ(losses.size(), 2u);
    EXPECT_EQ(losses[0].values, (std::vector<std::pair<std::string, double>>{{"zeta", 0.5}, {"alpha", 2}}));
    EXPECT_TRUE(std::isnan(losses[1].values[0].second));
    EXPECT_EQ(losses[1].values[1].second, INFINITY);
    EXPECT_EQ(losses[1].epochs, 2);
    ASSERT_EQ(store.documents(1).size(), 1u);
    EXPECT_EQ(store.documents(1)[0].content, (nlohmann::json{{"rows", {1, 2, 3}}}));
    ASSERT_EQ(store.artefacts(1).size(), 1u);
    EXPECT_EQ(store.artefacts(1)[0].description.at("epochs"), 3);
    EXPECT_TRUE(store.artefacts(1)[0].bytes.empty());
    const auto artefact = store.artefact("vae", std::string(64, 'a'));
    ASSERT_TRUE(artefact);
    EXPECT_EQ(artefact->bytes, std::string("w\0eights", 8));
    EXPECT_FALSE(store.artefact("advgan", std::string(64, 'a')));
    EXPECT_FALSE(store.artefact("vae", std::string(64, 'b')));
}

TEST_F(SessionTraining, KeepsThePathOfATest)
{
    SessionStore store(file, Mode::Create);
    store.createRun(someRun(), {someSeed(0)});
    store.writeCheckpoint(1, learning());
    const std::vector<PathFrame> frames = store.path(1, 2);
    ASSERT_EQ(frames.size(), 2u);
    EXPECT_EQ(frames[0].image, smallImage(90));
    EXPECT_EQ(frames[1].caption, "generation 3");
    EXPECT_EQ(frames[1].value, -0.25);
    EXPECT_TRUE(store.path(1, 1).empty());
}

TEST_F(SessionTraining, WhatIsRepeatedReplacesTheOld)
{
    SessionStore store(file, Mode::Create);
    store.createRun(someRun(), {someSeed(0)});
    store.writeCheckpoint(1, learning());
    Checkpoint again = someCheckpoint(4, 5);
    again.losses = {{2, 1, 2, {{"zeta", 7}}}};
    again.documents = {{"ranking", nlohmann::json::array()}, {"table", 5}};
    store.writeCheckpoint(1, again);
    ASSERT_EQ(store.losses(1).size(), 2u);
    EXPECT_EQ(store.losses(1)[1].values.at(0).second, 7);
    ASSERT_EQ(store.documents(1).size(), 2u);
    EXPECT_EQ(store.documents(1)[0].content, nlohmann::json::array());
}

TEST_F(SessionTraining, ADocumentLeavesTheRunAsItIs)
{
    SessionStore store(file, Mode::Create);
    RunRecord ended = someRun();
    ended.state = RunState::Stopped;
    ended.message = "long ago";
    ended.finishedAt = "2020-02-29T12:00:00Z";
    store.createRun(ended, {someSeed(0)});
    store.writeDocument(1, {"clusters", {{"size", 3}}});
    store.writeDocument(1, {"clusters", {{"size", 4}}});
    const RunRecord after = store.run(1);
    EXPECT_EQ(after.finishedAt, "2020-02-29T12:00:00Z");
    EXPECT_EQ(after.state, RunState::Stopped);
    EXPECT_EQ(after.message, "long ago");
    EXPECT_EQ(after.counters.tests, ended.counters.tests);
    ASSERT_EQ(store.documents(1).size(), 1u);
    EXPECT_EQ(store.documents(1)[0].content, (nlohmann::json{{"size", 4}}));
}

TEST_F(SessionTraining, TrainingsOfARunCountTheirOwnBatches)
{
    SessionStore store(file, Mode::Create);
    for (int run = 1; run <= 2; ++run)
        store.createRun(someRun(), {someSeed(0)});
    Checkpoint first = someCheckpoint(1, 3);
    first.losses = {{1, 1, 2, {{"gan", 1}}, "Shirt and Coat"},
                    {2, 1, 2, {{"gan", 2}}, "Shirt and Coat"},
                    {1, 1, 2, {{"gan", 3}}, "Bag and Boot"}}; // later, though first in the alphabet
    store.writeCheckpoint(1, first);
    Checkpoint second = someCheckpoint(4, 5);
    second.losses = {{2, 1, 2, {{"gan", 4}}, "Bag and Boot"}, {2, 1, 2, {{"gan", 5}}, "Shirt and Coat"}};
    store.writeCheckpoint(1, second);
    std::vector<std::tuple<std::string, std::int64_t, double>> read;
    for (const LossPoint &point : store.losses(1))
        read.emplace_back(point.training, point.batch, point.values.at(0).second);
    EXPECT_EQ(read,
              (decltype(read){{"Shirt and Coat", 1, 1},
                              {"Shirt and Coat", 2, 5},
                              {"Bag and Boot", 1, 3},
                              {"Bag and Boot", 2, 4}}));
    EXPECT_TRUE(store.losses(2).empty());
    store.deleteRun(1);
    EXPECT_EQ(store.runs().size(), 1u);
}

TEST_F(SessionTraining, RunsShareArtefactsAndTheLastOneTakesThemAlong)
{
    SessionStore store(file, Mode::Create);
    for (int run = 1; run <= 2; ++run)
        store.createRun(someRun(), {someSeed(0)});
    store.writeCheckpoint(1, learning());
    Checkpoint second = someCheckpoint(1, 2);
    second.artefacts = {someArtefact({})}; // the session has the bytes
    store.writeCheckpoint(2, second);
    EXPECT_EQ(store.artefacts(2).size(), 1u);
    store.deleteRun(1);
    EXPECT_EQ(store.artefact("vae", std::string(64, 'a'))->bytes, std::string("w\0eights", 8));
    store.deleteRun(2);
    EXPECT_FALSE(store.artefact("vae", std::string(64, 'a')));
}

TEST_F(SessionTraining, NewBytesReplaceDamagedOnes)
{
    SessionStore store(file, Mode::Create);
    store.createRun(someRun(), {someSeed(0)});
    store.writeCheckpoint(1, learning());
    Checkpoint again = someCheckpoint(4, 5);
    again.artefacts = {someArtefact("better")};
    store.writeCheckpoint(1, again);
    EXPECT_EQ(store.artefact("vae", std::string(64, 'a'))->bytes, "better");
    EXPECT_EQ(store.artefacts(1).size(), 1u);
}

} // namespace
} // namespace mutascope
