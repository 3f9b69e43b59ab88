// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export_dialog.h"

#include <QSaveFile>

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

bool saveBytes(const QString &path, const QByteArray &bytes, QString *error)
{
    QSaveFile file(path);
    const bool done = file.open(QIODevice::WriteOnly) && file.write(bytes) >= 0 && file.commit();
    if (!done && error)
        *error = file.errorString();
    return done;
}

} // namespace mutascope::widgets
