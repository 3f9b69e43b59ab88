// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QLineEdit;
class QString;

namespace mutascope::gui {

// Lets a session file be chosen that a run is added to, there or not; its path goes into the line.
void chooseSessionFile(QLineEdit &line, const QString &title);

} // namespace mutascope::gui
