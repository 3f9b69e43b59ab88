// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/retrain/path_edit.h"

#include "app/gui/session_choice.h"

#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

namespace mutascope::gui {

PathEdit::PathEdit(const QString &name, const QString &objectName, QWidget *parent) : QWidget(parent)
{
    m_edit = new QLineEdit;
    m_edit->setObjectName(objectName);
    m_edit->setAccessibleName(name);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_edit, 1);
    setFocusProxy(m_edit);
    connect(m_edit, &QLineEdit::textChanged, this, &PathEdit::changed);
}

void PathEdit::addButton(const QString &text, bool folder)
{
    auto *button = new QPushButton(text);
    layout()->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, folder] { browse(folder); });
}

void PathEdit::browse(bool folder)
{
    auto *dialog = new QFileDialog(this, m_edit->accessibleName(), QFileInfo(m_edit->text()).path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFile);
    dialog->setOption(QFileDialog::ShowDirsOnly, folder);
    connect(dialog, &QFileDialog::fileSelected, m_edit, &QLineEdit::setText);
    dialog->open();
}

void PathEdit::addSessionButton(const QString &text)
{
    auto *button = new QPushButton(text);
    layout()->addWidget(button);
    connect(button, &QPushButton::clicked, this,
            [this] { chooseSessionFile(*m_edit, m_edit->accessibleName()); });
}

QString PathEdit::path() const
{
    const QString text = m_edit->text().trimmed();
    return text.isEmpty() ? text : QDir::cleanPath(QDir::current().absoluteFilePath(text));
}

void PathEdit::setPath(const QString &path)
{
    m_edit->setText(path);
}

} // namespace mutascope::gui
