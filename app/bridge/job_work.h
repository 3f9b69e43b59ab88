// SPDX-License-Identifier: GPL-3.0-or-later
// The work of jobs on models, in the thread of whoever calls. Only bridge sources include this.
#pragma once

#include "app/bridge/job_inbox.h"
#include "app/bridge/job_values.h"
#include "core/base/stop.h"

namespace mutascope::bridge {

// Nothing where it was stopped before there was a model. Throws Error.
std::optional<TrainOutcome> trainProject(const TrainOrder &order, RunControl &control, JobInbox &inbox);
std::optional<RetrainOutcome> retrainProject(const RetrainOrder &order, RunControl &control, JobInbox &inbox);
TransferMatrix transferMatrix(const TransferOrder &order, RunControl &control, JobInbox &inbox);

} // namespace mutascope::bridge
