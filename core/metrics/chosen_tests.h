// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/metric.h"

namespace mutascope {

// Which tests a metric of naturalness is about: parameter "tests".
enum class TestChoice { Failing, ValidFailing, All };

ParamSpec testsParam();
TestChoice testChoiceOf(const ParamSet &params);
const char *nounOf(TestChoice choice); // "failing tests"

// Rows of the batch. Throws Error{Internal} where its members differ in length, or where it has no images
// or features although they are needed.
std::vector<std::size_t> chosenTests(const MetricBatch &batch, TestChoice choice, const MetricNeeds &needs);

} // namespace mutascope
