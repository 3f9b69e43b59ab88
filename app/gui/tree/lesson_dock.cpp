// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/tree/lesson_dock.h"

#include "app/bridge/places.h"
#include "app/gui/tree/lesson_example.h"
#include "app/gui/tree/lesson_pointer.h"
#include "app/gui/tree/lesson_run.h"
#include "app/gui/tree/node_panel.h"
#include "app/gui/tree/tree_page.h"
#include "widgets/tree_transport.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>

namespace mutascope::gui {

namespace {
constexpr int pollMilliseconds = 150; // pages are laid out, runs end: the ring and the buttons follow

// Another tab may be in front of it, or it may be scrolled away.
void reveal(QWidget *widget)
{
    QWidget *child = widget;
    while (QWidget *parent = child->parentWidget()) {
        auto *tabs = qobject_cast<QTabWidget *>(parent->parentWidget());
        if (tabs && tabs->indexOf(child) >= 0)
            tabs->setCurrentWidget(child);
        if (auto *area = qobject_cast<QScrollArea *>(parent))
            area->ensureWidgetVisible(widget);
        child = parent;
    }
}

} // namespace

LessonDock::LessonDock(Workspace &workspace, TreePage &tree, QWidget *window)
    : QDockWidget(window), m_workspace(workspace), m_tree(tree), m_window(window),
      m_pointer(new LessonPointer(window)), m_timer(new QTimer(this))
{
    setObjectName(QStringLiteral("lessonDock"));
    setAllowedAreas(Qt::BottomDockWidgetArea | Qt::TopDockWidgetArea);
    setWidget(build());
    toggleViewAction()->setVisible(false); // a lesson is started, not shown
    m_timer->setInterval(pollMilliseconds);
    connect(m_timer, &QTimer::timeout, this, &LessonDock::update);
    connectWorkspace();
    hide();
}

void LessonDock::connectWorkspace()
{
    using Controller = bridge::RunController;
    connect(&m_workspace.controller(), &Controller::finished, this, &LessonDock::onRunFinished);
    connect(&m_workspace.controller(), &Controller::failed, this, &LessonDock::onRunFailed);
    connect(&m_workspace.controller(), &Controller::cancelled, this, &LessonDock::onRunStopped);
    connect(&m_tree.walker(), &bridge::TreeWalker::moved, this, &LessonDock::update);
}

void LessonDock::setVisible(bool visible)
{
    QDockWidget::setVisible(visible && m_step >= 0);
}

void LessonDock::start(LessonId id)
{
    if (!m_workspace.isFree())
        return;
    m_lesson = lesson(id);
    m_session.clear();
    m_run = 0;
    setWindowTitle(tr("Lesson: %1").arg(m_lesson.title));
    show(0);
    setVisible(true);
    m_timer->start();
    m_next->setFocus();
}

void LessonDock::show(int step)
{
    m_step = step;
    const LessonStep &now = m_lesson.steps[step];
    m_title->setText(now.title);
    m_text->setText(now.text);
    m_count->setText(tr("%1 of %2").arg(step + 1).arg(steps()));
    m_next->setText(step + 1 == steps() ? tr("&Finish") : tr("&Next"));
    m_repair->hide();
    perform(now);
    if (now.page != LessonPage::Stay)
        Q_EMIT pageWanted(now.page);
    if (QWidget *widget = target())
        reveal(widget);
    if (auto *box = qobject_cast<QComboBox *>(target()); box && !now.choice.isEmpty())
        box->setCurrentIndex(box->findData(now.choice));
    fitHeight();
    update();
}

// Docks give a text that wraps no more than the height of a few words.
void LessonDock::fitHeight()
{
    QWidget *panel = widget();
    if (m_step >= 0)
        panel->setMinimumHeight(panel->layout()->totalHeightForWidth(panel->width()));
}

void LessonDock::resizeEvent(QResizeEvent *event)
{
    QDockWidget::resizeEvent(event);
    fitHeight();
}

void LessonDock::perform(const LessonStep &step)
{
    m_runPending = false;
    m_comparison = step.act == LessonAct::CompareFailing ? Comparison::Wanted : Comparison::Done;
    m_walk = isTreeWalk(step.act) ? Walk::ToStart : Walk::Done;
    if (step.act == LessonAct::OpenSample && !hasSample())
        m_workspace.openSample();
    if (m_run != 0)
        showSession();
    else if (isRun(step.act))
        wantRun();
}

// Not again when one comes back to it, unless it failed.
void LessonDock::wantRun()
{
    bridge::RunController &controller = m_workspace.controller();
    if (controller.isBusy() && controller.sessionFile() == m_session)
        return;
    m_runPending = true;
    if (controller.isBusy())
        m_workspace.report(Workspace::Severity::Warning, tr("Another run is at work."),
                           tr("The run of the lesson begins as soon as it has ended."));
    else if (!hasSample())
        m_workspace.openSample();
}

// Into a file that stays: what the user runs afterwards is added to the open session.
void LessonDock::startRun()
{
    m_runPending = false;
    m_session = newSessionFile();
    const LessonStep &now = m_lesson.steps[m_step];
    m_workspace.startRun(runOfLesson(now.act), m_session, false);
    if (now.page != LessonPage::Stay) // the window shows the Run page when a run begins
        Q_EMIT pageWanted(now.page);
}

QString LessonDock::newSessionFile() const
{
    const QString file = bridge::newSessionFile(m_lesson.title);
    return m_folder.isEmpty() ? file : QDir(m_folder).filePath(QFileInfo(file).fileName());
}

// A run that was stopped shows half of what the texts speak of.
void LessonDock::onRunFinished(const bridge::RunInfo &run)
{
    if (m_run != 0 || m_workspace.controller().sessionFile() != m_session)
        return;
    if (run.phase == bridge::RunPhase::Finished)
        m_run = run.id;
    else
        onRunStopped();
}

bool LessonDock::isOwnRun() const
{
    return m_step >= 0 && isRun(m_lesson.steps[m_step].act) && m_run == 0
        && m_workspace.controller().sessionFile() == m_session;
}

void LessonDock::offerRepair(const QString &text)
{
    m_text->setText(text);
    m_repair->show();
    fitHeight();
}

void LessonDock::onRunStopped()
{
    if (isOwnRun())
        offerRepair(tr("The run of the lesson was stopped before its end, so there is not yet what the next "
                       "steps speak of. Try again, which begins it anew, or close the lesson."));
}

// The window's own message tells what to do about a run of the Run page; here nobody chose the settings.
void LessonDock::onRunFailed(const QString &what)
{
    if (isOwnRun())
        offerRepair(
            tr("The run of the lesson did not come to its end: %1. So there is nothing to look at yet.\n"
               "Its session goes into the folder ‘%2’. Make sure that there is room and that you may "
               "write there, or choose another folder; then try again. Or close the lesson.")
                .arg(what, QDir::toNativeSeparators(QFileInfo(m_session).absolutePath())));
}

void LessonDock::tryAgain()
{
    if (m_step >= 0)
        show(m_step);
}

void LessonDock::askFolder()
{
    auto *dialog = new QFileDialog(this, tr("Folder for the Sessions of Lessons"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &folder) {
        setSessionFolder(folder);
        tryAgain();
    });
    dialog->open();
}

// The user may have opened something else meanwhile.
void LessonDock::showSession()
{
    if (m_workspace.reader().file() != m_session)
        m_workspace.openSession(m_session);
    else if (m_workspace.reader().run(m_run))
        m_workspace.setCurrentRun(m_run);
}

bool LessonDock::hasSample() const
{
    return m_workspace.project() && !m_workspace.isOpeningProject()
        && QFileInfo(m_workspace.project()->folder) == QFileInfo(m_workspace.sampleFolder());
}

// As the pages show it: the session is read again after a run has ended.
bool LessonDock::hasRun() const
{
    if (m_run == 0 || m_workspace.reader().file() != m_session)
        return false;
    const bridge::RunInfo *run = m_workspace.reader().run(m_run);
    return run && run->phase == bridge::RunPhase::Finished;
}

bool LessonDock::hasTree() const
{
    return hasRun() && m_workspace.currentRun() == m_run && m_tree.walker().run() == m_run
        && !m_tree.isWaiting() && m_tree.frame().moment.events > 0;
}

// All of them count from the beginning, so that going back shows the same.
void LessonDock::walkTree(const LessonStep &step)
{
    widgets::TreeTransport *transport = m_tree.transport();
    if (m_walk == Walk::ToRoot) {
        m_walk = Walk::Done;
        Q_EMIT m_tree.nodePanel()->nodeChosen(m_tree.frame().moment.root);
    } else if (m_walk == Walk::Onwards && step.act == LessonAct::TreeIterations) {
        m_walk = Walk::ToRoot;
        Q_EMIT transport->runIterations(step.number);
    } else if (m_walk == Walk::Onwards) {
        m_walk = Walk::Done;
        Q_EMIT transport->stepRootMove();
    } else if (!m_tree.followsSearch()) {
        m_tree.findChild<QToolButton *>(QStringLiteral("treePin"))->setChecked(false);
    } else {
        const bool goesOn = step.act == LessonAct::TreeIterations || step.act == LessonAct::TreeRootMove;
        m_walk = goesOn ? Walk::Onwards : Walk::Done;
        Q_EMIT transport->seek(step.act == LessonAct::TreeEvent     ? step.number
                                   : step.act == LessonAct::TreeEnd ? transport->events()
                                                                    : 0);
    }
}

void LessonDock::compareFailing()
{
    m_comparison = Comparison::Asked;
    findExample(m_workspace.reader(), m_run, this, [this](qint64 test) {
        if (m_comparison != Comparison::Asked)
            return;
        m_comparison = Comparison::Done;
        Q_EMIT m_workspace.testActivated(test);
        update();
    });
}

bool LessonDock::isReady() const
{
    if (m_step < 0)
        return false;
    const LessonAct act = m_lesson.steps[m_step].act;
    if (act == LessonAct::OpenSample)
        return hasSample();
    if (isRun(act))
        return hasRun();
    if (act == LessonAct::CompareFailing)
        return m_comparison == Comparison::Done;
    return m_walk == Walk::Done && !m_tree.isWaiting();
}

QWidget *LessonDock::target() const
{
    if (m_step < 0 || m_lesson.steps[m_step].widget.isEmpty())
        return nullptr;
    return m_window->findChild<QWidget *>(m_lesson.steps[m_step].widget);
}

void LessonDock::update()
{
    if (m_step < 0)
        return;
    if (m_runPending && hasSample() && !m_workspace.isBusy())
        startRun();
    const bool needsRun = m_walk != Walk::Done || m_comparison != Comparison::Done;
    if (needsRun && hasRun())
        m_workspace.setCurrentRun(m_run);
    if (m_comparison == Comparison::Wanted && hasRun())
        compareFailing();
    if (m_walk != Walk::Done && hasTree())
        walkTree(m_lesson.steps[m_step]);
    m_back->setEnabled(m_step > 0);
    m_next->setEnabled(isReady());
    m_pointer->pointAt(target());
}

void LessonDock::next()
{
    if (!isReady())
        return;
    if (m_step + 1 < steps())
        return show(m_step + 1);
    close();
}

void LessonDock::back()
{
    if (m_step > 0)
        show(m_step - 1);
}

// The session of the lesson stays open.
void LessonDock::finish()
{
    m_step = -1;
    m_runPending = false;
    m_walk = Walk::Done;
    m_comparison = Comparison::Done;
    m_timer->stop();
    m_pointer->pointAt(nullptr);
}

void LessonDock::closeEvent(QCloseEvent *event)
{
    finish();
    QDockWidget::closeEvent(event);
}

} // namespace mutascope::gui
