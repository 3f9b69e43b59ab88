// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/assess/metric_saving.h"

#include "app/gui/icons.h"
#include "app/gui/workspace.h"
#include "widgets/metric_table.h"

#include <QCoreApplication>
#include <QToolButton>

namespace mutascope::gui {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("TableSaving", text);
}

} // namespace

QToolButton *makeSaveButton(widgets::MetricTable &table, Workspace &workspace)
{
    using widgets::MetricTable;
    auto *save = new QToolButton;
    save->setText(tr("Save table…"));
    save->setIcon(themedIcon(QStringLiteral("export")));
    save->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    save->setAutoRaise(true);
    save->setFocusPolicy(Qt::StrongFocus);
    save->setToolTip(tr("Write the table as CSV, as it is sorted"));
    QObject::connect(save, &QToolButton::clicked, &table, &MetricTable::askExportPath);
    QObject::connect(&table, &MetricTable::exported, &workspace, [&workspace](const QString &path) {
        workspace.report(Workspace::Severity::Information, tr("The table was written to ‘%1’.").arg(path));
    });
    QObject::connect(&table, &MetricTable::exportFailed, &workspace,
                     [&workspace](const QString &path, const QString &why) {
                         workspace.report(Workspace::Severity::Error,
                                          tr("The table could not be written to ‘%1’.").arg(path), why);
                     });
    return save;
}

} // namespace mutascope::gui
