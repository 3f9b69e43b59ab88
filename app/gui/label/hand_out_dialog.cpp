// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/label/hand_out_dialog.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>

namespace mutascope::gui {

HandOutDialog::HandOutDialog(const QString &protocolName, const QString &sessionFile, QWidget *parent)
    : QDialog(parent), m_sessionFile(sessionFile), m_labeller(new QLineEdit), m_file(new QLineEdit),
      m_problem(new QLabel)
{
    setObjectName(QStringLiteral("handOutDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Hand Out to a Labeller"));
    setMinimumWidth(560);
    auto *intro = new QLabel(
        tr("A file of its own with the images of ‘%1’ and nothing a labeller must not know: no classes, no "
           "predictions, no generators, no other answers. Open it with Mutascope on any computer; afterwards "
           "“Merge…” takes the answers back.")
            .arg(protocolName));
    intro->setWordWrap(true);
    m_labeller->setObjectName(QStringLiteral("handOutLabeller"));
    m_file->setObjectName(QStringLiteral("handOutFile"));
    m_file->setAccessibleName(tr("File"));
    auto *choose = new QPushButton(tr("&Choose…"));
    auto *fileRow = new QHBoxLayout;
    fileRow->addWidget(m_file, 1);
    fileRow->addWidget(choose);
    m_problem->setObjectName(QStringLiteral("handOutProblem"));
    m_problem->setWordWrap(true);
    m_buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    m_buttons->button(QDialogButtonBox::Ok)->setText(tr("&Hand out"));
    auto *form = new QFormLayout;
    form->addRow(tr("&Labeller"), m_labeller);
    form->addRow(tr("&File"), fileRow);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addWidget(intro);
    layout->addLayout(form);
    layout->addWidget(m_problem);
    layout->addWidget(m_buttons);
    connect(m_labeller, &QLineEdit::textChanged, this, [this] {
        if (!m_ownFile)
            m_file->setText(suggestedFile());
        check();
    });
    connect(m_file, &QLineEdit::textEdited, this, [this] { m_ownFile = true; });
    connect(m_file, &QLineEdit::textChanged, this, &HandOutDialog::check);
    connect(choose, &QPushButton::clicked, this, &HandOutDialog::askFile);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_buttons, &QDialogButtonBox::accepted, this, [this] {
        Q_EMIT chosen(m_labeller->text().trimmed(), m_file->text().trimmed());
        accept();
    });
    check();
}

QString HandOutDialog::suggestedFile() const
{
    static const QRegularExpression odd(QStringLiteral("[^\\w.-]+"),
                                        QRegularExpression::UseUnicodePropertiesOption);
    QString name = m_labeller->text().trimmed().replace(odd, QStringLiteral("-"));
    if (name.isEmpty())
        return {};
    const QFileInfo session(m_sessionFile);
    return QDir::toNativeSeparators(
        session.dir().filePath(QStringLiteral("%1-%2.mscope").arg(session.completeBaseName(), name)));
}

void HandOutDialog::askFile()
{
    auto *dialog = new QFileDialog(this, tr("Hand Out Into a New File"), m_file->text());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("mscope"));
    dialog->setNameFilter(tr("Sessions (*.mscope)"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &file) {
        m_ownFile = true;
        m_file->setText(QDir::toNativeSeparators(file));
    });
    dialog->open();
}

void HandOutDialog::check()
{
    const QString file = m_file->text().trimmed();
    QString problem;
    if (m_labeller->text().trimmed().isEmpty())
        problem = tr("Write the name of the labeller.");
    else if (file.isEmpty())
        problem = tr("Choose a file.");
    else if (QFileInfo::exists(file))
        problem = tr("This file is there already; choose another name.");
    m_problem->setText(problem);
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(problem.isEmpty());
}

} // namespace mutascope::gui
