// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/engines/coverage_panel.h"

#include "app/gui/format.h"
#include "app/gui/plot_saving.h"
#include "app/gui/table_saving.h"
#include "widgets/band_plot.h"
#include "widgets/pair_matrix.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {

struct Part {
    const char *id;
    const char *name;
    const char *tip;
};
// In the order of bridge::CampaignShares; formulas in the user guide.
constexpr Part parts[] = {
    {"OTC", QT_TRANSLATE_NOOP("mutascope::gui::OperatorCoveragePanel", "Type"),
     QT_TRANSLATE_NOOP("mutascope::gui::OperatorCoveragePanel", "The operator occurs in some model (OTC)")},
    {"IDC", QT_TRANSLATE_NOOP("mutascope::gui::OperatorCoveragePanel", "In-degree"),
     QT_TRANSLATE_NOOP("mutascope::gui::OperatorCoveragePanel",
                       "Numbers of inputs seen, of those it may have (IDC)")},
    {"ODC", QT_TRANSLATE_NOOP("mutascope::gui::OperatorCoveragePanel", "Out-degree"),
     QT_TRANSLATE_NOOP("mutascope::gui::OperatorCoveragePanel",
                       "Numbers of takers seen, of those that count (ODC)")},
    {"SEC", QT_TRANSLATE_NOOP("mutascope::gui::OperatorCoveragePanel", "Edges"),
     QT_TRANSLATE_NOOP("mutascope::gui::OperatorCoveragePanel", "Operators behind it seen, of all (SEC)")},
    {"SPC", QT_TRANSLATE_NOOP("mutascope::gui::OperatorCoveragePanel", "Shapes"),
     QT_TRANSLATE_NOOP("mutascope::gui::OperatorCoveragePanel",
                       "Different shapes and attributes seen, of as many as count (SPC)")},
    {"AC", QT_TRANSLATE_NOOP("mutascope::gui::OperatorCoveragePanel", "Attributes"),
     QT_TRANSLATE_NOOP("mutascope::gui::OperatorCoveragePanel",
                       "Ranges of its attributes' values seen, of all (AC; not in the total)")},
};
const QString totalId = QStringLiteral("OLC");

// Sorts by its number, whatever it reads.
class ShareItem : public QTableWidgetItem {
public:
    explicit ShareItem(double share) : QTableWidgetItem(percentText(share)), m_share(share)
    {
        setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    }
    bool operator<(const QTableWidgetItem &other) const override
    {
        return m_share < static_cast<const ShareItem &>(other).m_share;
    }

private:
    double m_share;
};

} // namespace

