// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/project.h"

namespace mutascope {

// What a hand-edited project file may get wrong though each entry is of the right kind: class names that
// cannot be told apart, a default that names nothing. Throws ProjectKeyError. Not for snapshots: what a run
// was made with stays readable.
void checkProject(const Project &project);

} // namespace mutascope
