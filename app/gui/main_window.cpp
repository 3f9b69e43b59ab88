// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/main_window.h"

#include "app/bridge/engine_catalog.h"
#include "app/bridge/places.h"
#include "app/gui/assess/assess_page.h"
#include "app/gui/compare/compare_page.h"
#include "app/gui/comparison/comparison_page.h"
#include "app/gui/coverage/coverage_page.h"
#include "app/gui/engines/engines_page.h"
#include "app/gui/format.h"
#include "app/gui/label/label_page.h"
#include "app/gui/losses/losses_page.h"
#include "app/gui/model/model_page.h"
#include "app/gui/retrain/retrain_page.h"
#include "app/gui/run/run_actions.h"
#include "app/gui/run/run_page.h"
#include "app/gui/run/setup_panel.h"
#include "app/gui/sessions/sessions_page.h"
#include "app/gui/suspicion/suspicion_page.h"
#include "app/gui/tests/tests_page.h"
#include "app/gui/tree/tree_page.h"
#include "app/gui/welcome/welcome_page.h"
#include "app/gui/wizard/project_wizard.h"
#include "widgets/message_bar.h"

#include <QActionGroup>
#include <QDir>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QSettings>
#include <QStackedWidget>
#include <QUrl>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {

constexpr int stateVersion = 1; // of saveState(): raised when tool bars change
const QString geometryKey = QStringLiteral("mainWindow/geometry");
const QString stateKey = QStringLiteral("mainWindow/state");

widgets::MessageBar::Kind kindOf(Workspace::Severity severity)
{
    switch (severity) {
    case Workspace::Severity::Information:
        return widgets::MessageBar::Kind::Information;
    case Workspace::Severity::Warning:
        return widgets::MessageBar::Kind::Warning;
    case Workspace::Severity::Error:
        break;
    }
    return widgets::MessageBar::Kind::Error;
}

QStringList draggedPaths(const QMimeData *data)
{
    QStringList paths;
    for (const QUrl &url : data->urls())
        if (url.isLocalFile())
            paths.append(url.toLocalFile());
    return paths;
}

} // namespace

MainWindow::MainWindow(QWidget *parent) : QMainWindow(parent), m_tests(m_workspace)
{
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    m_runActions = new RunActions(m_workspace.controller(), this);
    buildPages();
    buildMenus();
    buildSidebar();
    buildToolBar();
    buildStatusBar();
    connectWorkspace();
    connectPages();
    restoreSettings();
    setPage(Welcome);
    updateTitle();
    updateStatus();
    updateExport();
}

// Pages that are hidden tell the workspace, which is gone by the time Qt would hide them.
MainWindow::~MainWindow()
{
    hide();
}

void MainWindow::buildPages()
{
    m_messages = new widgets::MessageBar;
    m_messages->setObjectName(QStringLiteral("messageBar"));
    m_pages = new QStackedWidget;
    m_welcomePage = new WelcomePage(m_workspace);
    m_modelPage = new ModelPage(m_workspace);
    m_runPage = new RunPage(m_workspace, *m_runActions);
    m_lossesPage = new LossesPage(m_workspace);
    m_coveragePage = new CoveragePage(m_workspace);
    m_suspicionPage = new SuspicionPage(m_workspace);
    m_treePage = new TreePage(m_workspace);
    m_testsPage = new TestsPage(m_workspace, m_tests);
    m_comparePage = new ComparePage(m_workspace, m_tests);
    m_labelPage = new LabelPage(m_workspace);
    m_sessionsPage = new SessionsPage(m_workspace);
    m_retrainPage = new RetrainPage(m_workspace);
    m_assessPage = new AssessPage(m_workspace);
    m_comparisonPage = new ComparisonPage(m_workspace);
    m_enginesPage = new EnginesPage(m_workspace);
    const std::initializer_list<QWidget *> pages{
        m_welcomePage,   m_modelPage,   m_runPage,    m_lossesPage,     m_coveragePage,
        m_suspicionPage, m_treePage,    m_testsPage,  m_comparePage,    m_labelPage,
        m_sessionsPage,  m_retrainPage, m_assessPage, m_comparisonPage, m_enginesPage}; // as Page
    for (QWidget *page : pages)
        m_pages->addWidget(page);
    auto *central = new QWidget;
    auto *layout = new QVBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_messages);
    layout->addWidget(m_pages, 1);
    setCentralWidget(central);
    buildLessons();
}

