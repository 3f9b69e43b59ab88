// SPDX-License-Identifier: GPL-3.0-or-later
// Curves in one plot: the context menu, and what an export needs.
#include "widgets/plot_panel_p.h"

#include <QMenu>

namespace mutascope::widgets {

QCustomPlot *PlotPanel::exportedPlot()
{
    return m_panel->plot;
}

void PlotPanel::recolor()
{
    m_panel->timer.stop();
    if (isPrinting())
        m_panel->cursor->setVisible(false);
    m_panel->applyColors();
    m_panel->redraw();
}

QString PlotPanel::exportTitle() const
{
    return m_panel->titleText.isEmpty() ? accessibleName() : m_panel->titleText;
}

QMenu *PlotPanel::Panel::contextMenu()
{
    auto *menu = new QMenu(owner);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    owner->addChoices(*menu);
    menu->addSeparator();
    menu->addAction(autoX);
    menu->addAction(autoY);
    menu->addAction(tr("Show &All"), owner, &PlotPanel::resetView);
    menu->addAction(tr("C&opy Picture"), owner, &PlotPanel::copyToClipboard);
    menu->addAction(tr("E&xport..."), owner, &PlotPanel::askExportPath);
    return menu;
}

} // namespace mutascope::widgets
