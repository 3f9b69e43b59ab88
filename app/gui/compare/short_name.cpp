// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/compare/short_name.h"

namespace mutascope::gui {

QString shortName(const QString &name, int longest)
{
    if (name.size() <= longest)
        return name;
    const int half = (longest - 1) / 2;
    return name.left(half) + QChar(u'\u2026') + name.right(longest - 1 - half);
}

} // namespace mutascope::gui
