// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/tree/lesson_dock.h"

#include "app/gui/tree/lesson_pointer.h"
#include "app/gui/tree/tree_page.h"
#include "widgets/tree_transport.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTimer>

namespace mutascope::gui {

namespace {
constexpr int pollMilliseconds = 150; // pages are laid out, runs end: the ring and the buttons follow
constexpr qint64 modelCalls = 4000; // a few seconds
constexpr quint64 runSeed = 1;
} // namespace

LessonDock::LessonDock(Workspace &workspace, TreePage &tree, QWidget *window)
    : QDockWidget(window), m_workspace(workspace), m_tree(tree), m_window(window),
      m_pointer(new LessonPointer(window)), m_timer(new QTimer(this))
{
    setObjectName(QStringLiteral("lessonDock"));
    setAllowedAreas(Qt::BottomDockWidgetArea | Qt::TopDockWidgetArea);
    setWidget(build());
    m_timer->setInterval(pollMilliseconds);
    connect(m_timer, &QTimer::timeout, this, &LessonDock::update);
    hide();
}

LessonDock::~LessonDock() = default;

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
    m_lesson = lesson(id);
    m_reached = -1;
    m_folder = std::make_unique<QTemporaryDir>();
    setWindowTitle(tr("Lesson: %1").arg(m_lesson.title));
    setVisible(true);
    m_timer->start();
    show(0);
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
    m_reached = std::max(m_reached, step);
    if (now.page != LessonPage::Stay)
        Q_EMIT pageWanted(now.page);
    update();
}

void LessonDock::perform(const LessonStep &step)
{
    m_walkPending = false;
    switch (step.act) {
    case LessonAct::Nothing:
        return;
    case LessonAct::OpenSample:
        if (m_step > m_reached)
            m_workspace.openSample();
        return;
    case LessonAct::RunDeepHunter:
        return startRun(QStringLiteral("deephunter"), QStringLiteral("nc:0.75"));
    case LessonAct::RunDeepSmart:
        return startRun(QStringLiteral("deepsmart"), QStringLiteral("kmnc:k=1000"));
    case LessonAct::TreeStart:
    case LessonAct::TreeEvent:
    case LessonAct::TreeIterations:
    case LessonAct::TreeRootMove:
    case LessonAct::TreeEnd:
        m_walkPending = true;
    }
}

void LessonDock::startRun(const QString &generator, const QString &criterion)
{
    if (m_step <= m_reached || m_workspace.controller().isBusy())
        return;
    bridge::RunSetup setup;
    setup.generator = generator;
    setup.criterion = criterion;
    setup.layers = QStringLiteral("default");
    setup.settings = {{QStringLiteral("seeds-per-class"), QStringLiteral("20")}};
    setup.budget.modelCalls = modelCalls;
    setup.seed = runSeed;
    m_workspace.startRun(setup, m_folder->filePath(QStringLiteral("lesson.mscope")), false);
}

bool LessonDock::hasTree() const
{
    return m_tree.frame().kind != bridge::TreeKind::None && m_tree.frame().moment.events > 0
        && !m_tree.isWaiting() && m_tree.walker().run() == m_workspace.currentRun();
}

// All of them count from the beginning, so that going back shows the same.
void LessonDock::walkTree(const LessonStep &step)
{
    m_walkPending = false;
    Q_EMIT m_tree.transport()->seek(step.act == LessonAct::TreeEvent     ? step.number
                                        : step.act == LessonAct::TreeEnd ? m_tree.transport()->events()
                                                                         : 0);
    if (step.act == LessonAct::TreeIterations)
        Q_EMIT m_tree.transport()->runIterations(step.number);
    if (step.act == LessonAct::TreeRootMove)
        Q_EMIT m_tree.transport()->stepRootMove();
}

bool LessonDock::isReady() const
{
    if (m_step < 0)
        return false;
    switch (m_lesson.steps[m_step].act) {
    case LessonAct::Nothing:
        return true;
    case LessonAct::OpenSample:
        return m_workspace.project() && !m_workspace.isOpeningProject();
    case LessonAct::RunDeepHunter:
    case LessonAct::RunDeepSmart:
        return !m_workspace.controller().isBusy() && m_workspace.currentRunInfo();
    case LessonAct::TreeStart:
    case LessonAct::TreeEvent:
    case LessonAct::TreeIterations:
    case LessonAct::TreeRootMove:
    case LessonAct::TreeEnd:
        return !m_walkPending && !m_tree.isWaiting();
    }
    return true;
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
    if (m_walkPending && hasTree())
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

// The session of the lesson stays open until the window opens another; its file goes with the next lesson.
void LessonDock::finish()
{
    m_step = -1;
    m_timer->stop();
    m_pointer->pointAt(nullptr);
}

void LessonDock::closeEvent(QCloseEvent *event)
{
    finish();
    QDockWidget::closeEvent(event);
}

} // namespace mutascope::gui
