// SPDX-License-Identifier: GPL-3.0-or-later
// How the main window leads from a run to work on its tests, and back to what was made.
#include "app/gui/main_window.h"
#include "app/gui/retrain/retrain_page.h"
#include "app/gui/tests/tests_page.h"

namespace mutascope::gui {

void MainWindow::askAfter(bridge::AfterKind kind, qint64 run)
{
    m_retrainPage->showAfter(kind, run);
    setPage(Retrain);
}

void MainWindow::showRun(const QString &sessionFile, qint64 run, qint64 test)
{
    m_workspace.showRun(sessionFile, run);
    setPage(Tests);
    if (test != 0)
        m_testsPage->showTest(sessionFile, run, test);
}

} // namespace mutascope::gui
