// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/tree/lesson_dock.h"

#include "app/bridge/places.h"
#include "app/gui/tree/lesson_pointer.h"
#include "app/gui/tree/node_panel.h"
#include "app/gui/tree/tree_page.h"
#include "widgets/tree_transport.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>

namespace mutascope::gui {

namespace {
constexpr int pollMilliseconds = 150; // pages are laid out, runs end: the ring and the buttons follow
constexpr qint64 modelCalls = 2200; // a few seconds; they end in the first tree
constexpr quint64 runSeed = 1;

bool isRun(LessonAct act)
{
    return act == LessonAct::RunDeepHunter || act == LessonAct::RunDeepSmart;
}

bool isWalk(LessonAct act)
{
    return act != LessonAct::Nothing && act != LessonAct::OpenSample && !isRun(act);
}

// One tree, searched as published, of a batch small enough to be searched long.
const QMap<QString, QString> searchSettings{{QStringLiteral("seeds-per-class"), QStringLiteral("20")},
                                            {QStringLiteral("batch-size"), QStringLiteral("16")},
                                            {QStringLiteral("iterations"), QStringLiteral("26")},
                                            {QStringLiteral("depth"), QStringLiteral("9")},
                                            {QStringLiteral("prior-weight"), QStringLiteral("0")}};

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
    connect(&m_workspace.controller(), &Controller::finished, this, [this](const bridge::RunInfo &run) {
        if (m_workspace.controller().sessionFile() == m_session && m_run == 0)
            m_run = run.id;
    });
    connect(&m_workspace.controller(), &Controller::failed, this, &LessonDock::onRunFailed);
    connect(&m_workspace.controller(), &Controller::cancelled, this, &LessonDock::onRunFailed);
    connect(&m_tree.walker(), &bridge::TreeWalker::moved, this, &LessonDock::update);
}

void LessonDock::setVisible(bool visible)
{
    QDockWidget::setVisible(visible && m_step >= 0);
}

QWidget *LessonDock::build()
{
    auto *panel = new QWidget;
    m_title = new QLabel;
    m_title->setObjectName(QStringLiteral("lessonTitle"));
    QFont bold = m_title->font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 1.15);
    m_title->setFont(bold);
    m_text = new QLabel;
    m_text->setObjectName(QStringLiteral("lessonText"));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_count = new QLabel;
    m_back = new QPushButton(tr("&Back"));
    m_back->setObjectName(QStringLiteral("lessonBack"));
    m_next = new QPushButton(tr("&Next"));
    m_next->setObjectName(QStringLiteral("lessonNext"));
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_title);
    buttons->addStretch();
    buttons->addWidget(m_count);
    buttons->addWidget(m_back);
    buttons->addWidget(m_next);
    auto *layout = new QVBoxLayout(panel);
    layout->addLayout(buttons);
    layout->addWidget(m_text);
    connect(m_back, &QPushButton::clicked, this, &LessonDock::back);
    connect(m_next, &QPushButton::clicked, this, &LessonDock::next);
    return panel;
}

void LessonDock::start(LessonId id)
{
    if (m_workspace.controller().isBusy())
        return m_workspace.report(Workspace::Severity::Warning, tr("A run is at work."),
                                  tr("Stop it before you begin a lesson."));
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
    perform(now);
    if (now.page != LessonPage::Stay)
        Q_EMIT pageWanted(now.page);
    if (QWidget *widget = target())
        reveal(widget);
    if (auto *box = qobject_cast<QComboBox *>(target()); box && !now.choice.isEmpty())
        box->setCurrentIndex(box->findData(now.choice));
    update();
}

void LessonDock::perform(const LessonStep &step)
{
    m_runPending = false;
    m_walk = isWalk(step.act) ? Walk::ToStart : Walk::Done;
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
    const bool isSearch = m_lesson.steps[m_step].act == LessonAct::RunDeepSmart;
    bridge::RunSetup setup;
    setup.generator = isSearch ? QStringLiteral("deepsmart") : QStringLiteral("deephunter");
    setup.criterion = isSearch ? QStringLiteral("kmnc:k=1000") : QStringLiteral("nc:0.75");
    setup.layers = QStringLiteral("default");
    setup.settings = {{QStringLiteral("seeds-per-class"), QStringLiteral("20")}};
    if (isSearch)
        setup.settings = searchSettings;
    setup.budget.modelCalls = modelCalls;
    setup.seed = runSeed;
    m_session = bridge::newSessionFile(m_lesson.title);
    m_workspace.startRun(setup, m_session, false);
}

// The window says why.
void LessonDock::onRunFailed()
{
    if (m_step >= 0 && isRun(m_lesson.steps[m_step].act) && m_run == 0
        && m_workspace.controller().sessionFile() == m_session)
        m_text->setText(tr("The run did not come to its end, so there is nothing to look at yet. Go back "
                           "and on again to repeat it, or close the lesson."));
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

bool LessonDock::hasRun() const
{
    return m_run != 0 && m_workspace.reader().file() == m_session && m_workspace.reader().run(m_run);
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

bool LessonDock::isReady() const
{
    if (m_step < 0)
        return false;
    const LessonAct act = m_lesson.steps[m_step].act;
    if (act == LessonAct::OpenSample)
        return hasSample();
    if (isRun(act))
        return hasRun();
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
    if (m_runPending && hasSample() && !m_workspace.controller().isBusy())
        startRun();
    if (m_walk != Walk::Done && hasRun())
        m_workspace.setCurrentRun(m_run);
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
    m_timer->stop();
    m_pointer->pointAt(nullptr);
}

void LessonDock::closeEvent(QCloseEvent *event)
{
    finish();
    QDockWidget::closeEvent(event);
}

} // namespace mutascope::gui
