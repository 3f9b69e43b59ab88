// SPDX-License-Identifier: GPL-3.0-or-later
// Curves in one plot: export as PNG, SVG, PDF and CSV, and the context menu.
#include "widgets/plot_export.h"
#include "widgets/plot_panel_p.h"

#include <QIODevice>
#include <QMenu>

namespace mutascope::widgets {

bool PlotPanel::Panel::write(QIODevice &device, const QString &suffix)
{
    if (suffix == QLatin1String("csv")) {
        const QByteArray text = owner->csv();
        return device.write(text) == text.size();
    }
    timer.stop();
    cursor->setVisible(false);
    printing = true;
    applyColors();
    redraw();
    const bool written
        = writePlotPicture(*plot, titleText.isEmpty() ? owner->accessibleName() : titleText, device, suffix);
    printing = false;
    applyColors();
    redraw();
    return written;
}

bool PlotPanel::exportTo(const QString &path, QString *error)
{
    const auto write
        = [this](QIODevice &device, const QString &suffix) { return m_panel->write(device, suffix); };
    return exportPlot(path, write, error);
}

void PlotPanel::askExportPath()
{
    askPlotPath(*this, [this](const QString &path) {
        QString message;
        if (exportTo(path, &message))
            Q_EMIT exported(path);
        else
            Q_EMIT exportFailed(path, message);
    });
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
