// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for whom, and into which file, a protocol is handed out. Opened without blocking, deletes itself.
#pragma once

#include <QDialog>

class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace mutascope::gui {

class HandOutDialog : public QDialog {
    Q_OBJECT

public:
    HandOutDialog(const QString &protocolName, const QString &sessionFile, QWidget *parent);

Q_SIGNALS:
    void chosen(const QString &labeller, const QString &file);

private:
    QString suggestedFile() const; // beside the session, named after the labeller
    void askFile();
    void check();

    QString m_sessionFile;
    bool m_ownFile = false; // the user chose it
    QLineEdit *m_labeller = nullptr;
    QLineEdit *m_file = nullptr;
    QLabel *m_problem = nullptr;
    QDialogButtonBox *m_buttons = nullptr;
};

} // namespace mutascope::gui
