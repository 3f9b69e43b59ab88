// SPDX-License-Identifier: GPL-3.0-or-later
// Asks where something is to be written, without blocking.
#pragma once

#include <QByteArray>
#include <QFileDialog>

namespace mutascope::widgets {

// filter: "CSV (*.csv)"; suffix: of names typed without one. To be opened by the caller; deletes itself.
QFileDialog *makeExportDialog(QWidget *parent, const QString &title, const QString &filter,
                              const QString &suffix);

// Writes the whole file or leaves what was there; false with an error.
bool saveBytes(const QString &path, const QByteArray &bytes, QString *error);

// Opens the dialog; the file chosen goes to widget.exportTo(path, &error), and what comes of it to its
// signals exported(path) or exportFailed(path, error).
template <typename Widget> void exportWhenChosen(QFileDialog *dialog, Widget *widget)
{
    QObject::connect(dialog, &QFileDialog::fileSelected, widget, [widget](const QString &path) {
        QString error;
        if (widget->exportTo(path, &error))
            Q_EMIT widget->exported(path);
        else
            Q_EMIT widget->exportFailed(path, error);
    });
    dialog->open();
}

} // namespace mutascope::widgets
