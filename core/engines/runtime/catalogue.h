// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/process/program_engine.h"

// Which engines there are. Each runs in a process of its own: those built in in mutascope-engine, found
// beside the program that runs now or by MUTASCOPE_ENGINE.
namespace mutascope::engines {

struct CatalogueEntry {
    std::string id;
    std::string summary;
    ProgramSpec program;
};

// The built-in ones, in the order they are shown; those with planted faults only where
// MUTASCOPE_PLANTED_ENGINES is set to something.
std::vector<CatalogueEntry> builtInEngines();

// Those built in, then those of a JSON file (docs/engine-plugins.md): {"engines": [{"id", "summary",
// "command": [program, argument ...]}]}. "": none. Throws Error{NotFound|BadData|Usage}: no file, not of that
// form, an id twice.
std::vector<CatalogueEntry> allEngines(const std::string &extraEngines);

// One of them. Throws Error{Usage} that lists the names where there is none of that id.
const CatalogueEntry &engineNamed(const std::string &id, const std::vector<CatalogueEntry> &all);

// The reference's process.
ProgramSpec referenceProgram();

// Whether that engine's process forks for each model (process/serve_anew.h).
bool forksForEachModel(const std::string &id);

// mutascope-engine's work: answers as the engine of that id, or "reference", until the input ends. Throws
// Error{Usage} on an unknown id, Error{NotFound} where the engine's library is missing.
void serveBuiltIn(const std::string &id, int input, int output);

} // namespace mutascope::engines
