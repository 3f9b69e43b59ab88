// SPDX-License-Identifier: GPL-3.0-or-later
// What the folder of an assessment holds, without running anything. Only bridge sources include this.
#pragma once

#include "app/bridge/assess_values.h"
#include "core/run/campaign/assessment.h"

namespace mutascope::bridge {

struct StoredAssessment {
    Assessment assessment;
    AssessSetup setup; // asks for the same plan again
};

// Throws Error{NotFound|BadData} where the folder holds no assessment, or a damaged one.
StoredAssessment readAssessment(const QString &folder);

} // namespace mutascope::bridge
