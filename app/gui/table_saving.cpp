// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/table_saving.h"

#include "app/gui/icons.h"
#include "app/gui/workspace.h"
#include "widgets/share_table.h"

#include <QCoreApplication>
#include <QPushButton>

namespace mutascope::gui {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("TableSaving", text);
}

} // namespace

QPushButton *makeSaveButton(widgets::ShareTable &table, Workspace &workspace)
{
    using widgets::ShareTable;
    auto *save = new QPushButton(themedIcon(QStringLiteral("export")), tr("Save as &CSV…"));
    QObject::connect(save, &QPushButton::clicked, &table, &ShareTable::askExportPath);
    QObject::connect(&table, &ShareTable::exported, &workspace, [&workspace](const QString &path) {
        workspace.report(Workspace::Severity::Information, tr("The table was written to ‘%1’.").arg(path));
    });
    QObject::connect(&table, &ShareTable::exportFailed, &workspace,
                     [&workspace](const QString &path, const QString &why) {
                         workspace.report(Workspace::Severity::Error,
                                          tr("The table could not be written to ‘%1’.").arg(path), why);
                     });
    return save;
}

} // namespace mutascope::gui
