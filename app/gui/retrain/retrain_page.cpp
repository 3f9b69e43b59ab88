// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/retrain/retrain_page.h"

#include "app/gui/retrain/after_form.h"
#include "app/gui/retrain/job_forms.h"
#include "app/gui/retrain/job_panel.h"

#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

namespace mutascope::gui {

RetrainPage::RetrainPage(Workspace &workspace, QWidget *parent) : QWidget(parent)
{
    m_tabs = new QTabWidget;
    m_tabs->setObjectName(QStringLiteral("retrainTabs"));
    m_tabs->setDocumentMode(true); // a pane of its own has another colour than what lies in it
    m_transfer = new TransferForm(workspace);
    m_tabs->addTab(new RetrainForm(workspace), tr("Retrain"));
    m_tabs->addTab(new TrainForm(workspace), tr("Train a network"));
    m_tabs->addTab(m_transfer, tr("Transfer"));
    m_after = new AfterForm(workspace);
    m_tabs->addTab(m_after, tr("After the search"));
    auto *splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_tabs);
    auto *panel = new JobPanel(workspace);
    splitter->addWidget(panel);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({430, 780});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->addWidget(splitter);
    setFocusProxy(m_tabs);
    connect(panel, &JobPanel::showRequested, this, &RetrainPage::showRequested);
}

void RetrainPage::showAfter(bridge::AfterKind kind, qint64 run)
{
    m_after->choose(kind, run);
    showTab(After);
}

void RetrainPage::showTab(Tab tab)
{
    m_tabs->setCurrentIndex(tab);
}

} // namespace mutascope::gui
