// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deephunter/schedule.h"
#include <algorithm>

namespace mutascope::deephunter {

double pickProbability(std::int64_t fuzzed, double gamma, double least)
{
    return std::max(least, 1 - double(fuzzed) / gamma);
}

} // namespace mutascope::deephunter
