// SPDX-License-Identifier: GPL-3.0-or-later
// The window: pages, menus, tool bars, messages.
#pragma once

#include "app/gui/tests/test_list.h"
#include "app/gui/workspace.h"

#include <QMainWindow>

class QActionGroup;
class QFileDialog;
class QLabel;
class QMenu;
class QProgressBar;
class QStackedWidget;

namespace mutascope::widgets {
class MessageBar;
}

namespace mutascope::gui {

class AssessPage;
class ComparePage;
class ComparisonPage;
class CoveragePage;
class EnginesPage;
class LabelPage;
class LessonDock;
class LossesPage;
class ModelPage;
class RetrainPage;
class RunActions;
class RunPage;
class SessionsPage;
class SuspicionPage;
class TestsPage;
class TreePage;
class WelcomePage;

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    enum Page {
        Welcome,
        Model,
        Run,
        Training,
        Coverage,
        Neurons,
        Tree,
        Tests,
        Compare,
        Label,
        Sessions,
        Retrain,
        Assess,
        Runs,
        Engines
    };

    explicit MainWindow(QWidget *parent = nullptr);
    ~MainWindow() override;

    Workspace &workspace() { return m_workspace; }
    TestList &tests() { return m_tests; }
    ModelPage *modelPage() const { return m_modelPage; }
    CoveragePage *coveragePage() const { return m_coveragePage; }
    SuspicionPage *suspicionPage() const { return m_suspicionPage; }
    TreePage *treePage() const { return m_treePage; }
    LessonDock *lessons() const { return m_lessons; }
    LossesPage *lossesPage() const { return m_lossesPage; }
    RunPage *runPage() const { return m_runPage; }
    TestsPage *testsPage() const { return m_testsPage; }
    ComparePage *comparePage() const { return m_comparePage; }
    SessionsPage *sessionsPage() const { return m_sessionsPage; }
    LabelPage *labelPage() const { return m_labelPage; }
    RetrainPage *retrainPage() const { return m_retrainPage; }
    AssessPage *assessPage() const { return m_assessPage; }
    ComparisonPage *comparisonPage() const { return m_comparisonPage; }
    EnginesPage *enginesPage() const { return m_enginesPage; }
    RunActions *runActions() const { return m_runActions; }
    widgets::MessageBar *messageBar() const { return m_messages; }

    Page page() const;
    void setPage(Page page);
    // Opens the project wizard; paths: a model, data, or both, as they were dropped.
    void newProject(const QStringList &paths = {});
    // Writes tests of the current run into folder, in the background.
    void exportTests(const QString &folder, const QList<qint64> &ids);

public Q_SLOTS:
    void showUnexpectedError(const QString &what);

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void openDropped(const QStringList &paths);
    void buildPages();
    void buildLessons();
    void addLessonActions(QMenu *help);
    void buildSidebar();
    void buildMenus();
    void buildFileMenu();
    void buildViewMenu();
    void buildThemeMenu(QMenu *menu);
    void buildHelpMenu();
    void buildToolBar();
    void buildStatusBar();
    void connectWorkspace();
    void connectPages();
    void restoreSettings();
    void saveSettings() const;
    void fillRecentMenu();
    void askProject();
    void askSession();
    QFileDialog *openSessionDialog();
    void connectLabelling();
    void labelImages();
    void askAfter(bridge::AfterKind kind, qint64 run);
    void showRun(const QString &sessionFile, qint64 run, qint64 test); // test 0: none of them
    void showOpenedSession();
    void askExport(const QList<qint64> &ids);
    void askExportRun(qint64 run);
    void askExportFolder(bridge::ExportOrder order);
    void startExport(const bridge::ExportOrder &order);
    bridge::ExportOrder orderOf(const QList<qint64> &ids); // without ids: all that the Tests page shows
    void askClose();
    void stopAndClose();
    void closeWhenFree();
    void showAbout();
    void showShortcuts();
    void showMessage(Workspace::Severity severity, const QString &text, const QString &details);
    void updateTitle();
    void updateStatus();
    void updateExport();
    void updateJob(bool busy);
    void showJobResult(const QString &folder, qint64 written, qint64 verified, bool wasCancelled);

    Workspace m_workspace;
    TestList m_tests;
    RunActions *m_runActions = nullptr;
    widgets::MessageBar *m_messages = nullptr;
    QStackedWidget *m_pages = nullptr;
    WelcomePage *m_welcomePage = nullptr;
    ModelPage *m_modelPage = nullptr;
    RunPage *m_runPage = nullptr;
    LossesPage *m_lossesPage = nullptr;
    CoveragePage *m_coveragePage = nullptr;
    SuspicionPage *m_suspicionPage = nullptr;
    TreePage *m_treePage = nullptr;
    TestsPage *m_testsPage = nullptr;
    ComparePage *m_comparePage = nullptr;
    LabelPage *m_labelPage = nullptr;
    SessionsPage *m_sessionsPage = nullptr;
    RetrainPage *m_retrainPage = nullptr;
    AssessPage *m_assessPage = nullptr;
    ComparisonPage *m_comparisonPage = nullptr;
    EnginesPage *m_enginesPage = nullptr;
    LessonDock *m_lessons = nullptr;
    QActionGroup *m_pageActions = nullptr;
    QAction *m_newProject = nullptr;
    QAction *m_openProject = nullptr;
    QAction *m_openSession = nullptr;
    QAction *m_export = nullptr;
    QAction *m_cancelJob = nullptr;
    QMenu *m_recentMenu = nullptr;
    QLabel *m_projectLabel = nullptr;
    QLabel *m_runLabel = nullptr;
    QProgressBar *m_jobProgress = nullptr;
    bool m_labelNext = false; // as soon as a session is open
    bool m_closing = false; // as soon as the run or the job has ended
};

} // namespace mutascope::gui
