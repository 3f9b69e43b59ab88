// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/wizard/save_page.h"

#include "app/bridge/places.h"
#include "widgets/colors.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace mutascope::gui {

SavePage::SavePage(ImportState &state, QWidget *parent) : QWizardPage(parent), m_state(state)
{
    setTitle(tr("Save the project"));
    setSubTitle(
        tr("A project is a folder with a small file that names the model and the data. Both stay where "
           "they are."));
    m_name = new QLineEdit;
    m_name->setObjectName(QStringLiteral("newProjectName"));
    m_folder = new QLineEdit;
    m_folder->setObjectName(QStringLiteral("newProjectFolder"));
    m_folder->setAccessibleName(tr("Folder"));
    auto *browseButton = new QPushButton(tr("&Choose…"));
    m_problem = new QLabel;
    m_problem->setObjectName(QStringLiteral("newProjectProblem"));
    m_problem->setWordWrap(true);
    auto *row = new QHBoxLayout;
    row->addWidget(m_folder, 1);
    row->addWidget(browseButton);
    auto *label = new QLabel(tr("&Folder"));
    label->setBuddy(m_folder);
    auto *form = new QFormLayout(this);
    form->setVerticalSpacing(10);
    form->addRow(tr("&Name"), m_name);
    form->addRow(label, row);
    form->addRow(m_problem);
    connect(browseButton, &QPushButton::clicked, this, &SavePage::browse);
    connect(m_name, &QLineEdit::textChanged, this, &SavePage::suggestFolder);
    for (QLineEdit *edit : {m_name, m_folder})
        connect(edit, &QLineEdit::textChanged, this, [this] {
            m_problem->clear();
            Q_EMIT completeChanged();
        });
}

void SavePage::initializePage()
{
    if (m_name->text() != m_suggestedName)
        return; // chosen by the user; a suggestion is made anew, for the files may be others now
    const QString model = QFileInfo(m_state.choices().model).completeBaseName();
    const QFileInfo images(m_state.choices().data);
    m_suggestedName = tr("%1, %2").arg(images.isDir() ? images.fileName() : images.completeBaseName(), model);
    m_name->setText(m_suggestedName);
}

void SavePage::suggestFolder()
{
    if (m_folder->text() != m_suggested)
        return; // chosen by the user
    m_suggested = QDir::toNativeSeparators(bridge::newProjectFolder(m_name->text()));
    m_folder->setText(m_suggested);
}

void SavePage::browse()
{
    auto *dialog = new QFileDialog(this, tr("Folder of the Project"), bridge::browsingFolder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, m_folder, &QLineEdit::setText);
    dialog->open();
}

QString SavePage::folder() const
{
    const QString text = m_folder->text().trimmed();
    return text.isEmpty() ? text : QDir::cleanPath(QDir::current().absoluteFilePath(text));
}

bool SavePage::isComplete() const
{
    return !m_name->text().trimmed().isEmpty() && !folder().isEmpty();
}

bool SavePage::validatePage()
{
    QString error;
    if (m_state.save(folder(), m_name->text().trimmed(), &error))
        return true;
    QPalette colors;
    colors.setColor(QPalette::WindowText, widgets::accentColor(widgets::Accent::Error, palette()));
    m_problem->setPalette(colors);
    m_problem->setText(sentenceOf(error));
    return false;
}

} // namespace mutascope::gui
