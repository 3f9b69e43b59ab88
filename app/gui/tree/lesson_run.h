// SPDX-License-Identifier: GPL-3.0-or-later
// The short runs of lessons.
#pragma once

#include "app/bridge/values.h"
#include "app/gui/tree/lesson.h"

namespace mutascope::gui {

bool isRun(LessonAct act);
bool isTreeWalk(LessonAct act);
// A few seconds each, longer where networks are trained, when they are played for the first time.
// act: one that isRun().
bridge::RunSetup runOfLesson(LessonAct act);

} // namespace mutascope::gui
