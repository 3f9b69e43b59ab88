// SPDX-License-Identifier: GPL-3.0-or-later
// Start, pause, step, stop, abort: one set of actions for menu, tool bar and page.
#pragma once

#include "app/bridge/run_controller.h"

#include <QAction>
#include <QObject>

namespace mutascope::gui {

class RunActions : public QObject {
    Q_OBJECT

public:
    explicit RunActions(bridge::RunController &controller, QObject *parent = nullptr);

    QAction *start() const { return m_start; } // start, or continue a paused run
    QAction *pause() const { return m_pause; }
    QAction *step() const { return m_step; }
    QAction *stop() const { return m_stop; }
    QAction *abort() const { return m_abort; }
    QList<QAction *> all() const { return {m_start, m_pause, m_step, m_stop, m_abort}; }

    void setStartProblem(const QString &problem); // empty: a run can be started

Q_SIGNALS:
    void startRequested(bool paused); // paused: for one step

private:
    QAction *add(const QString &icon, const QString &text, const QKeySequence &shortcut,
                 const QString &objectName);
    void update();
    void onStart();
    void onStep();

    bridge::RunController &m_controller;
    QString m_problem;
    QAction *m_start = nullptr;
    QAction *m_pause = nullptr;
    QAction *m_step = nullptr;
    QAction *m_stop = nullptr;
    QAction *m_abort = nullptr;
};

// "what it does (shortcut)" as tool tip, and the words as status tip.
void describe(QAction *action, const QString &words);

} // namespace mutascope::gui
