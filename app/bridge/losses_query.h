// SPDX-License-Identifier: GPL-3.0-or-later
// What a training left in a store, in Qt values. Only bridge sources include this.
#pragma once

#include "app/bridge/convert.h"
#include "app/bridge/losses.h"

namespace mutascope::bridge {

LossRow toLossRow(const LossPoint &point);
TrainingRecord queryTraining(const SessionStore &store, qint64 run); // throws Error

} // namespace mutascope::bridge
