// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/icon_button.h"

#include "app/gui/icons.h"

#include <QPushButton>

namespace mutascope::gui {

QPushButton *makeIconButton(const QString &icon, const QString &text, const QString &objectName,
                            const QString &toolTip)
{
    auto *button = new QPushButton(themedIcon(icon), text);
    button->setObjectName(objectName);
    button->setToolTip(toolTip);
    return button;
}

} // namespace mutascope::gui
