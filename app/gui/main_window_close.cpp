// SPDX-License-Identifier: GPL-3.0-or-later
// How the main window closes while something is at work.
#include "app/gui/main_window.h"

#include <QCloseEvent>
#include <QMessageBox>
#include <QPushButton>

namespace mutascope::gui {

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_workspace.isBusy()) {
        event->ignore();
        return m_closing ? void() : askClose();
    }
    saveSettings();
    event->accept();
}

// A run or a job is stopped, not dropped; the window closes by itself when its last step is saved.
void MainWindow::askClose()
{
    if (findChild<QMessageBox *>(QStringLiteral("closeQuestion")))
        return;
    const bool run = m_workspace.controller().isBusy();
    auto *box = new QMessageBox(QMessageBox::Question, run ? tr("Run at Work") : tr("Job at Work"),
                                run ? tr("Stop the run and close the window?")
                                    : tr("Stop the job and close the window?"),
                                QMessageBox::NoButton, this);
    box->setObjectName(QStringLiteral("closeQuestion"));
    box->setInformativeText(run ? tr("What it has found is saved; the run can be resumed later.")
                                : tr("What was learned by then is kept where there is something to keep."));
    box->setAttribute(Qt::WA_DeleteOnClose);
    auto *stop = box->addButton(tr("&Stop and close"), QMessageBox::AcceptRole);
    stop->setObjectName(QStringLiteral("stopAndClose"));
    box->setDefaultButton(box->addButton(tr("&Keep running"), QMessageBox::RejectRole));
    connect(stop, &QPushButton::clicked, this, &MainWindow::stopAndClose);
    box->open();
}

void MainWindow::stopAndClose()
{
    m_closing = true;
    m_workspace.controller().stop();
    m_workspace.models().stop();
    m_workspace.assessment().stop();
    m_workspace.engines().stop();
    closeWhenFree(); // it ended while the question was open
}

void MainWindow::closeWhenFree()
{
    if (m_closing && !m_workspace.isBusy())
        close();
}

} // namespace mutascope::gui
