// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session_choice.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>

namespace mutascope::gui {

void chooseSessionFile(QLineEdit &line, const QString &title)
{
    auto *dialog = new QFileDialog(line.parentWidget(), title, QFileInfo(line.text()).path(),
                                   QCoreApplication::translate("SessionChoice", "Sessions (*.mscope)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite); // a run is added, nothing is overwritten
    dialog->setDefaultSuffix(QStringLiteral("mscope"));
    QObject::connect(dialog, &QFileDialog::fileSelected, &line, &QLineEdit::setText);
    dialog->open();
}

} // namespace mutascope::gui
