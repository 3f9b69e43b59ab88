// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/labels/verdict.h"
#include "core/store/label_rows.h"
#include <span>

namespace mutascope {

LabelVerdict verdictOf(const LabelEvent &event); // of a verdict or an adjudication

// What verdicts say together, each with Seen derived where it can be: the majority of who was not unsure
// about validity, then of who called it valid about the class. A tie leaves it open.
HumanVerdict consensus(std::span<const LabelVerdict> verdicts);

// About one test, over the items that show it: where there are adjudications these alone count. Who says the
// same in several protocols has one voice.
TestVerdict consensusOf(std::int64_t test, std::span<const LabelRows::TestLabels> items);

} // namespace mutascope
