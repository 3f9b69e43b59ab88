// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the page.
#include "app/gui/assess/metric_choice.h"
#include "app/gui/assess/metric_saving.h"
#include "app/gui/comparison/comparison_page.h"
#include "app/gui/comparison/paired_gallery.h"
#include "app/gui/comparison/run_tree.h"
#include "app/gui/plot_saving.h"
#include "widgets/band_plot.h"
#include "widgets/message_bar.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {

QLabel *makeNote(const QString &text = {})
{
    auto *note = new QLabel(text);
    note->setWordWrap(true);
    note->setForegroundRole(QPalette::PlaceholderText);
    return note;
}

QPushButton *makeButton(const QString &text, const char *objectName, const QString &tip = {})
{
    auto *button = new QPushButton(text);
    button->setObjectName(QLatin1String(objectName));
    button->setToolTip(tip);
    return button;
}

} // namespace

ComparisonPage::ComparisonPage(Workspace &workspace, QWidget *parent)
    : QWidget(parent), m_workspace(workspace)
{
    m_tabs = new QTabWidget;
    m_tabs->setObjectName(QStringLiteral("comparisonTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(buildFigures(), tr("Figures"));
    m_tabs->addTab(buildCurves(), tr("Curves"));
    m_tabs->addTab(buildConfiguration(), tr("Configuration"));
    m_tabs->addTab(buildPairs(), tr("Same seeds"));
    m_tabs->addTab(buildRejudged(), tr("Judged again"));
    m_tabs->setTabVisible(Rejudged, false);
    m_notice = new widgets::MessageBar;
    m_notice->setObjectName(QStringLiteral("comparisonNotice"));
    m_rejudge = makeButton(tr("&Judge their tests again"), "comparisonRejudge");
    m_leaveOut = makeButton(tr("&Leave them out"), "comparisonLeaveOut");
    auto *choices = new QHBoxLayout;
    choices->addWidget(m_rejudge);
    choices->addWidget(m_leaveOut);
    choices->addStretch();
    auto *right = new QWidget;
    auto *column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_notice);
    column->addLayout(choices);
    column->addWidget(m_tabs, 1);
    auto *splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(buildSources());
    splitter->addWidget(right);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({330, 930});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->addWidget(splitter);
    setFocusProxy(m_tree);
    connectComparison();
    connectWorkspace();
    onChosen();
}

QWidget *ComparisonPage::buildSources()
{
    m_tree = new RunTree;
    m_tree->setObjectName(QStringLiteral("comparisonTree"));
    m_tree->setMinimumWidth(260);
    m_hint = makeNote();
    m_hint->setObjectName(QStringLiteral("comparisonHint"));
    auto *add = makeButton(tr("Add &sessions…"), "comparisonAdd");
    auto *folder
        = makeButton(tr("Add &assessment…"), "comparisonAddFolder", tr("All runs of an assessment’s folder"));
    auto *remove = makeButton(tr("Re&move"), "comparisonRemove", tr("Takes the selected files off the list"));
    auto *none = makeButton(tr("Tick &none"), "comparisonNone");
    auto *all = makeButton(tr("Tick a&ll"), "comparisonAll");
    auto *first = new QHBoxLayout;
    first->addWidget(add);
    first->addWidget(folder);
    auto *second = new QHBoxLayout;
    for (QPushButton *button : {all, none, remove})
        second->addWidget(button);
    auto *panel = new QWidget;
    auto *layout = new QVBoxLayout(panel);
    layout->setContentsMargins(0, 0, 6, 0);
    layout->addLayout(first);
    layout->addWidget(m_tree, 1);
    layout->addWidget(m_hint);
    layout->addLayout(second);
    connect(add, &QPushButton::clicked, this, &ComparisonPage::askFiles);
    connect(folder, &QPushButton::clicked, this, &ComparisonPage::askFolder);
    connect(remove, &QPushButton::clicked, this, &ComparisonPage::removeSelected);
    connect(none, &QPushButton::clicked, this, [this] { m_tree->tickAll(false); });
    connect(all, &QPushButton::clicked, this, [this] { m_tree->tickAll(true); });
    return panel;
}

QWidget *ComparisonPage::buildFigures()
{
    m_table = new widgets::MetricTable;
    m_table->setObjectName(QStringLiteral("comparisonTable"));
    m_table->setAccessibleName(tr("Runs by facts and figures"));
    auto *page = new QSplitter(Qt::Vertical);
    page->setChildrenCollapsible(false);
    page->addWidget(m_table);
    page->addWidget(buildMeasuring());
    page->setStretchFactor(0, 1);
    page->setSizes({520, 190});
    return page;
}

QWidget *ComparisonPage::buildMeasuring()
{
    m_metricChoice = new MetricChoice;
    m_metricChoice->setObjectName(QStringLiteral("comparisonMetrics"));
    m_validator = new QCheckBox(tr("Judge &validity"));
    m_validator->setToolTip(tr("By a network trained on the data, once; figures of valid tests need it"));
    m_measure = makeButton(tr("M&easure the runs"), "comparisonMeasure",
                           tr("Adds the ticked metrics to the table; profiles and networks are kept"));
    m_cancel = makeButton(tr("&Cancel"), "comparisonCancel");
    m_progress = new QProgressBar;
    m_progress->setAccessibleName(tr("Progress of measuring"));
    m_progress->setRange(0, 1000);
    auto *buttons = new QVBoxLayout;
    buttons->addWidget(makeNote(tr("Ticked metrics become columns once the runs are measured.")));
    buttons->addWidget(m_validator);
    buttons->addWidget(m_measure);
    buttons->addWidget(m_progress);
    buttons->addWidget(m_cancel);
    buttons->addStretch();
    buttons->addWidget(makeSaveButton(*m_table, m_workspace), 0, Qt::AlignRight);
    auto *box = new QWidget;
    auto *row = new QHBoxLayout(box);
    row->setContentsMargins(0, 6, 0, 0);
    row->addWidget(m_metricChoice, 2);
    row->addLayout(buttons, 1);
    connect(m_measure, &QPushButton::clicked, this, &ComparisonPage::measure);
    connect(m_cancel, &QPushButton::clicked, &m_comparison, &bridge::Comparison::stop);
    connect(m_metricChoice, &MetricChoice::changed, this, &ComparisonPage::showRuns);
    return box;
}

QWidget *ComparisonPage::buildCurves()
{
    m_coverage = new widgets::BandPlot(tr("Coverage over model calls"), tr("Tick runs on the left"));
    m_coverage->setObjectName(QStringLiteral("comparisonCoverage"));
    m_coverage->setAxes(tr("model calls"), tr("coverage"), true);
    m_failing = new widgets::BandPlot(tr("Failing tests over model calls"), tr("Tick runs on the left"));
    m_failing->setObjectName(QStringLiteral("comparisonFailing"));
    m_failing->setAxes(tr("model calls"), tr("failing tests"), false);
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 6, 0, 0);
    for (widgets::BandPlot *plot : {m_coverage, m_failing})
        layout->addWidget(withSaveButton(*plot, m_workspace), 1);
    layout->addWidget(
        makeNote(tr("Runs of one generator and one configuration are repeats: their mean, and the band "
                    "it lies in with 95 % certainty. Coverage is each run’s own criterion.")));
    return page;
}

