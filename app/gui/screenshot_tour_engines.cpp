// SPDX-License-Identifier: GPL-3.0-or-later
// The tour's pictures of a campaign against inference engines.
#include "app/gui/engines/engines_page.h"
#include "app/gui/engines/finding_view.h"
#include "app/gui/engines/findings_panel.h"
#include "app/gui/main_window.h"
#include "app/gui/screenshot_tour.h"
#include "widgets/graph_view.h"
#include "widgets/message_bar.h"

#include <QTabWidget>

namespace mutascope::gui {

namespace {

constexpr qint64 models = 150;

// One that shows a node in the graph: the last of what OpenCV computes wrong, else the first of all.
int chosenFinding(const bridge::CampaignData &campaign)
{
    int chosen = 1;
    for (const bridge::FindingRow &finding : campaign.findings)
        if (finding.stage == QLatin1String("comparison") && finding.node >= 0)
            chosen = finding.number;
    return chosen;
}

} // namespace

void ScreenshotTour::addEngines()
{
    EnginesPage *page = m_window.enginesPage();
    add(
        tr("ending the labelling"), [] { return true; },
        [this] {
            m_window.setPage(MainWindow::Engines);
            bridge::CampaignSetup setup;
            setup.engines = {QStringLiteral("torchscript"), QStringLiteral("opencv")};
            setup.search = QStringLiteral("mcts");
            setup.models = models;
            setup.seed = 1;
            setup.sessionFile = m_session.filePath(QStringLiteral("engines.mscope"));
            m_window.workspace().engines().startCampaign(setup);
        });
    add(
        tr("searching engines for faults"),
        [page] {
            return page->campaign().phase == bridge::RunPhase::Finished && page->findings()->current();
        },
        [this, page] {
            m_window.messageBar()->dismiss();
            page->findings()->select(chosenFinding(page->campaign()));
        });
    add(
        tr("drawing the graph"), [page] { return !page->finding()->graph()->graph().nodes.empty(); },
        [this] {
            save(QStringLiteral("engines"));
            m_window.findChild<QTabWidget *>(QStringLiteral("engineTabs"))->setCurrentIndex(1);
        });
    add(
        tr("drawing the coverage"), [] { return true; },
        [this] { save(QStringLiteral("engines-coverage")); });
}

} // namespace mutascope::gui
