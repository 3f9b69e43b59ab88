// SPDX-License-Identifier: GPL-3.0-or-later
// A path that can be typed or chosen.
#pragma once

#include <QFileDialog>
#include <QWidget>

class QLineEdit;

namespace mutascope::gui {

class PathEdit : public QWidget {
    Q_OBJECT

public:
    // name: for people, and objectName of the line.
    PathEdit(const QString &name, const QString &objectName, QWidget *parent = nullptr);

    // A button that chooses a folder, else a file.
    void addButton(const QString &text, bool folder);
    void addSessionButton(const QString &text); // a session file, there or not
    QString path() const; // absolute, or empty
    void setPath(const QString &path);

Q_SIGNALS:
    void changed();

private:
    void browse(bool folder);

    QLineEdit *m_edit = nullptr;
};

} // namespace mutascope::gui
