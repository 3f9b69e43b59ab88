// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/deephunter/schedule.h"

namespace mutascope::deephunter {

std::vector<ParamSpec> params();
// The schedule that the parameters describe.
std::unique_ptr<Schedule> makeSchedule(const ParamSet &params);

} // namespace mutascope::deephunter
