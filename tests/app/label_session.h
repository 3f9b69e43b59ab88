// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions with failing tests that need no model: what the tests of labelling start from.
#pragma once

#include "app/bridge/convert.h"
#include "core/base/hash.h"
#include "core/labels/labelling_queue.h"
#include "core/store/session_store.h"

#include <QString>

namespace mutascope {

constexpr int labelClasses = 10;

// A bar whose place tells the class, on a ground that differs from test to test.
inline Image drawnImage(int label, int number)
{
    Image image{{28, 28, 1}, std::vector<std::uint8_t>(28 * 28, std::uint8_t(number % 61))};
    for (int row = 4; row < 24; ++row)
        for (int column = 2 * label + 3; column < 2 * label + 7; ++column)
            image.pixels[std::size_t(row * 28 + column)] = std::uint8_t(255 - number % 97);
    image.pixels[0] = std::uint8_t(number / 256);
    image.pixels[1] = std::uint8_t(number % 256);
    return image;
}

inline std::string projectText(int classes)
{
    std::string names;
    for (int i = 0; i < classes; ++i)
        names += (i > 0 ? ",\"" : "\"") + std::string(classes > labelClasses ? "sign " : "kind ")
            + char('a' + i % 26) + std::to_string(i) + '"';
    return R"({"data":{"classes":[)" + names + "]}}";
}

inline TestRecord drawnTest(std::int64_t id, int classes, const Image &image)
{
    TestRecord test;
    test.id = id;
    test.mutation.mutator = id % 2 == 0 ? "rotate" : "blur";
    test.seed = test.label = int(id % classes);
    test.predicted = int((id + 1) % classes);
    test.failing = test.verified = true;
    test.atTests = id;
    test.l2 = double(id % 50) / 5;
    test.probabilities.assign(std::size_t(classes), 1.0F / float(classes));
    test.imageSha256 = sha256(image.pixels);
    return test;
}

// A run of as many failing tests, classes in turn, predicted as the next one.
inline void addDrawnRun(const QString &file, int tests, const std::string &generator,
                        int classes = labelClasses)
{
    SessionStore store(bridge::toPath(file), SessionStore::Mode::Create);
    RunRecord run;
    run.generator = generator;
    run.criterion = "nc:0.75";
    run.config = "{}";
    run.project = projectText(classes);
    run.versions = "{}";
    std::vector<SeedRecord> seeds;
    const std::vector<float> even(std::size_t(classes), 1.0F / float(classes));
    for (int i = 0; i < classes; ++i)
        seeds.push_back({i, 100 + i, i, even, drawnImage(i % labelClasses, 50'000 + i)});
    const std::int64_t id = store.createRun(run, seeds);
    Checkpoint checkpoint;
    const int first = int(store.runs().size()) * 10'000;
    for (int test = 1; test <= tests; ++test) {
        const Image image = drawnImage((test % classes) % labelClasses, first + test);
        checkpoint.tests.push_back(drawnTest(test, classes, image));
        checkpoint.pngs.push_back(encodePng(image));
        checkpoint.coverage.push_back({double(test), test, test, test, double(test) / (2.0 * tests)});
    }
    checkpoint.counters.tests = checkpoint.counters.failing = tests;
    store.writeCheckpoint(id, checkpoint);
    store.finishRun(id, RunState::Finished, {}, checkpoint.counters, 0, 0.5);
}

// All failing tests and nothing beside them.
inline LabelProtocol plainProtocol(LabelQuestion question = LabelQuestion::Class)
{
    LabelProtocol protocol;
    protocol.name = "plain";
    protocol.question = question;
    protocol.selection = TestSelection::Failing;
    if (question == LabelQuestion::Verdict)
        protocol.hidden.seed = false;
    return protocol;
}

inline LabelProtocol storeProtocol(const QString &file, const LabelProtocol &protocol)
{
    LabelStore store(bridge::toPath(file), LabelStore::Mode::ReadWrite);
    return store.createProtocol(protocol);
}

} // namespace mutascope
