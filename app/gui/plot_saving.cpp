// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/plot_saving.h"

#include "app/gui/icons.h"
#include "app/gui/workspace.h"
#include "widgets/exportable_plot.h"

#include <QCoreApplication>
#include <QToolButton>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("PlotSaving", text);
}

} // namespace

QToolButton *makeSaveButton(widgets::ExportablePlot &plot, Workspace &workspace)
{
    auto *save = new QToolButton;
    save->setText(tr("Save plot…"));
    save->setIcon(themedIcon(QStringLiteral("export")));
    save->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    save->setAutoRaise(true);
    save->setFocusPolicy(Qt::StrongFocus);
    save->setToolTip(tr("Write the plot as PNG, SVG or PDF, or its values as CSV"));
    save->setAccessibleName(tr("Save plot: %1").arg(plot.accessibleName()));
    using widgets::ExportablePlot;
    QObject::connect(save, &QToolButton::clicked, &plot, &ExportablePlot::askExportPath);
    QObject::connect(&plot, &ExportablePlot::exported, &workspace, [&workspace](const QString &path) {
        workspace.report(Workspace::Severity::Information, tr("The plot was written to ‘%1’.").arg(path));
    });
    QObject::connect(&plot, &ExportablePlot::exportFailed, &workspace,
                     [&workspace](const QString &path, const QString &why) {
                         workspace.report(Workspace::Severity::Error,
                                          tr("The plot could not be written to ‘%1’.").arg(path), why);
                     });
    return save;
}

QWidget *withSaveButton(widgets::ExportablePlot &plot, Workspace &workspace)
{
    auto *both = new QWidget;
    auto *layout = new QVBoxLayout(both);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(&plot, 1);
    layout->addWidget(makeSaveButton(plot, workspace), 0, Qt::AlignRight);
    return both;
}

} // namespace mutascope::gui
