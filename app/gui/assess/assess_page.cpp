// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/assess/assess_page.h"

#include "app/gui/assess/assess_form.h"
#include "app/gui/assess/assess_panel.h"

#include <QFileDialog>
#include <QSplitter>
#include <QVBoxLayout>

namespace mutascope::gui {

AssessPage::AssessPage(Workspace &workspace, QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_form(new AssessForm(workspace)),
      m_panel(new AssessPanel(workspace))
{
    auto *splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_form);
    splitter->addWidget(m_panel);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({400, 860});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->addWidget(splitter);
    setFocusProxy(m_form);
    using Job = bridge::AssessJob;
    Job *job = &workspace.assessment();
    connect(m_form, &AssessForm::openRequested, this, &AssessPage::askFolder);
    connect(m_panel, &AssessPanel::compareRequested, this, &AssessPage::compareRequested);
    connect(job, &Job::opened, this, [this](const bridge::AssessState &assessment) {
        m_form->setSetup(assessment.setup, assessment.projectName);
        m_panel->showAssessment(assessment);
    });
    connect(job, &Job::openFailed, this, [this](const QString &what, const QString &hint) {
        m_workspace.report(Workspace::Severity::Error, what, hint);
    });
}

void AssessPage::askFolder()
{
    auto *dialog = new QFileDialog(this, tr("Folder of an Assessment"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, &AssessPage::openFolder);
    dialog->open();
}

void AssessPage::openFolder(const QString &folder)
{
    if (m_workspace.assessment().isBusy())
        return m_workspace.report(Workspace::Severity::Warning, tr("An assessment is at work."),
                                  tr("Stop it before you open another one."));
    m_workspace.assessment().open(folder);
}

} // namespace mutascope::gui
