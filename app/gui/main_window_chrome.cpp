// SPDX-License-Identifier: GPL-3.0-or-later
// Menus, tool bars and status bar of the main window.
#include "app/gui/main_window.h"

#include "app/bridge/catalog.h"
#include "app/gui/format.h"
#include "app/gui/icons.h"
#include "app/gui/label/label_page.h"
#include "app/gui/page_bar.h"
#include "app/gui/run/run_actions.h"
#include "app/gui/tests/tests_page.h"
#include "app/gui/theme.h"

#include <QActionGroup>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QProgressBar>
#include <QStatusBar>
#include <QToolBar>

namespace mutascope::gui {

namespace {

struct PageEntry {
    const char *icon;
    const char *text;
    const char *tip;
};

constexpr PageEntry pageEntries[] = {
    {"welcome", QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "&Welcome"),
     QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "Open a project or a session")},
    {"model", QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "&Model"),
     QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "The model, its layers and what its neurons do")},
    {"run", QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "&Run"),
     QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "Set up a run and watch it")},
    {"training", QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "Tra&ining"),
     QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "The losses of the networks a generator trains")},
    {"coverage", QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "Co&verage"),
     QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "Which neurons the run covers")},
    {"neurons", QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "&Neurons"),
     QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "Which neurons DeepFault finds suspicious")},
    {"tree", QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "Tr&ee"),
     QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "The search, walked through step by step")},
    {"tests", QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "&Tests"),
     QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "All stored tests as thumbnails")},
    {"compare", QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "&Compare"),
     QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "A test beside its seed")},
    {"label", QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "La&bel"),
     QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "People judge whether tests are valid")},
    {"sessions", QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "&Sessions"),
     QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "The runs of the open session")},
    {"step", QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "Retrai&n"),
     QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "Train models, and put tests to others")},
    {"assess", QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "&Assess"),
     QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "Which generator is best for this model")},
    {"runs", QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "R&uns"),
     QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "Runs of any sessions beside each other")},
    {"engines", QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "En&gines"),
     QT_TRANSLATE_NOOP("mutascope::gui::MainWindow", "Find faults of inference engines")},
};

} // namespace

void MainWindow::buildMenus()
{
    buildFileMenu();
    buildViewMenu();
    QMenu *run = menuBar()->addMenu(tr("&Run"));
    run->addActions(m_runActions->all());
    buildHelpMenu();
}

void MainWindow::buildFileMenu()
{
    QMenu *file = menuBar()->addMenu(tr("&File"));
    m_newProject = file->addAction(themedIcon(QStringLiteral("new")), tr("&New project…"), this,
                                   [this] { newProject(); });
    m_newProject->setShortcut(QKeySequence::New);
    describe(m_newProject, tr("Make a project of a model and its data"));
    m_openProject = file->addAction(themedIcon(QStringLiteral("open")), tr("&Open project…"), this,
                                    &MainWindow::askProject);
    m_openProject->setShortcut(QKeySequence::Open);
    describe(m_openProject, tr("Open a folder with a project.json"));
    m_openSession = file->addAction(themedIcon(QStringLiteral("sessions")), tr("Open s&ession…"), this,
                                    &MainWindow::askSession);
    m_openSession->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_O);
    describe(m_openSession, tr("Open a .mscope file"));
    QAction *sample = file->addAction(tr("Open the &sample project"), &m_workspace, &Workspace::openSample);
    describe(sample, tr("LeNet-5 on Fashion-MNIST"));
    m_recentMenu = file->addMenu(tr("&Recent"));
    connect(&m_workspace.recent(), &bridge::RecentFiles::changed, this, &MainWindow::fillRecentMenu);
    fillRecentMenu();
    file->addSeparator();
    m_export = file->addAction(themedIcon(QStringLiteral("export")), tr("E&xport tests…"), this,
                               [this] { askExport(m_testsPage->selectedTests()); });
    m_export->setShortcut(Qt::CTRL | Qt::Key_E);
    describe(m_export, tr("Write the selected tests, else all shown, as PNG files with a manifest"));
    m_cancelJob = file->addAction(tr("&Cancel the export"), &m_workspace.job(), &bridge::SessionJob::cancel);
    m_cancelJob->setEnabled(false);
    describe(m_cancelJob, tr("What is written by then is kept"));
    file->addSeparator();
    QAction *quit = file->addAction(tr("&Quit"), this, &MainWindow::close);
    quit->setShortcut(Qt::CTRL | Qt::Key_Q); // QKeySequence::Quit is empty on some desktops
    describe(quit, tr("Close the window"));
}

