// SPDX-License-Identifier: GPL-3.0-or-later
// The real window with the sample project, for tests that drive it.
#pragma once

#include "app/bridge/convert.h"
#include "app/gui/application.h"
#include "app/gui/compare/compare_page.h"
#include "app/gui/main_window.h"
#include "app/gui/run/run_actions.h"
#include "app/gui/run/run_page.h"
#include "app/gui/run/setup_panel.h"
#include "app/gui/sessions/sessions_page.h"
#include "app/gui/tests/tests_page.h"
#include "core/base/hash.h"
#include "tests/app/bridge_fixture.h"
#include "widgets/coverage_plot.h"
#include "widgets/message_bar.h"
#include "widgets/spin_boxes.h"
#include "widgets/thumbnail_grid.h"

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDirIterator>
#include <QDragEnterEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

namespace mutascope::gui {

// A fresh window and folder for every test; settings are the tests' own.
class WindowFixture {
protected:
    void useOwnSettings(const QString &program)
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("mutascope-tests"));
        QCoreApplication::setApplicationName(program);
    }
    void makeWindow()
    {
        QSettings().clear();
        m_folder = std::make_unique<QTemporaryDir>();
        m_window = std::make_unique<MainWindow>();
        m_window->workspace().controller().setCacheFolder(m_cache.path());
        m_window->workspace().setSampleFolder(sampleProject());
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    void closeWindow()
    {
        m_window.reset();
        m_folder.reset();
    }

    template <typename Widget> Widget *find(const char *name) const
    {
        auto *widget = m_window->findChild<Widget *>(QLatin1String(name));
        Q_ASSERT(widget);
        return widget;
    }
    QString path(const char *name) const { return m_folder->filePath(QLatin1String(name)); }
    Workspace &workspace() const { return m_window->workspace(); }

    void openSample()
    {
        QTest::mouseClick(find<QPushButton>("openSample"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(workspace().accuracy().has_value(), longWait);
        QCOMPARE(m_window->page(), MainWindow::Run);
    }

    void setUp(qint64 tests, const QString &file)
    {
        find<QCheckBox>("budgetCallsTick")->setChecked(false);
        find<QCheckBox>("budgetTestsTick")->setChecked(true);
        find<widgets::LongSpinBox>("budgetTests")->setValue(tests);
        find<QLineEdit>("sessionFile")->setText(file);
    }

    bool runToEnd()
    {
        QSignalSpy finished(&workspace().controller(), &bridge::RunController::finished);
        QSignalSpy refreshed(&workspace(), &Workspace::runsChanged);
        m_window->runActions()->start()->trigger();
        return QTest::qWaitFor([&] { return finished.size() > 0; }, longWait)
            && QTest::qWaitFor(
                   [&] {
                       const bridge::RunInfo *run = workspace().currentRunInfo();
                       return run && run->phase == bridge::RunPhase::Finished
                           && !m_window->tests().isLoading() && !m_window->tests().rows().empty();
                   },
                   longWait);
    }

    void runSample(qint64 tests)
    {
        openSample();
        setUp(tests, path("a.mscope"));
        QVERIFY(runToEnd());
    }

    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<QTemporaryDir> m_folder;
    QTemporaryDir m_cache; // of criterion profiles: measured once
};

} // namespace mutascope::gui