QWidget *ComparisonPage::buildConfiguration()
{
    m_differencesNote = makeNote();
    m_differencesNote->setObjectName(QStringLiteral("comparisonDifferencesNote"));
    m_differences = new QTableWidget;
    m_differences->setObjectName(QStringLiteral("comparisonDifferences"));
    m_differences->setAccessibleName(tr("What differs between the configurations"));
    m_differences->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_differences->setTabKeyNavigation(false);
    m_differences->setAlternatingRowColors(true);
    m_differences->horizontalHeader()->setDefaultAlignment(Qt::AlignCenter | Qt::Alignment(Qt::TextWordWrap));
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->addWidget(m_differencesNote);
    layout->addWidget(m_differences, 1);
    return page;
}

QWidget *ComparisonPage::buildPairs()
{
    m_pairs = new PairedGallery;
    m_pairs->setObjectName(QStringLiteral("comparisonPairs"));
    m_pairsNote = makeNote();
    m_pairsNote->setObjectName(QStringLiteral("comparisonPairsNote"));
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->addWidget(m_pairsNote);
    layout->addWidget(m_pairs, 1);
    connect(m_pairs, &PairedGallery::testActivated, this, &ComparisonPage::openTest);
    return page;
}

QWidget *ComparisonPage::buildRejudged()
{
    m_rejudged = new widgets::MetricTable;
    m_rejudged->setObjectName(QStringLiteral("comparisonRejudged"));
    m_rejudged->setAccessibleName(tr("Runs judged again by one model"));
    m_rejudgedNote = makeNote();
    auto *foot = new QHBoxLayout;
    foot->addWidget(m_rejudgedNote, 1);
    foot->addWidget(makeSaveButton(*m_rejudged, m_workspace));
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->addWidget(m_rejudged, 1);
    layout->addLayout(foot);
    return page;
}

} // namespace mutascope::gui
