// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of the lessons about generators that train networks.
#pragma once

#include "app/gui/tree/lesson.h"

namespace mutascope::gui {

Lesson perturbationLesson();
Lesson latentLesson();

} // namespace mutascope::gui
