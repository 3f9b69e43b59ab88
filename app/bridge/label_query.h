// SPDX-License-Identifier: GPL-3.0-or-later
// Reads labels into values; used in the thread of the store.
#pragma once

#include "app/bridge/label_values.h"

#include <QString>

namespace mutascope {
class LabelStore;
}

namespace mutascope::bridge {

LabelOverview queryOverview(const LabelStore &store);
QList<DisputedItem> queryDisputed(const LabelStore &store, const QString &protocol, int version);
ValidityValues queryValidity(const LabelStore &store, const QString &protocol, int version);

// 95 % interval of a share: Wilson, "Probable Inference, the Law of Succession", 1927.
void setInterval(widgets::ValidityBin &bin);

} // namespace mutascope::bridge
