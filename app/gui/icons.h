// SPDX-License-Identifier: GPL-3.0-or-later
// Icons drawn in the colour of the text around them, light or dark.
#pragma once

#include <QIcon>
#include <QString>

namespace mutascope::gui {

// Must be called before the first icon is made: the resources are part of a static library.
void initialiseResources();

// Of :/icons/<name>.svg; follows the palette, also when it changes later.
QIcon themedIcon(const QString &name);
QIcon applicationIcon();

} // namespace mutascope::gui
