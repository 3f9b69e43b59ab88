// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of the bridge and of the window start from.
#pragma once

#include "app/bridge/values.h"

namespace mutascope {

constexpr int longWait = 120'000; // for runs; a failing test fails by its checks, not by the clock

inline QString sampleProject()
{
    return QStringLiteral(MUTASCOPE_SOURCE_DIR "/projects/fashion-mnist-lenet5");
}

inline bridge::RunSetup smallSetup()
{
    bridge::RunSetup setup;
    setup.generator = QStringLiteral("deephunter");
    setup.criterion = QStringLiteral("nc:0.75");
    setup.layers = QStringLiteral("default");
    setup.settings = {{QStringLiteral("seeds-per-class"), QStringLiteral("5")}};
    setup.budget.tests = 400;
    return setup;
}

} // namespace mutascope
