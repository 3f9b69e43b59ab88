// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/model_failures.h"
#include "core/store/session_store.h"
#include <cmath>

namespace mutascope {

bool hasPrediction(const TestRecord &test)
{
    return !std::isnan(test.confidence);
}

std::int64_t modelFailures(const SessionStore &store, std::int64_t run)
{
    TestFilter failed;
    failed.failing = true;
    failed.predicts = false;
    return store.testCount(run, failed);
}

} // namespace mutascope
