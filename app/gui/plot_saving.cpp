// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plot_saving.h"

#include "app/gui/icons.h"
#include "app/gui/workspace.h"
#include "widgets/plot_panel.h"
#include "widgets/saved_plot.h"

#include <QCoreApplication>
#include <QToolButton>

namespace mutascope::gui {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("PlotSaving", text);
}

template <typename Plot> QToolButton *saveButton(Plot &plot, Workspace &workspace)
{
    auto *save = new QToolButton;
    save->setText(tr("Save plot…"));
    save->setIcon(themedIcon(QStringLiteral("export")));
    save->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    save->setAutoRaise(true);
    save->setFocusPolicy(Qt::StrongFocus);
    save->setToolTip(tr("Write the plot as PNG, SVG or PDF, or its values as CSV"));
    save->setAccessibleName(tr("Save plot: %1").arg(plot.accessibleName()));
    QObject::connect(save, &QToolButton::clicked, &plot, &Plot::askExportPath);
    QObject::connect(&plot, &Plot::exported, &workspace, [&workspace](const QString &path) {
        workspace.report(Workspace::Severity::Information, tr("The plot was written to ‘%1’.").arg(path));
    });
    QObject::connect(&plot, &Plot::exportFailed, &workspace,
                     [&workspace](const QString &path, const QString &why) {
                         workspace.report(Workspace::Severity::Error,
                                          tr("The plot could not be written to ‘%1’.").arg(path), why);
                     });
    return save;
}

} // namespace

QToolButton *makeSaveButton(widgets::PlotPanel &plot, Workspace &workspace)
{
    return saveButton(plot, workspace);
}

QToolButton *makeSaveButton(widgets::SavedPlot &plot, Workspace &workspace)
{
    return saveButton(plot, workspace);
}

} // namespace mutascope::gui
