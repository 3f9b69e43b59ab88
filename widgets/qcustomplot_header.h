// SPDX-License-Identifier: GPL-3.0-or-later
// QCustomPlot's header is written with Qt's keywords, which our targets do without: they exist here alone.
#pragma once

#include <QObject>

#define signals Q_SIGNALS
#define slots Q_SLOTS
#define emit
#define foreach Q_FOREACH
#include <qcustomplot.h>
#undef foreach
#undef emit
#undef slots
#undef signals