OperatorCoveragePanel::OperatorCoveragePanel(Workspace &workspace, QWidget *parent) : QWidget(parent)
{
    buildTable();
    m_tabs = new QTabWidget;
    m_tabs->setObjectName(QStringLiteral("operatorCoverageTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(buildMatrix(workspace), tr("Operator pairs"));
    m_tabs->addTab(m_table, tr("Operators"));
    m_tabs->addTab(buildPlot(workspace), tr("Over the models"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->addWidget(m_tabs);
}

QWidget *OperatorCoveragePanel::buildMatrix(Workspace &workspace)
{
    m_matrix = new widgets::PairMatrix;
    m_matrix->setObjectName(QStringLiteral("pairMatrix"));
    m_matrix->setAccessibleName(tr("How often an operator led to another"));
    m_pairs = new QLabel;
    m_pairs->setObjectName(QStringLiteral("pairCount"));
    m_cell = new QLabel;
    m_cell->setObjectName(QStringLiteral("pairText"));
    m_cell->setForegroundRole(QPalette::PlaceholderText);
    connect(m_matrix, &widgets::PairMatrix::currentChanged, m_cell, &QLabel::setText);
    auto *page = new QWidget;
    auto *line = new QHBoxLayout;
    line->addWidget(m_pairs);
    line->addStretch();
    line->addWidget(m_cell);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->addLayout(line);
    layout->addWidget(m_matrix, 1);
    m_savePairs = makeSaveButton(*m_matrix, workspace);
    m_savePairs->setObjectName(QStringLiteral("savePairs"));
    layout->addWidget(m_savePairs, 0, Qt::AlignRight);
    return page;
}

void OperatorCoveragePanel::buildTable()
{
    QStringList heads{tr("Operator")};
    for (const Part &part : parts)
        heads.append(tr(part.name));
    heads.append(tr("Total"));
    m_table = new QTableWidget(0, int(heads.size()));
    m_table->setObjectName(QStringLiteral("operatorTable"));
    m_table->setAccessibleName(tr("Coverage of each operator"));
    m_table->setHorizontalHeaderLabels(heads);
    for (int part = 0; part < int(std::size(parts)); ++part)
        m_table->horizontalHeaderItem(part + 1)->setToolTip(tr(parts[part].tip));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(0, Qt::AscendingOrder);
}

QWidget *OperatorCoveragePanel::buildPlot(Workspace &workspace)
{
    m_plot = new widgets::BandPlot(tr("Coverage over the number of models"), tr("Nothing is covered yet"));
    m_plot->setObjectName(QStringLiteral("campaignCoverage"));
    m_plot->setAxes(tr("models run on the engines"), tr("coverage"), true);
    m_plot->addSeries(totalId, tr("Total"));
    for (const Part &part : parts)
        m_plot->addSeries(QLatin1String(part.id), tr(part.name));
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->addWidget(m_plot, 1);
    layout->addWidget(makeSaveButton(*m_plot, workspace), 0, Qt::AlignRight);
    return page;
}

void OperatorCoveragePanel::showPoints(const std::vector<bridge::CampaignPoint> &points)
{
    const auto show = [&](const QString &id, const auto &valueOf) {
        widgets::Band band;
        for (const bridge::CampaignPoint &point : points) {
            band.x.append(double(point.models));
            band.mean.append(valueOf(point));
        }
        band.low = band.high = band.mean;
        m_plot->setBand(id, std::move(band));
    };
    show(totalId, [](const bridge::CampaignPoint &point) { return point.total; });
    for (std::size_t part = 0; part < std::size(parts); ++part)
        show(QLatin1String(parts[part].id),
             [part](const bridge::CampaignPoint &point) { return point.parts[part]; });
}

void OperatorCoveragePanel::showOperators(const std::vector<bridge::OperatorRow> &rows)
{
    m_table->setSortingEnabled(false);
    m_table->setRowCount(int(rows.size()));
    for (int row = 0; row < int(rows.size()); ++row) {
        const bridge::OperatorRow &entry = rows[std::size_t(row)];
        m_table->setItem(row, 0, new QTableWidgetItem(entry.name));
        for (std::size_t part = 0; part < entry.parts.size(); ++part)
            m_table->setItem(row, int(part) + 1, new ShareItem(entry.parts[part]));
        m_table->setItem(row, int(entry.parts.size()) + 1, new ShareItem(entry.total));
    }
    m_table->setSortingEnabled(true);
}

void OperatorCoveragePanel::setCampaign(const bridge::CampaignData &campaign)
{
    m_matrix->setData({campaign.operators, campaign.edges});
    m_savePairs->setEnabled(m_matrix->covered() > 0);
    const qint64 all = qint64(campaign.operators.size()) * campaign.operators.size();
    QString pairs = all == 0 ? tr("Nothing is covered yet")
                             : tr("%1 of %2 pairs of operators (row: from, column: to)")
                                   .arg(countText(m_matrix->covered()), countText(all));
    if (campaign.coverage.empty() && m_matrix->covered() > 0)
        pairs += tr("; the operators’ shares cannot be read, “About the campaign” says why");
    m_pairs->setText(pairs);
    showOperators(campaign.coverage);
    showPoints(campaign.points);
}

} // namespace mutascope::gui
