// SPDX-License-Identifier: GPL-3.0-or-later
// Changes the keys of a protocol; opened without blocking, deletes itself.
#pragma once

#include "widgets/label_keys.h"

#include <QDialog>

class QDialogButtonBox;
class QLabel;

namespace mutascope::widgets {
class LabelKeyEditor;
}

namespace mutascope::gui {

class KeysDialog : public QDialog {
    Q_OBJECT

public:
    KeysDialog(const widgets::LabelKeys &keys, const QString &protocolName, QWidget *parent);

    widgets::LabelKeyEditor *editor() const { return m_editor; }
    // By JSON; what went wrong is shown in the dialog.
    void importFrom(const QString &path);
    void exportTo(const QString &path);

Q_SIGNALS:
    void keysChosen(const mutascope::widgets::LabelKeys &keys);

private:
    QDialogButtonBox *buildButtons();
    void askPath(bool exporting);
    void check();
    void showProblem(const QString &text);

    widgets::LabelKeyEditor *m_editor = nullptr;
    QLabel *m_problem = nullptr;
    QDialogButtonBox *m_buttons = nullptr;
};

} // namespace mutascope::gui
