// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/stop.h"
#include "core/model/model.h"
#include "core/store/session_store.h"
#include <filesystem>
#include <nlohmann/json.hpp>

// Runs that no generator made: chosen or changed tests of a run that is there. They look like any other run,
// but cannot be executed again.
namespace mutascope {

struct DerivedTest {
    TestRecord record; // norms, hash and verified are filled in when it is stored; id: 1, 2, ...
    Image image;
    std::vector<PathFrame> path; // where it comes from
};

struct DerivedRun {
    RunRecord source; // the run it is made from
    std::filesystem::path session; // of the source
    std::string kind; // of derivedKinds(): "minimize", "reduce", "deduplicate"
    std::string criterion; // "" for none
    nlohmann::json options; // of the command, stored with the configuration
    std::vector<SeedRecord> seeds; // those of the source, with images
    std::vector<DerivedTest> tests;
    std::int64_t modelCalls = 0;
    double seconds = 0;
    double coverageStart = 0;
    double coverageEnd = 0;
    RunState state = RunState::Finished;
    std::string message;
};

// All of a run's seeds, with images.
std::vector<SeedRecord> seedsOf(const SessionStore &store, std::int64_t run);
// A copy of a stored test for a derived run: made from its seed, the mutation names run and test; its path is
// the stored one, else its lineage.
DerivedTest derivedTest(const SessionStore &store, std::int64_t run, const TestRecord &test,
                        const std::string &kind);

struct StoredDerived {
    std::int64_t run = 0;
    std::int64_t failing = 0;
    std::int64_t verified = 0; // failing tests that fail when read back from the file
};
// Stores and verifies it: each failing test is read back and predicted by the model again.
StoredDerived storeDerivedRun(SessionStore &store, const DerivedRun &run, Model &verifier);

} // namespace mutascope
