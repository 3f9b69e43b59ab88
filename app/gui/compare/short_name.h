// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace mutascope::gui {

// The name of a class within a sentence: a long one loses its middle, since both ends tell names apart.
QString shortName(const QString &name, int longest = 40);

} // namespace mutascope::gui
