// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/page_bar.h"

#include <QAction>
#include <QLayout>
#include <QResizeEvent>
#include <algorithm>

namespace mutascope::gui {

namespace {
constexpr int buttonWidth = 66;
constexpr int usualHeight = 52;
constexpr int usualIcon = 24;
constexpr int leastIcon = 14;
constexpr int frame = 6; // around picture and name
} // namespace

PageBar::PageBar(const QString &title, const QList<QAction *> &pages, QWidget *parent)
    : QToolBar(title, parent)
{
    setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    setMovable(false);
    setFloatable(false);
    addActions(pages);
    setButtonHeight(usualHeight);
}

void PageBar::resizeEvent(QResizeEvent *event)
{
    const QMargins margins = layout()->contentsMargins();
    const int count = std::max(1, int(actions().size()));
    const int gaps = (count - 1) * layout()->spacing();
    const int each = (event->size().height() - margins.top() - margins.bottom() - gaps) / count;
    setButtonHeight(std::clamp(each, leastIcon + fontMetrics().height() + frame, usualHeight));
    QToolBar::resizeEvent(event);
}

void PageBar::setButtonHeight(int height)
{
    if (height == m_buttonHeight)
        return;
    m_buttonHeight = height;
    const int icon = std::clamp(height - fontMetrics().height() - frame, leastIcon, usualIcon);
    setIconSize({icon, icon});
    for (QAction *action : actions())
        if (QWidget *button = widgetForAction(action)) {
            button->setMinimumSize(buttonWidth, height);
            button->setMaximumHeight(height);
        }
}

} // namespace mutascope::gui
