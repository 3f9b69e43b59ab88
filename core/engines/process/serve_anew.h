// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/process/serve.h"

namespace mutascope::engines {

// Starts this program anew, with addresses that are the same each time; returns where they are already, or
// where the system does not let it.
void fixAddresses(char *const *arguments);

// As serve(), but each model is prepared and run in a child process of its own, forked from this one, which
// never takes a message: what an engine with memory errors answers does not depend on the models before.
// Ends as the child did that ended other than with the input, by its signal too. Linux.
void serveAnew(const Handler &handler, int input, int output);

} // namespace mutascope::engines
