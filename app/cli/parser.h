// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/cli/shell.h"

namespace mutascope::cli {

// Fills shell.action; false where --help or --version was asked for and printed. Throws Error{Usage} that
// names the nearest command or option.
bool parseCommandLine(int argc, char **argv, Shell &shell);

} // namespace mutascope::cli
