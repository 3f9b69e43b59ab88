// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/after/derived_run.h"
#include <filesystem>

// Where runs go that minimize, reduce and deduplicate make: a session file, made or added to, or a folder of
// PNG files as 'export' writes it.
namespace mutascope::cli {

// Before long work. Throws Error{Io|NotFound|Usage}.
void checkDerivedTarget(const std::filesystem::path &out);

struct WrittenRun {
    std::filesystem::path out;
    bool folder = false;
    StoredDerived stored; // run: 0 in a folder
};
WrittenRun writeDerivedRun(const DerivedRun &run, Model &verifier, const std::filesystem::path &out,
                           RunControl &control);

nlohmann::json jsonOf(const WrittenRun &written);
std::string textOf(const WrittenRun &written); // "small.mscope: run 2, 40 failing tests, 40 verified"

} // namespace mutascope::cli
