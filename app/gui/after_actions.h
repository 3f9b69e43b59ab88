// SPDX-License-Identifier: GPL-3.0-or-later
// What leads from a run to work on its tests.
#pragma once

#include "app/bridge/after_values.h"

#include <QList>
#include <functional>

class QAction;
class QPushButton;
class QWidget;

namespace mutascope::gui {

// "Minimise…", "Reduce…", "Cluster…", "Remove duplicates…": children of parent.
QList<QAction *> makeAfterActions(QWidget *parent, const std::function<void(bridge::AfterKind)> &chosen);
// With these actions as its menu.
QPushButton *makeAfterButton(const QList<QAction *> &actions);

} // namespace mutascope::gui
