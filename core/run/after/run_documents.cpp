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
    store.writeDocument(run, document);
}

} // namespace mutascope
