// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/page_bar.h"

#include <QEvent>
#include <QLayout>
#include <algorithm>

namespace mutascope::gui {

namespace {
constexpr int usualIcon = 24;
constexpr int leastIcon = 12;
constexpr int usualHeight = 52; // of a button
constexpr int buttonWidth = 66;
constexpr int around = 8; // above, below and between icon and text, as the style draws them
} // namespace

PageBar::PageBar(const QList<QAction *> &pages, QWidget *parent) : QToolBar(tr("Pages"), parent)
{
    setObjectName(QStringLiteral("pageBar"));
    setMovable(false);
    setFloatable(false);
    setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    addActions(pages);
    toggleViewAction()->setEnabled(false); // without it the pages are hard to find
    fit();
}

// The height is the window's, never that of the buttons, so this cannot go round in circles.
void PageBar::fit()
{
    const int pages = std::max(1, int(actions().size()));
    const QMargins margins = layout()->contentsMargins();
    const int room = height() - margins.top() - margins.bottom();
    const int each = std::min(usualHeight, room / pages - std::max(0, layout()->spacing()));
    const int icon = std::clamp(each - fontMetrics().height() - around, leastIcon, usualIcon);
    if (iconSize().height() != icon)
        setIconSize({icon, icon});
    for (QAction *action : actions())
        widgetForAction(action)->setMinimumSize(buttonWidth, std::max(each, 0));
}

void PageBar::resizeEvent(QResizeEvent *event)
{
    QToolBar::resizeEvent(event);
    fit();
}

void PageBar::changeEvent(QEvent *event)
{
    QToolBar::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fit();
}

} // namespace mutascope::gui
