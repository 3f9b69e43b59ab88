// SPDX-License-Identifier: GPL-3.0-or-later
// What jobs on models can be set to.
#pragma once

#include "app/bridge/job_values.h"

namespace mutascope::bridge {

QList<ArchitectureEntry> architectureEntries(); // with the seed among the fields
QList<widgets::ParamField> retrainFields();

} // namespace mutascope::bridge
