// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>

namespace mutascope {

// A random (version 4) UUID. From the system, never from a run's generator: two runs of one seed differ.
std::string randomUuid();
// Of the form 01234567-89ab-cdef-0123-456789abcdef, lower case.
bool isUuid(const std::string &text);
// The UUID that a text always gives, for things that must be the same however often they are read.
std::string uuidOf(const std::string &text);

// Wall clock, ISO 8601 UTC with milliseconds.
std::string utcNowMilliseconds();

} // namespace mutascope
