// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/label/keys_dialog.h"

#include "widgets/label_key_editor.h"

#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QSaveFile>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {

constexpr qint64 mostBytes = 1'000'000; // of a file with keys

} // namespace

KeysDialog::KeysDialog(const widgets::LabelKeys &keys, const QString &protocolName, QWidget *parent)
    : QDialog(parent), m_editor(new widgets::LabelKeyEditor)
{
    setObjectName(QStringLiteral("keysDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Keys for Labelling"));
    resize(560, 620);
    auto *intro
        = new QLabel(tr("Click into a field and press the new key. The keys count for ‘%1’ on this computer.")
                         .arg(protocolName));
    intro->setWordWrap(true);
    m_problem = new QLabel;
    m_problem->setObjectName(QStringLiteral("keysProblem"));
    m_problem->setWordWrap(true);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(intro);
    layout->addWidget(m_editor, 1);
    layout->addWidget(m_problem);
    layout->addWidget(buildButtons());
    m_editor->setKeys(keys);
    connect(m_editor, &widgets::LabelKeyEditor::keysChanged, this, &KeysDialog::check);
    check();
}

QDialogButtonBox *KeysDialog::buildButtons()
{
    m_buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel
                                     | QDialogButtonBox::RestoreDefaults);
    auto *read = m_buttons->addButton(tr("&Import…"), QDialogButtonBox::ActionRole);
    auto *write = m_buttons->addButton(tr("&Export…"), QDialogButtonBox::ActionRole);
    for (QAbstractButton *button : m_buttons->buttons())
        if (auto *push = qobject_cast<QPushButton *>(button))
            push->setAutoDefault(false); // Return may be the key somebody wants
    m_buttons->button(QDialogButtonBox::RestoreDefaults)->setObjectName(QStringLiteral("restoreKeys"));
    connect(m_buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, m_editor,
            &widgets::LabelKeyEditor::restoreDefaults);
    connect(read, &QPushButton::clicked, this, [this] { askPath(false); });
    connect(write, &QPushButton::clicked, this, [this] { askPath(true); });
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_buttons, &QDialogButtonBox::accepted, this, [this] {
        Q_EMIT keysChosen(m_editor->keys());
        accept();
    });
    return m_buttons;
}

void KeysDialog::check()
{
    const bool fine = m_editor->isAcceptable();
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(fine);
    showProblem(fine ? QString() : tr("A key may mean one thing only."));
}

void KeysDialog::showProblem(const QString &text)
{
    m_problem->setText(text);
}

void KeysDialog::askPath(bool exporting)
{
    auto *dialog = new QFileDialog(this, exporting ? tr("Export Keys") : tr("Import Keys"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setNameFilter(tr("Keys (*.json)"));
    dialog->setDefaultSuffix(QStringLiteral("json"));
    dialog->setAcceptMode(exporting ? QFileDialog::AcceptSave : QFileDialog::AcceptOpen);
    dialog->setFileMode(exporting ? QFileDialog::AnyFile : QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, exporting](const QString &path) { exporting ? exportTo(path) : importFrom(path); });
    dialog->open();
}

void KeysDialog::importFrom(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return showProblem(tr("‘%1’ cannot be read: %2").arg(path, file.errorString()));
    widgets::LabelKeys keys = m_editor->keys();
    QString why;
    const bool whole = keys.readJson(file.read(mostBytes), &why);
    m_editor->setKeys(keys);
    check();
    if (!whole)
        showProblem(tr("Not all of the file was taken: %1.").arg(why));
}

void KeysDialog::exportTo(const QString &path)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(m_editor->keys().toJson()) < 0 || !file.commit())
        showProblem(tr("‘%1’ cannot be written: %2").arg(path, file.errorString()));
}

} // namespace mutascope::gui
