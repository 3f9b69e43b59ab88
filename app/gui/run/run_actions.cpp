// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run/run_actions.h"

#include "app/gui/icons.h"

namespace mutascope::gui {

void describe(QAction *action, const QString &words)
{
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    action->setToolTip(keys.isEmpty() ? words : QObject::tr("%1 (%2)").arg(words, keys));
    action->setStatusTip(words);
}

RunActions::RunActions(bridge::RunController &controller, QObject *parent)
    : QObject(parent), m_controller(controller)
{
    m_start = add(QStringLiteral("start"), tr("&Start"), Qt::Key_F5, QStringLiteral("start"));
    m_pause = add(QStringLiteral("pause"), tr("&Pause"), Qt::Key_F6, QStringLiteral("pause"));
    m_step = add(QStringLiteral("step"), tr("S&tep"), Qt::Key_F10, QStringLiteral("step"));
    m_stop = add(QStringLiteral("stop"), tr("St&op"), Qt::SHIFT | Qt::Key_F5, QStringLiteral("stop"));
    m_abort = add(QStringLiteral("abort"), tr("&Abort"), {}, QStringLiteral("abort"));
    describe(m_pause, tr("Pause after the present step"));
    describe(m_step, tr("Make one step, then wait"));
    describe(m_stop, tr("Finish the present step, save and end the run"));
    describe(m_abort, tr("End the run at once; what was not yet saved is dropped"));
    connect(m_start, &QAction::triggered, this, &RunActions::onStart);
    connect(m_step, &QAction::triggered, this, &RunActions::onStep);
    connect(m_pause, &QAction::triggered, &controller, &bridge::RunController::pause);
    connect(m_stop, &QAction::triggered, &controller, &bridge::RunController::stop);
    connect(m_abort, &QAction::triggered, &controller, &bridge::RunController::abort);
    connect(&controller, &bridge::RunController::stateChanged, this, &RunActions::update);
    update();
}

QAction *RunActions::add(const QString &icon, const QString &text, const QKeySequence &shortcut,
                         const QString &objectName)
{
    auto *action = new QAction(themedIcon(icon), text, this);
    action->setShortcut(shortcut);
    action->setObjectName(objectName);
    return action;
}

void RunActions::setStartProblem(const QString &problem)
{
    m_problem = problem;
    update();
}

void RunActions::update()
{
    using State = bridge::RunController::State;
    const State state = m_controller.state();
    const bool idle = state == State::Idle;
    const bool ready = idle && m_problem.isEmpty();
    m_start->setEnabled(ready || state == State::Paused);
    m_start->setText(state == State::Paused ? tr("&Continue") : tr("&Start"));
    describe(m_start,
             idle && !ready ? m_problem
                 : idle     ? tr("Start a run with the settings of the Run page")
                            : tr("Go on with the paused run"));
    m_pause->setEnabled(state == State::Running);
    m_step->setEnabled(ready || state == State::Running || state == State::Paused);
    m_stop->setEnabled(state == State::Running || state == State::Paused);
    m_abort->setEnabled(!idle);
}

void RunActions::onStart()
{
    if (m_controller.state() == bridge::RunController::State::Paused)
        m_controller.resume();
    else
        Q_EMIT startRequested(false);
}

void RunActions::onStep()
{
    if (!m_controller.isBusy())
        Q_EMIT startRequested(true);
    m_controller.step();
}

} // namespace mutascope::gui
