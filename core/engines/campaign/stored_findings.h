// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/reduce/reproducer.h"
#include "core/engines/search/finding_book.h"
#include "core/store/engine_records.h"
#include "core/store/session_store.h"

// Findings as a session file has them, and back.
namespace mutascope::engines {

EngineFindingRecord toRecord(const Finding &finding);
EngineModelRecord exampleOf(const Finding &finding);

// Throw Error{BadData} on what cannot be a finding, Error{NotFound} where there is none of the number.
std::vector<Finding> storedFindings(const SessionStore &store, std::int64_t run);
Finding storedFinding(const SessionStore &store, std::int64_t run, int number);

// As the campaign judged, with the finding's engine alone.
JudgeConfig judgeOf(const SessionStore &store, std::int64_t run, const Finding &finding);

// Judges the finding's example again. extraEngines: in the place of the campaign's, "": those. Throws as
// storedFinding() and makeJudge() do.
Reproduction reproduceStored(const SessionStore &store, std::int64_t run, int number,
                             const std::string &extraEngines = "");

} // namespace mutascope::engines
