// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/labels/labelling_queue.h"
#include "tests/core/store/session_fixture.h"

// Sessions with failing tests, and quick ways to label them.
namespace mutascope::labeltest {

using sessiontest::errorOf;
using Mode = LabelStore::Mode;

inline constexpr int classes = 4;

// A run of as many failing tests, classes in turn, each made from the seed of its class, predicted as the
// next.
inline std::int64_t addRun(SessionStore &store, std::int64_t tests, const std::string &generator = "random",
                           int offset = 0)
{
    RunRecord run = sessiontest::someRun();
    run.generator = generator;
    run.project = R"({"data":{"classes":["cat","dog","cow","hen"]}})";
    std::vector<SeedRecord> seeds;
    for (int i = 0; i < classes; ++i)
        seeds.push_back(
            {i, 100 + i, i, {0.25F, 0.25F, 0.25F, 0.25F}, sessiontest::smallImage(10'000 + offset + i)});
    const std::int64_t id = store.createRun(run, seeds);
    Checkpoint checkpoint;
    for (std::int64_t test = 1; test <= tests; ++test) {
        TestRecord record = sessiontest::someTest(test);
        record.seed = int(test % classes);
        record.label = int(test % classes);
        record.predicted = int((test + 1) % classes);
        record.failing = record.verified = true;
        sessiontest::addTest(checkpoint, record, sessiontest::smallImage(offset + int(test)));
    }
    store.writeCheckpoint(id, checkpoint);
    return id;
}

class LabelFixture : public sessiontest::SessionFixture {
protected:
    void makeSession(std::int64_t tests, const std::string &generator = "random")
    {
        SessionStore store(file, SessionStore::Mode::Create);
        addRun(store, tests, generator);
    }
};

// All failing tests, nothing beside them.
inline LabelProtocol plainProtocol(LabelQuestion question = LabelQuestion::Class)
{
    LabelProtocol protocol;
    protocol.name = "plain";
    protocol.question = question;
    protocol.selection = TestSelection::Failing;
    if (question == LabelQuestion::Verdict)
        protocol.hidden.expectedClass = false;
    return protocol;
}

inline LabelVerdict seen(int number)
{
    return {LabelAnswer::Seen, number, {}};
}

inline LabelVerdict plain(LabelAnswer answer)
{
    return {answer, std::nullopt, {}};
}

inline std::vector<std::string> orderOf(const LabellingQueue &queue)
{
    std::vector<std::string> order;
    for (std::size_t i = 0; i < queue.size(); ++i)
        order.push_back(queue.at(i).item.uuid);
    return order;
}

// What a labeller says about an item, stored as it would be from the queue.
inline void label(LabelStore &store, const LabelProtocol &protocol, const Labeller &labeller,
                  const std::string &item, const LabelVerdict &verdict)
{
    LabelEvent event;
    event.protocolUuid = protocol.uuid;
    event.protocolVersion = protocol.version;
    event.labeller = labeller.uuid;
    event.item = item;
    event.answer = verdict.answer;
    event.seenClass = verdict.seenClass;
    event.note = verdict.note;
    event.milliseconds = 1000;
    store.append(event);
}

} // namespace mutascope::labeltest
