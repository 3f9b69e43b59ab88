// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/process/serve.h"

namespace mutascope::engines {

// Starts this program anew, with addresses that are the same each time; returns where they are already, or
// where the system does not let it.
void fixAddresses(char *const *arguments);

// How long a child serves.
enum class Lives {
    OneModel, // what an engine with memory errors answers does not depend on the models before
    UntilItEnds, // many models
};

struct ServeFiles {
    int input = 0;
    int output = 1;
};

// As serve(), but in child processes that are forked from this one, which never takes a message. A child that
// a signal ends while it works at a message is an answer, {"status": "crash", "signal": N}, and the next
// message goes to a new child: a fork costs milliseconds, a start of the program half a second. Ends as the
// child did that ended in another way. Linux.
void serveAnew(const Handler &handler, const ServeFiles &files, Lives lives);

} // namespace mutascope::engines
