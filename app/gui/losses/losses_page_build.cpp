// SPDX-License-Identifier: GPL-3.0-or-later
// What the page is made of.
#include "app/gui/accuracy_view.h"
#include "app/gui/format.h"
#include "app/gui/icons.h"
#include "app/gui/losses/findings_tabs.h"
#include "app/gui/losses/loss_bar.h"
#include "app/gui/losses/losses_page.h"
#include "app/gui/losses/networks_panel.h"
#include "widgets/loss_plot.h"
#include "widgets/search_combo.h"

#include <QComboBox>
#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>

namespace mutascope::gui {

QWidget *LossesPage::buildHeader()
{
    auto *header = new QWidget;
    m_title = new QLabel;
    m_title->setObjectName(QStringLiteral("trainingTitle"));
    m_title->setFont(scaledFont(m_title->font(), 1.6));
    m_note = new QLabel;
    m_note->setObjectName(QStringLiteral("trainingNote"));
    m_note->setWordWrap(true);
    m_progress = new QProgressBar;
    m_progress->setObjectName(QStringLiteral("trainingProgress"));
    m_progress->setAccessibleName(tr("Progress of the training"));
    m_progress->setRange(0, 1000);
    m_progress->setMaximumWidth(180);
    m_run = new widgets::SearchCombo;
    m_run->setObjectName(QStringLiteral("trainingRun"));
    m_run->setAccessibleName(tr("Run"));
    m_run->setToolTip(tr("The run whose training is shown"));
    m_choice = new QComboBox;
    m_choice->setObjectName(QStringLiteral("trainingChoice"));
    m_choice->setAccessibleName(tr("Training"));
    m_choice->setToolTip(tr("Which of the run's trainings is shown"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto *layout = new QHBoxLayout(header);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addWidget(m_title);
    layout->addWidget(m_note, 1);
    layout->addWidget(m_progress);
    layout->addWidget(m_choice);
    layout->addWidget(m_run);
    connect(m_run, &QComboBox::currentIndexChanged, this,
            [this] { m_workspace.setCurrentRun(m_run->currentData().toLongLong()); });
    connect(m_choice, &QComboBox::activated, this, [this](int index) {
        m_chosen = index + 1 < m_choice->count(); // the newest is followed again
        showTraining(m_choice->currentData().toString());
        showState();
    });
    return header;
}

QWidget *LossesPage::buildContent()
{
    m_plot = new widgets::LossPlot;
    m_plot->setObjectName(QStringLiteral("lossPlot"));
    auto *left = new QWidget;
    auto *column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(new LossBar(*m_plot, m_workspace));
    column->addWidget(m_plot, 1);
    auto *splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    m_findings = new FindingsTabs(left, m_workspace);
    splitter->addWidget(m_findings);
    splitter->addWidget(buildNetworks());
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({860, 360});
    return splitter;
}

QWidget *LossesPage::buildNetworks()
{
    m_networks = new NetworksPanel;
    m_networks->setObjectName(QStringLiteral("trainedNetworks"));
    m_export = new QPushButton(themedIcon(QStringLiteral("export")), tr("&Export networks…"));
    m_export->setObjectName(QStringLiteral("exportNetworks"));
    m_export->setToolTip(tr("Write the networks as TorchScript files, and what they take and give as JSON"));
    auto *side = new QWidget;
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_networks, 1);
    layout->addWidget(m_export);
    connect(m_export, &QPushButton::clicked, this, &LossesPage::askExport);
    bridge::SessionJob *job = &m_workspace.job();
    connect(job, &bridge::SessionJob::busyChanged, this, &LossesPage::showState);
    connect(job, &bridge::SessionJob::networksExported, this,
            [this](const QString &folder, const QStringList &files) {
                m_workspace.report(Workspace::Severity::Information,
                                   tr("%1 files were written to ‘%2’.")
                                       .arg(countText(files.size()), QDir::toNativeSeparators(folder)),
                                   tr("The JSON file says what each network takes and gives."));
            });
    return side;
}

QWidget *LossesPage::buildHint()
{
    m_hint = new QLabel;
    m_hint->setObjectName(QStringLiteral("trainingHint"));
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setWordWrap(true);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_hint->setContentsMargins(60, 20, 60, 20);
    return m_hint;
}

} // namespace mutascope::gui
