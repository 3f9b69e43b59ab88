// SPDX-License-Identifier: GPL-3.0-or-later
// Light or dark colours, or those of the desktop; kept in the user's settings.
#pragma once

namespace mutascope::gui {

enum class Theme { System, Light, Dark };

Theme storedTheme();
// Of the whole application, at once.
void applyTheme(Theme theme);
void storeTheme(Theme theme);

} // namespace mutascope::gui
