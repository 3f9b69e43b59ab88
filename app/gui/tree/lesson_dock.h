// SPDX-License-Identifier: GPL-3.0-or-later
// Plays a lesson in the real window: says what is seen, points at it, and works the controls.
#pragma once

#include "app/gui/tree/lesson.h"
#include "app/gui/workspace.h"

#include <QDockWidget>

class QLabel;
class QPushButton;
class QTimer;

namespace mutascope::gui {

class LessonPointer;
class TreePage;

class LessonDock : public QDockWidget {
    Q_OBJECT

public:
    LessonDock(Workspace &workspace, TreePage &tree, QWidget *window);

    void start(LessonId id); // not while a run is at work
    int step() const { return m_step; } // -1: no lesson is open
    int steps() const { return int(m_lesson.steps.size()); }
    bool isReady() const; // what the step does is done
    QWidget *target() const; // what it points at; null: nothing
    // Where the sessions of runs go from now on; at first into the user's documents.
    void setSessionFolder(const QString &folder) { m_folder = folder; }
    QString sessionFile() const { return m_session; } // of its run; empty before that
    // Only while a lesson is open, whatever a stored layout of the window says.
    void setVisible(bool visible) override;

public Q_SLOTS:
    void next();
    void back();

Q_SIGNALS:
    void pageWanted(mutascope::gui::LessonPage page);

protected:
    void closeEvent(QCloseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *build();
    QWidget *buildRepair();
    void connectWorkspace();
    void show(int step);
    void fitHeight();
    void perform(const LessonStep &step);
    void wantRun();
    void startRun();
    void onRunFinished(const bridge::RunInfo &run);
    void onRunFailed(const QString &what);
    void onRunStopped();
    bool isOwnRun() const;
    void offerRepair(const QString &text);
    void tryAgain();
    void askFolder();
    QString newSessionFile() const;
    void showSession();
    bool hasSample() const;
    bool hasRun() const;
    bool hasTree() const;
    void compareFailing();
    void walkTree(const LessonStep &step);
    void update();
    void finish();

    Workspace &m_workspace;
    TreePage &m_tree;
    QWidget *m_window = nullptr;
    Lesson m_lesson;
    int m_step = -1;
    enum class Walk { Done, ToStart, Onwards, ToRoot };
    Walk m_walk = Walk::Done;
    enum class Comparison { Done, Wanted, Asked };
    Comparison m_comparison = Comparison::Done;
    bool m_runPending = false; // until the project is open
    QString m_folder;
    QString m_session;
    qint64 m_run = 0; // finished, in that session; 0: none yet
    LessonPointer *m_pointer = nullptr;
    QTimer *m_timer = nullptr;
    QLabel *m_title = nullptr;
    QLabel *m_text = nullptr;
    QLabel *m_count = nullptr;
    QWidget *m_repair = nullptr; // after a run that did not come to its end
    QPushButton *m_back = nullptr;
    QPushButton *m_next = nullptr;
};

} // namespace mutascope::gui