void MainWindow::buildViewMenu()
{
    QMenu *view = menuBar()->addMenu(tr("&View"));
    m_pageActions = new QActionGroup(this);
    int number = 0;
    for (const PageEntry &entry : pageEntries) {
        const Page shown = Page(number++);
        QAction *action = view->addAction(themedIcon(QLatin1String(entry.icon)), tr(entry.text), this,
                                          [this, shown] { setPage(shown); });
        action->setCheckable(true);
        const auto digit = Qt::Key(Qt::Key_0 + number % 10);
        action->setShortcut(number <= 10 ? Qt::CTRL | digit : Qt::CTRL | Qt::SHIFT | digit);
        describe(action, tr(entry.tip));
        m_pageActions->addAction(action);
    }
    view->addSeparator();
    QAction *filter = view->addAction(tr("&Filter the tests"), this, [this] {
        setPage(Tests);
        m_testsPage->focusFilter();
    });
    filter->setShortcut(QKeySequence::Find);
    describe(filter, tr("Go to the filters of the Tests page"));
    buildThemeMenu(view->addMenu(tr("C&olours")));
    QAction *full = view->addAction(tr("F&ull screen"), this, [this](bool on) {
        setWindowState(windowState().setFlag(Qt::WindowFullScreen, on));
    });
    full->setCheckable(true);
    full->setShortcut(Qt::Key_F11);
    describe(full, tr("Fill the whole screen"));
}

void MainWindow::buildThemeMenu(QMenu *menu)
{
    auto *group = new QActionGroup(menu);
    const auto addTheme = [&](Theme theme, const QString &text, const QString &tip) {
        QAction *action = menu->addAction(text, this, [theme] {
            storeTheme(theme);
            applyTheme(theme);
        });
        action->setCheckable(true);
        action->setChecked(theme == storedTheme());
        describe(action, tip);
        group->addAction(action);
    };
    addTheme(Theme::System, tr("As the &desktop"), tr("The colours and the style of the desktop"));
    addTheme(Theme::Light, tr("&Light"), tr("Dark text on light ground"));
    addTheme(Theme::Dark, tr("D&ark"), tr("Light text on dark ground"));
}

void MainWindow::buildHelpMenu()
{
    QMenu *help = menuBar()->addMenu(tr("&Help"));
    addLessonActions(help);
    help->addSeparator();
    QAction *keys = help->addAction(tr("&Keyboard shortcuts"), this, &MainWindow::showShortcuts);
    keys->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Question));
    describe(keys, tr("All keys in one list"));
    QAction *about = help->addAction(tr("&About Mutascope"), this, &MainWindow::showAbout);
    about->setMenuRole(QAction::AboutRole);
    describe(about, tr("Version and licence"));
}

void MainWindow::buildSidebar()
{
    addToolBar(Qt::LeftToolBarArea, new PageBar(m_pageActions->actions()));
}

void MainWindow::buildToolBar()
{
    auto *bar = new QToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("toolBar"));
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->setIconSize({18, 18});
    bar->addAction(m_openProject);
    bar->addAction(m_openSession);
    bar->addSeparator();
    bar->addActions(m_runActions->all());
    bar->addSeparator();
    bar->addAction(m_export);
    addToolBar(Qt::TopToolBarArea, bar);
}

void MainWindow::buildStatusBar()
{
    m_projectLabel = new QLabel;
    m_runLabel = new QLabel;
    m_runLabel->setObjectName(QStringLiteral("runLabel"));
    m_jobProgress = new QProgressBar;
    m_jobProgress->setRange(0, 0);
    m_jobProgress->setMaximumSize(140, 14);
    m_jobProgress->setToolTip(tr("Export or verification at work; File ▸ Cancel the export ends it"));
    m_jobProgress->hide();
    statusBar()->addPermanentWidget(m_jobProgress);
    m_runLabel->setContentsMargins(8, 0, 8, 0);
    m_projectLabel->setContentsMargins(8, 0, 8, 0);
    statusBar()->addPermanentWidget(m_runLabel);
    statusBar()->addPermanentWidget(m_projectLabel);
}

void MainWindow::fillRecentMenu()
{
    m_recentMenu->clear();
    for (const QString &path : m_workspace.recent().paths())
        m_recentMenu->addAction(QDir::toNativeSeparators(path), this,
                                [this, path] { m_workspace.openPath(path); });
    m_recentMenu->setEnabled(!m_workspace.recent().paths().isEmpty());
}

