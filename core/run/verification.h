// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/stop.h"
#include "core/model/model.h"
#include "core/store/session_store.h"
#include <functional>
#include <span>

namespace mutascope {

// Some failing tests, and for each whether it fails again.
struct VerifiedBatch {
    std::span<const TestRecord> tests;
    std::vector<bool> failing;
};

// Predicts stored tests again from their PNG, batch by batch, until all are done or goOn says no (asked
// before each batch). onBatch may write to the store.
void verifyStored(const SessionStore &store, std::int64_t run, std::span<const TestRecord> tests,
                  Model &model, const std::function<bool()> &goOn,
                  const std::function<void(const VerifiedBatch &)> &onBatch);

} // namespace mutascope
