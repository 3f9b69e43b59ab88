// SPDX-License-Identifier: GPL-3.0-or-later
// Plays a lesson in the real window: says what is seen, points at it, and works the controls.
#pragma once

#include "app/gui/tree/lesson.h"
#include "app/gui/workspace.h"

#include <QDockWidget>
#include <memory>

class QLabel;
class QPushButton;
class QTemporaryDir;
class QTimer;

namespace mutascope::gui {

class LessonPointer;
class TreePage;

class LessonDock : public QDockWidget {
    Q_OBJECT

public:
    LessonDock(Workspace &workspace, TreePage &tree, QWidget *window);
    ~LessonDock() override;

    void start(LessonId id);
    int step() const { return m_step; } // -1: no lesson is open
    int steps() const { return int(m_lesson.steps.size()); }
    bool isReady() const; // what the step does is done
    QWidget *target() const; // what it points at; null: nothing

public Q_SLOTS:
    void next();
    void back();

Q_SIGNALS:
    void pageWanted(mutascope::gui::LessonPage page);

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    QWidget *build();
    void show(int step);
    void perform(const LessonStep &step);
    void startRun(const QString &generator, const QString &criterion);
    bool hasTree() const;
    void walkTree(const LessonStep &step);
    void update();
    void finish();

    Workspace &m_workspace;
    TreePage &m_tree;
    QWidget *m_window = nullptr;
    Lesson m_lesson;
    int m_step = -1;
    int m_reached = -1; // the farthest step: runs are not repeated when one goes back
    bool m_walkPending = false; // as soon as the page has the tree
    std::unique_ptr<QTemporaryDir> m_folder; // of the lesson's session
    LessonPointer *m_pointer = nullptr;
    QTimer *m_timer = nullptr;
    QLabel *m_title = nullptr;
    QLabel *m_text = nullptr;
    QLabel *m_count = nullptr;
    QPushButton *m_back = nullptr;
    QPushButton *m_next = nullptr;
};

} // namespace mutascope::gui
