// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export_dialog.h"

namespace mutascope::widgets {

QFileDialog *makeExportDialog(QWidget *parent, const QString &title, const QString &filter,
                              const QString &suffix)
{
    auto *dialog = new QFileDialog(parent, title, QString(), filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    return dialog;
}

} // namespace mutascope::widgets
