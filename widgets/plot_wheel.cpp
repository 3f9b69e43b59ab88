// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot_wheel.h"

#include "widgets/qcustomplot_header.h"

#include <QEvent>

namespace mutascope::widgets {

namespace {

class WheelPasser : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() != QEvent::Wheel)
            return false;
        event->ignore();
        return true;
    }
};

} // namespace

void passWheelOn(QCustomPlot &plot)
{
    plot.installEventFilter(new WheelPasser(&plot));
    plot.setAttribute(Qt::WA_NoMousePropagation, false); // or the wheel ends here
}

} // namespace mutascope::widgets
