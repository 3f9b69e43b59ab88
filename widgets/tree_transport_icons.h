// SPDX-License-Identifier: GPL-3.0-or-later
// Signs of the transport bar, drawn in the colours of the text around them.
#pragma once

#include <QIcon>

namespace mutascope::widgets {

enum class TransportIcon { First, Back, Play, Pause, Phase, Iteration, RootMove, Last };

QIcon transportIcon(TransportIcon sign, const QColor &color, const QColor &disabled);

} // namespace mutascope::widgets