void MainWindow::connectWorkspace()
{
    connect(&m_workspace, &Workspace::message, this, &MainWindow::showMessage);
    connect(&m_workspace, &Workspace::projectChanged, this, [this] {
        updateTitle();
        updateStatus();
        if (page() == Welcome)
            setPage(Run);
    });
    connect(&m_workspace, &Workspace::sessionChanged, this, [this] {
        updateTitle();
        if (m_workspace.reader().isOpen())
            showOpenedSession();
    });
    connect(&m_workspace, &Workspace::runsChanged, this, &MainWindow::updateStatus);
    connect(&m_workspace, &Workspace::currentRunChanged, this, &MainWindow::updateStatus);
    connect(&m_workspace, &Workspace::runStarted, this, [this] {
        m_messages->dismiss();
        setPage(Run);
    });
    connect(&m_workspace, &Workspace::testActivated, this, [this] { setPage(Compare); });
    connect(&m_workspace.controller(), &bridge::RunController::stateChanged, this, [this] {
        updateStatus();
        closeWhenFree();
    });
    connect(&m_workspace.models(), &bridge::ModelJobs::stateChanged, this, &MainWindow::closeWhenFree);
    connect(&m_workspace.assessment(), &bridge::AssessJob::stateChanged, this, &MainWindow::closeWhenFree);
    connect(&m_workspace.engines(), &bridge::EngineJobs::stateChanged, this, &MainWindow::closeWhenFree);
    connect(&m_workspace.job(), &bridge::SessionJob::busyChanged, this, &MainWindow::updateJob);
    connect(&m_workspace.job(), &bridge::SessionJob::exported, this, &MainWindow::showJobResult);
}

void MainWindow::connectPages()
{
    connect(m_welcomePage, &WelcomePage::newProjectRequested, this, [this] { newProject(); });
    connect(m_welcomePage, &WelcomePage::openProjectRequested, this, &MainWindow::askProject);
    connect(m_welcomePage, &WelcomePage::openSessionRequested, this, &MainWindow::askSession);
    connectLabelling();
    SetupPanel *setup = m_runPage->setupPanel();
    connect(m_modelPage, &ModelPage::layerPatternChanged, setup, &SetupPanel::setLayers);
    connect(setup, &SetupPanel::layersChanged, m_modelPage, &ModelPage::setLayerPattern);
    connect(m_testsPage, &TestsPage::exportRequested, this, &MainWindow::askExport);
    connect(m_testsPage, &TestsPage::afterRequested, this,
            [this](bridge::AfterKind kind) { askAfter(kind, m_workspace.currentRun()); });
    connect(m_sessionsPage, &SessionsPage::afterRequested, this, &MainWindow::askAfter);
    connect(m_retrainPage, &RetrainPage::showRequested, this, &MainWindow::showRun);
    connect(m_assessPage, &AssessPage::compareRequested, this, [this](const QStringList &files) {
        setPage(Runs);
        m_comparisonPage->setFiles(files);
    });
    connect(m_enginesPage, &EnginesPage::treeRequested, this, [this] { setPage(Tree); });
    connect(m_comparePage, &ComparePage::testShown, m_testsPage, &TestsPage::selectTest);
    connect(m_sessionsPage, &SessionsPage::openRequested, this, &MainWindow::askSession);
    connect(m_sessionsPage, &SessionsPage::showRequested, this, [this] {
        const bridge::RunInfo *run = m_workspace.currentRunInfo();
        setPage(run && bridge::isCampaign(*run) ? Engines : Tests);
    });
    connect(m_sessionsPage, &SessionsPage::exportRequested, this, &MainWindow::askExportRun);
    connect(&m_tests, &TestList::reset, this, &MainWindow::updateExport);
    connect(&m_tests, &TestList::appended, this, &MainWindow::updateExport);
}

MainWindow::Page MainWindow::page() const
{
    return Page(m_pages->currentIndex());
}

void MainWindow::setPage(Page page)
{
    m_pages->setCurrentIndex(page);
    m_pageActions->actions().at(page)->setChecked(true);
    m_pages->currentWidget()->setFocus(Qt::OtherFocusReason);
}

void MainWindow::restoreSettings()
{
    const QSettings settings;
    if (!restoreGeometry(settings.value(geometryKey).toByteArray()))
        resize(1280, 860);
    restoreState(settings.value(stateKey).toByteArray(), stateVersion);
}

