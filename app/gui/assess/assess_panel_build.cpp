// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the panel.
#include "app/gui/accuracy_view.h"
#include "app/gui/assess/after_board.h"
#include "app/gui/assess/assess_panel.h"
#include "app/gui/assess/box_board.h"
#include "app/gui/assess/cell_grid.h"
#include "app/gui/assess/metric_choice.h"
#include "app/gui/assess/metric_saving.h"
#include "app/gui/plot_saving.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace mutascope::gui {

AssessPanel::AssessPanel(Workspace &workspace, QWidget *parent) : QWidget(parent), m_workspace(workspace)
{
    m_boxes = new BoxBoard;
    m_boxes->setObjectName(QStringLiteral("assessBoxes"));
    m_after = new AfterBoard;
    m_tabs = new QTabWidget;
    m_tabs->setObjectName(QStringLiteral("assessTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(buildRuns(), tr("Runs"));
    m_tabs->addTab(buildTable(), tr("Table"));
    m_tabs->addTab(buildCurves(), tr("Curves"));
    m_tabs->addTab(m_boxes, tr("Box plots"));
    m_tabs->addTab(buildParallel(), tr("Parallel coordinates"));
    m_tabs->addTab(m_after, tr("Afterwards"));
    m_tabs->setTabVisible(After, false);
    m_tabs->setCornerWidget(buildFilter());
    connect(m_tabs, &QTabWidget::currentChanged, this,
            [this](int tab) { m_filter->setEnabled(tab != Runs && tab != Curves); });
    m_filter->setEnabled(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(buildHead());
    layout->addWidget(m_tabs, 1);
    connectJob();
    showFigures();
    showEnd(tr("No assessment yet"));
    m_note->setText(
        tr("Choose on the left what is compared. Every generator gets the same budget, several times "
           "with other seeds; only tests that were verified count."));
}

QWidget *AssessPanel::buildHead()
{
    m_title = new QLabel;
    m_title->setObjectName(QStringLiteral("assessTitle"));
    m_title->setFont(scaledFont(m_title->font(), 1.3));
    m_note = new QLabel;
    m_note->setObjectName(QStringLiteral("assessNote"));
    m_note->setWordWrap(true);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *head = new QWidget;
    auto *layout = new QVBoxLayout(head);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_title);
    layout->addWidget(m_note);
    layout->addWidget(buildButtons());
    return head;
}

QWidget *AssessPanel::buildButtons()
{
    const auto make = [](const QString &text, const char *name, const QString &tip) {
        auto *button = new QPushButton(text);
        button->setObjectName(QLatin1String(name));
        button->setToolTip(tip);
        return button;
    };
    m_progress = new QProgressBar;
    m_progress->setObjectName(QStringLiteral("assessProgress"));
    m_progress->setAccessibleName(tr("Progress of the assessment"));
    m_pause = make(tr("Pa&use"), "assessPause", tr("Runs at work save their step and make room"));
    m_stop
        = make(tr("&Stop"), "assessStop", tr("Runs at work save their step; the assessment can go on later"));
    m_again = make({}, "assessAgain",
                   tr("Finished runs are kept, interrupted ones resumed, failed ones tried again"));
    m_report
        = make(tr("Open repor&t"), "assessReport", tr("HTML; beside it are PDF, CSV, JSON Lines and LaTeX"));
    m_open = make(tr("Open fol&der"), "assessOpenFolder", tr("Everything the assessment has written"));
    m_compare = make(tr("Compare r&uns…"), "assessCompare", tr("All of its runs on the Runs page"));
    auto *row = new QWidget;
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_progress, 1);
    for (QPushButton *button : {m_pause, m_stop, m_again, m_report, m_open, m_compare})
        layout->addWidget(button);
    layout->addStretch();
    return row;
}

QWidget *AssessPanel::buildRuns()
{
    m_cells = new CellGrid;
    m_cells->setObjectName(QStringLiteral("assessCells"));
    m_cellNote = new QLabel;
    m_cellNote->setObjectName(QStringLiteral("assessCellNote"));
    m_cellNote->setWordWrap(true);
    m_cellNote->setMargin(4);
    m_cellNote->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->addWidget(m_cells, 1);
    layout->addWidget(m_cellNote);
    connect(m_cells, &QTableWidget::currentCellChanged, this, &AssessPanel::showCellNote);
    connect(m_cells, &QTableWidget::cellActivated, this, &AssessPanel::openSession);
    return page;
}

QWidget *AssessPanel::buildTable()
{
    m_table = new widgets::MetricTable;
    m_table->setObjectName(QStringLiteral("assessTable"));
    m_table->setAccessibleName(tr("Generators by figures: mean and deviation over the runs"));
    m_tableNote = new QLabel;
    m_tableNote->setWordWrap(true);
    m_tableNote->setForegroundRole(QPalette::PlaceholderText);
    auto *foot = new QHBoxLayout;
    foot->addWidget(m_tableNote, 1);
    foot->addWidget(makeSaveButton(*m_table, m_workspace));
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->addWidget(m_table, 1);
    layout->addLayout(foot);
    return page;
}

QWidget *AssessPanel::buildCurves()
{
    m_coverage = new widgets::BandPlot(tr("Coverage over model calls"), tr("No run is measured yet"));
    m_coverage->setObjectName(QStringLiteral("assessCoverage"));
    m_coverage->setAxes(tr("model calls"), tr("coverage"), true);
    m_failing = new widgets::BandPlot(tr("Failing tests over model calls"), tr("No run is measured yet"));
    m_failing->setObjectName(QStringLiteral("assessFailing"));
    m_failing->setAxes(tr("model calls"), tr("failing tests"), false);
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 6, 0, 0);
    for (widgets::BandPlot *plot : {m_coverage, m_failing})
        layout->addWidget(withSaveButton(*plot, m_workspace), 1);
    return page;
}

// Many axes need more room than there is.
QWidget *AssessPanel::buildParallel()
{
    m_parallel = new widgets::ParallelPlot;
    m_parallel->setObjectName(QStringLiteral("assessParallel"));
    auto *scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(m_parallel);
    return scroll;
}

QWidget *AssessPanel::buildFilter()
{
    m_filter = new QComboBox;
    m_filter->setObjectName(QStringLiteral("assessFilter"));
    m_filter->setAccessibleName(tr("Figures shown"));
    m_filter->setToolTip(tr("Which figures the table, the box plots and the parallel coordinates show"));
    m_filter->addItem(tr("Main figures"), int(FigureFilter::Kind::Main));
    m_filter->addItem(tr("All figures"), int(FigureFilter::Kind::All));
    for (const char *family : {"fault-revealing", "naturalness", "diversity", "efficiency"})
        m_filter->addItem(familyWords(QLatin1String(family)), QString::fromLatin1(family));
    m_filter->addItem(tr("Raw figures of the runs"), QStringLiteral("run"));
    connect(m_filter, &QComboBox::currentIndexChanged, this, &AssessPanel::showFigures);
    return m_filter;
}

} // namespace mutascope::gui
