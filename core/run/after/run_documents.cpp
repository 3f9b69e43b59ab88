// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/after/run_documents.h"
#include "core/base/error.h"
#include <fmt/format.h>

namespace mutascope {

void storeDocument(SessionStore &store, std::int64_t run, const RunDocument &document)
{
    const RunRecord record = store.run(run);
    if (record.state == RunState::Running)
        throw Error(ErrorCode::Usage,
                    fmt::format("run {} of '{}' has not ended, so nothing is added to it", run,
                                store.file().string()),
                    "Go on with it first: mutascope-cli resume FILE");
    // A checkpoint replaces what it does not append, so it repeats what is there.
    Checkpoint checkpoint;
    checkpoint.counters = record.counters;
    checkpoint.coverageEnd = record.coverageEnd;
    checkpoint.yields = store.yields(run);
    if (const auto state = store.savedState(run)) {
        checkpoint.generatorState = state->generator;
        checkpoint.criterionState = state->criterion;
    }
    checkpoint.documents = {document};
    store.writeCheckpoint(run, checkpoint);
    store.finishRun(run, record.state, record.message, record.counters, record.coverageStart,
                    record.coverageEnd);
}

} // namespace mutascope
