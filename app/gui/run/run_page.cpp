// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run/run_page.h"

#include "app/gui/run/live_panel.h"
#include "app/gui/run/project_card.h"
#include "app/gui/run/run_actions.h"
#include "app/gui/run/setup_panel.h"
#include "app/gui/vertical_area.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QToolButton>

namespace mutascope::gui {

RunPage::RunPage(Workspace &workspace, RunActions &actions, QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_actions(actions)
{
    auto *splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(buildSide());
    splitter->addWidget(new LivePanel(workspace));
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({390, 960});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 12, 8, 12);
    layout->addWidget(splitter);
    connect(m_setup, &SetupPanel::changed, this, &RunPage::updateProblem);
    connect(&workspace, &Workspace::projectChanged, this, &RunPage::updateProblem);
    connect(&workspace.controller(), &bridge::RunController::stateChanged, this, &RunPage::onStateChanged);
    connect(&actions, &RunActions::startRequested, this, &RunPage::start);
    updateProblem();
}

QWidget *RunPage::buildSide()
{
    auto *content = new QWidget;
    m_setup = new SetupPanel(m_workspace);
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 4, 0);
    column->setSpacing(10);
    column->addWidget(new ProjectCard(m_workspace));
    column->addWidget(m_setup);
    column->addStretch();
    auto *side = new QWidget;
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(new VerticalArea(content), 1);
    layout->addWidget(buildButtons());
    return side;
}

QWidget *RunPage::buildButtons()
{
    auto *buttons = new QWidget;
    m_problem = new QLabel;
    m_problem->setObjectName(QStringLiteral("startProblem"));
    m_problem->setWordWrap(true);
    auto *row = new QHBoxLayout;
    row->setSpacing(4);
    for (QAction *action : m_actions.all()) {
        auto *button = new QToolButton;
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        row->addWidget(button);
    }
    auto *layout = new QVBoxLayout(buttons);
    layout->setContentsMargins(0, 4, 8, 0);
    layout->setSpacing(4);
    layout->addWidget(m_problem);
    layout->addLayout(row);
    return buttons;
}

void RunPage::updateProblem()
{
    const QString problem = m_setup->problem();
    m_actions.setStartProblem(problem);
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty() && !m_workspace.controller().isBusy());
}

void RunPage::onStateChanged()
{
    m_setup->setLocked(m_workspace.controller().isBusy());
    updateProblem();
}

void RunPage::start(bool paused)
{
    m_workspace.startRun(m_setup->setup(), m_setup->sessionFile(), paused);
}

} // namespace mutascope::gui
