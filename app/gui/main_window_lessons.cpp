// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/main_window.h"

#include "app/gui/tree/lesson_dock.h"
#include "app/gui/tree/tree_page.h"

#include <QMenu>
#include <optional>

namespace mutascope::gui {

namespace {

std::optional<MainWindow::Page> pageOf(LessonPage page)
{
    switch (page) {
    case LessonPage::Stay:
        return std::nullopt;
    case LessonPage::Run:
        return MainWindow::Run;
    case LessonPage::Training:
        return MainWindow::Training;
    case LessonPage::Coverage:
        return MainWindow::Coverage;
    case LessonPage::Tests:
        return MainWindow::Tests;
    case LessonPage::Tree:
        return MainWindow::Tree;
    }
    return std::nullopt;
}

} // namespace

void MainWindow::buildLessons()
{
    m_lessons = new LessonDock(m_workspace, *m_treePage, this);
    addDockWidget(Qt::BottomDockWidgetArea, m_lessons);
    m_lessons->hide();
    connect(m_lessons, &LessonDock::pageWanted, this, [this](LessonPage wanted) {
        if (const std::optional<Page> page = pageOf(wanted))
            setPage(*page);
    });
}

void MainWindow::addLessonActions(QMenu *help)
{
    const auto add = [this, help](const QString &text, const QString &tip, LessonId lesson) {
        QAction *action = help->addAction(text, this, [this, lesson] { m_lessons->start(lesson); });
        action->setToolTip(tip);
        action->setStatusTip(tip);
    };
    add(tr("Lesson: what a coverage-guided &fuzzer does"),
        tr("DeepHunter on the sample project, step by step"), LessonId::Fuzzer);
    add(tr("Lesson: how &MCTS chooses"), tr("A search tree on the sample project, phase by phase"),
        LessonId::Mcts);
    add(tr("Lesson: a perturbation by &GAN"),
        tr("AdvGAN on the sample project: training, then one test a seed"), LessonId::Perturbation);
    add(tr("Lesson: walking the &latent space"),
        tr("SinVAD on the sample project, from the seed to the failure"), LessonId::Latent);
}

} // namespace mutascope::gui
