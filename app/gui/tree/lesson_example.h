// SPDX-License-Identifier: GPL-3.0-or-later
// The test that a lesson looks at: a failing one that is near to its seed, so that one sees what was changed.
#pragma once

#include <QObject>
#include <functional>

namespace mutascope::bridge {
class SessionReader;
}

namespace mutascope::gui {

// Of the run's first failing tests the one whose L2 distance is the smallest; where none fails, the first
// test. No answer without any test, or when receiver is gone.
void findExample(bridge::SessionReader &reader, qint64 run, QObject *receiver,
                 const std::function<void(qint64 test)> &answer);

} // namespace mutascope::gui
