// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/store/records.h"

namespace mutascope {

class SessionStore;

// Whether the model predicted anything for a stored test. Where it failed on it (core/model/model_failure.h),
// the confidence is NaN and TestRecord::predicted means nothing.
bool hasPrediction(const TestRecord &test);

// How many of a run's failing tests the model failed on, counted from the stored tests: right for sessions of
// earlier versions too. Throws Error{NotFound} where there is no such run.
std::int64_t modelFailures(const SessionStore &store, std::int64_t run);

} // namespace mutascope
