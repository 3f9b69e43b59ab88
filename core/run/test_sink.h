// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include "core/base/stop.h"
#include "core/model/model.h"
#include "core/run/event.h"
#include <vector>

namespace mutascope {

// A test on its way into the store; norms, hash and verification are filled in by the sink.
struct PendingTest {
    TestRecord record;
    Image image;
    std::vector<PathFrame> path = {};
};

// Where a run's tests go: into a session, or, for a replay, against one. Called from the run's thread,
// between two steps.
class TestSink {
public:
    virtual ~TestSink() = default;
    virtual void add(std::vector<PendingTest> tests) = 0;
    // Everything added so far belongs to it. checkpoint.tests and pngs are empty: the sink fills them.
    virtual void checkpoint(Checkpoint checkpoint) = 0;
    // Waits until all of it has arrived. Throws what went wrong underway.
    virtual void flush() = 0;
    // When the search is over: verifies what was not verified beside it, unless control aborts. model: the
    // search's, which is free by then.
    virtual void verifyRest(Model &model, const RunControl &control, RunObserver &observer) = 0;
    // What happened since the last call, for the observer.
    virtual std::vector<RunEvent> takeEvents() = 0;
    virtual std::int64_t verified() const = 0; // failing tests that failed again, earlier runs included
    virtual std::int64_t verifyCalls() const = 0;
};

} // namespace mutascope
