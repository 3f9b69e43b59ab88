// SPDX-License-Identifier: GPL-3.0-or-later
// How the main window leads to labelling, and keeps quiet about what a labeller must not know.
#include "app/bridge/engine_catalog.h"
#include "app/gui/label/label_page.h"
#include "app/gui/main_window.h"
#include "app/gui/welcome/welcome_page.h"
#include "widgets/message_bar.h"

#include <QFileDialog>
#include <algorithm>
#include <utility>

namespace mutascope::gui {

void MainWindow::connectLabelling()
{
    connect(m_welcomePage, &WelcomePage::labelRequested, this, &MainWindow::labelImages);
    connect(&m_workspace.reader(), &bridge::SessionReader::openFailed, this, [this] { m_labelNext = false; });
    connect(m_labelPage, &LabelPage::blindChanged, this, [this] {
        m_messages->dismiss();
        updateTitle();
        updateStatus();
    });
}

void MainWindow::labelImages()
{
    if (m_workspace.reader().isOpen())
        return setPage(Label);
    connect(openSessionDialog(), &QFileDialog::fileSelected, this, [this] { m_labelNext = true; });
}

// A file handed out to a labeller has no runs: there is nothing in it but images to be labelled.
void MainWindow::showOpenedSession()
{
    const QList<bridge::RunInfo> &runs = m_workspace.reader().runs();
    if (page() == Engines) // a campaign began, or its session was opened from there
        return;
    if (!runs.isEmpty() && std::all_of(runs.begin(), runs.end(), bridge::isCampaign) && page() == Welcome)
        return setPage(Engines);
    const bool toLabel = std::exchange(m_labelNext, false) || m_workspace.reader().runs().isEmpty();
    if (toLabel && !m_workspace.controller().isBusy())
        setPage(Label);
    else if (page() == Welcome)
        setPage(Sessions);
}

} // namespace mutascope::gui