void MainWindow::saveSettings() const
{
    QSettings settings;
    settings.setValue(geometryKey, saveGeometry());
    settings.setValue(stateKey, saveState(stateVersion));
}

void MainWindow::showMessage(Workspace::Severity severity, const QString &text, const QString &details)
{
    m_messages->showMessage(kindOf(severity), text, details);
}

void MainWindow::showUnexpectedError(const QString &what)
{
    showMessage(Workspace::Severity::Error, tr("Something went wrong inside Mutascope: %1").arg(what),
                tr("What was stored is safe. Please report what you did before."));
}

void MainWindow::askProject()
{
    auto *dialog = new QFileDialog(this, tr("Open Project"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilter(tr("Projects (project.json)"));
    connect(dialog, &QFileDialog::fileSelected, &m_workspace, &Workspace::openPath);
    dialog->open();
}

void MainWindow::askSession()
{
    openSessionDialog();
}

QFileDialog *MainWindow::openSessionDialog()
{
    auto *dialog = new QFileDialog(this, tr("Open Session"), bridge::browsingFolder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilter(tr("Sessions (*.mscope)"));
    connect(dialog, &QFileDialog::fileSelected, &m_workspace, &Workspace::openPath);
    dialog->open();
    return dialog;
}

void MainWindow::askExport(const QList<qint64> &ids)
{
    askExportFolder(orderOf(ids));
}

bridge::ExportOrder MainWindow::orderOf(const QList<qint64> &ids)
{
    bridge::ExportOrder order;
    order.sessionFile = m_workspace.reader().file();
    order.run = m_workspace.currentRun();
    order.ids = ids;
    if (ids.isEmpty())
        order.query = m_tests.query();
    return order;
}

void MainWindow::exportTests(const QString &folder, const QList<qint64> &ids)
{
    bridge::ExportOrder order = orderOf(ids);
    order.folder = folder;
    startExport(order);
}

// All of its tests, whatever the Tests page is filtered by.
void MainWindow::askExportRun(qint64 run)
{
    bridge::ExportOrder order;
    order.sessionFile = m_workspace.reader().file();
    order.run = run;
    askExportFolder(order);
}

void MainWindow::askExportFolder(bridge::ExportOrder order)
{
    auto *dialog = new QFileDialog(this, tr("Export Tests Into a New or Empty Folder"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    dialog->setAcceptMode(QFileDialog::AcceptOpen);
    dialog->setLabelText(QFileDialog::Accept, tr("Export"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, order](const QString &folder) mutable {
        order.folder = folder;
        startExport(order);
    });
    dialog->open();
}

void MainWindow::startExport(const bridge::ExportOrder &order)
{
    if (!m_workspace.job().startExport(order))
        showMessage(Workspace::Severity::Warning, tr("Another export is at work."),
                    tr("Wait until it has finished, or cancel it."));
}

void MainWindow::showJobResult(const QString &folder, qint64 written, qint64 verified, bool wasCancelled)
{
    const QString place = QDir::toNativeSeparators(folder);
    const QString text = wasCancelled ? tr("The export was cancelled after %1 tests.").arg(countText(written))
                                      : tr("%1 tests were written to ‘%2’.").arg(countText(written), place);
    showMessage(
        Workspace::Severity::Information, text,
        tr("%1 of them fail when their file is read back and predicted again.").arg(countText(verified)));
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (!draggedPaths(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    event->acceptProposedAction();
    openDropped(draggedPaths(event->mimeData()));
}

// A project or a session is opened; a model or data is the beginning of a project.
void MainWindow::openDropped(const QStringList &paths)
{
    for (const QString &path : paths) {
        const bridge::PathKind kind = bridge::kindOfPath(path);
        if (kind == bridge::PathKind::Project || kind == bridge::PathKind::Session)
            return m_workspace.openPath(path);
    }
    newProject(paths);
}

void MainWindow::newProject(const QStringList &paths)
{
    for (auto *open : findChildren<ProjectWizard *>())
        if (open->isVisible())
            return open->setPaths(paths);
    auto *wizard = new ProjectWizard(this); // deletes itself when it is closed
    wizard->setPaths(paths);
    connect(wizard, &ProjectWizard::projectMade, &m_workspace, &Workspace::openProject);
    wizard->open();
}

} // namespace mutascope::gui
