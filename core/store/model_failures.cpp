// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/model_failures.h"
#include "core/store/session_store.h"
#include <algorithm>
#include <cmath>

namespace mutascope {

bool hasPrediction(const TestRecord &test)
{
    return !std::isnan(test.confidence);
}

// In large pages: a run may have millions of tests, and the tests before a page are passed over each time.
std::int64_t modelFailures(const SessionStore &store, std::int64_t run)
{
    constexpr std::int64_t page = 100'000;
    TestFilter failing;
    failing.failing = true;
    std::int64_t count = 0;
    for (std::int64_t offset = 0;; offset += page) {
        const std::vector<TestRecord> tests = store.tests(run, failing, offset, page);
        count += std::ranges::count_if(tests, [](const TestRecord &test) { return !hasPrediction(test); });
        if (std::int64_t(tests.size()) < page)
            return count;
    }
}

} // namespace mutascope
