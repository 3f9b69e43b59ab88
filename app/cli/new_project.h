// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/project.h"

namespace mutascope::cli {

// Makes project.folder (which must not hold a project yet) with project.json and a copy of modelFile, and
// opens both to see that they fit together. What was made is taken away where they do not. A model whose
// weights are in files beside it stays where it is.
void makeProject(Project project, const std::filesystem::path &modelFile);

// Throws Error{Usage} where there is a project in folder already.
void checkNoProject(const std::filesystem::path &folder);

} // namespace mutascope::cli