void MainWindow::updateTitle()
{
    QStringList parts;
    if (m_labelPage->isBlind()) // names of files and projects may tell what the labeller must not know
        return setWindowTitle(tr("Labelling"));
    if (m_workspace.reader().isOpen())
        parts.append(QFileInfo(m_workspace.reader().file()).fileName());
    if (m_workspace.project())
        parts.append(m_workspace.project()->name);
    setWindowTitle(parts.join(QStringLiteral(" — ")));
}

void MainWindow::updateStatus()
{
    const bool blind = m_labelPage->isBlind();
    m_projectLabel->setVisible(!blind);
    m_runLabel->setVisible(!blind);
    const bridge::RunInfo *run = m_workspace.currentRunInfo();
    const bool paused = m_workspace.controller().state() == bridge::RunController::State::Paused && run
        && m_workspace.isLive(run->id);
    m_projectLabel->setText(m_workspace.project() ? m_workspace.project()->name : tr("no project"));
    m_runLabel->setText(
        run ? tr("%1 · %2 · %3 failing")
                  .arg(runTitle(*run), paused ? tr("paused") : phaseText(run->phase), countText(run->failing))
            : tr("no run"));
    updateExport();
}

void MainWindow::updateExport()
{
    m_export->setEnabled(!m_tests.rows().empty() && !m_workspace.job().isBusy());
}

void MainWindow::updateJob(bool busy)
{
    m_jobProgress->setVisible(busy);
    m_cancelJob->setEnabled(busy);
    updateExport();
}

void MainWindow::showAbout()
{
    auto *box
        = new QMessageBox(QMessageBox::NoIcon, tr("About Mutascope"), QString(), QMessageBox::Close, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setIconPixmap(applicationIcon().pixmap(QSize(64, 64), devicePixelRatioF()));
    box->setText(tr("<b>Mutascope %1</b>").arg(bridge::programVersion()));
    box->setInformativeText(
        tr("A workbench for people who test image classifiers.<br><br>Free software under the GNU General "
           "Public License, version 3 or later; without any warranty.<br><br>%1. Nothing is sent over the "
           "network.")
            .arg(bridge::libraryVersions()));
    box->open();
}

void MainWindow::showShortcuts()
{
    const QString row = QStringLiteral("<tr><td style='padding-right:24px'>%1</td><td>%2</td></tr>");
    QString rows;
    for (const QAction *action : findChildren<QAction *>())
        if (!action->shortcut().isEmpty() && !action->text().isEmpty())
            rows += row.arg(action->text().remove(QLatin1Char('&')).toHtmlEscaped(),
                            action->shortcut().toString(QKeySequence::NativeText).toHtmlEscaped());
    const std::pair<QString, QString> more[] = {
        {tr("Compare the chosen test (Tests page)"), tr("Return")},
        {tr("Previous or next test (Compare page)"), tr("Left, Right")},
        {tr("The seed in the test’s place (Compare page)"), tr("hold Space")},
        {tr("Zoom: in, out, fit, 1:1 (Compare page)"), tr("+, −, 0, 1")},
        {tr("Zoom and move the plot (Run and Training page)"), tr("+, −, 0, Left, Right")},
        {tr("From neuron to neuron, from layer to layer (Coverage page)"), tr("arrows, Page Up, Page Down")},
        {tr("Larger, smaller, fitting neurons (Coverage page)"), tr("+, −, 0")},
        {tr("Labelling: class; valid, another class, not valid, unsure (Label page)"),
         tr("0 … 9; V, L, X, U")},
        {tr("Labelling: skip, back, note, instructions (Label page)"), tr("Space, Backspace, N, F1")},
        {tr("One phase forward, back (Tree page)"), tr("Space, Backspace")},
        {tr("Pin a node, its way from the root (Tree page)"), tr("P, F")},
        {tr("From node to node; open or fold one, all below; to the root (Tree page)"),
         tr("arrows; Return, *; Home")},
    };
    for (const auto &[what, keys] : more)
        rows += row.arg(what.toHtmlEscaped(), keys.toHtmlEscaped());
    auto *box
        = new QMessageBox(QMessageBox::NoIcon, tr("Keyboard Shortcuts"), QString(), QMessageBox::Close, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::RichText);
    box->setText(QStringLiteral("<table cellpadding='2'>%1</table>").arg(rows));
    box->open();
}

} // namespace mutascope::gui
