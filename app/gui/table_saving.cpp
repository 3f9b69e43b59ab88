// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/table_saving.h"

#include "app/gui/icons.h"
#include "app/gui/workspace.h"
#include "widgets/pair_matrix.h"
#include "widgets/share_table.h"

#include <QCoreApplication>
#include <QPushButton>

namespace mutascope::gui {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("TableSaving", text);
}

template <typename Table> QPushButton *saveButtonOf(Table &table, Workspace &workspace)
{
    auto *save = new QPushButton(themedIcon(QStringLiteral("export")), tr("Save as &CSV…"));
    QObject::connect(save, &QPushButton::clicked, &table, &Table::askExportPath);
    QObject::connect(&table, &Table::exported, &workspace, [&workspace](const QString &path) {
        workspace.report(Workspace::Severity::Information, tr("The table was written to ‘%1’.").arg(path));
    });
    QObject::connect(&table, &Table::exportFailed, &workspace,
                     [&workspace](const QString &path, const QString &why) {
                         workspace.report(Workspace::Severity::Error,
                                          tr("The table could not be written to ‘%1’.").arg(path), why);
                     });
    return save;
}

} // namespace

QPushButton *makeSaveButton(widgets::ShareTable &table, Workspace &workspace)
{
    return saveButtonOf(table, workspace);
}

QPushButton *makeSaveButton(widgets::PairMatrix &matrix, Workspace &workspace)
{
    return saveButtonOf(matrix, workspace);
}

} // namespace mutascope::gui
