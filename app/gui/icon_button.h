// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QPushButton;

namespace mutascope::gui {

// icon: of themedIcon().
QPushButton *makeIconButton(const QString &icon, const QString &text, const QString &objectName,
                            const QString &toolTip);

} // namespace mutascope::gui
