// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/retrain/after_result.h"

#include "app/gui/format.h"
#include "app/gui/retrain/after_words.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLocale>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {

constexpr int thumbnailSide = 40;

QString normText(double value)
{
    return QLocale().toString(value, 'f', 1);
}

QIcon iconOf(const QImage &image)
{
    return QIcon(QPixmap::fromImage(
        image.scaled(thumbnailSide, thumbnailSide, Qt::KeepAspectRatio, Qt::FastTransformation)));
}

} // namespace

AfterResult::AfterResult(QWidget *parent) : QWidget(parent)
{
    m_table = new QTableWidget;
    m_table->setObjectName(QStringLiteral("afterTable"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setIconSize({thumbnailSide, thumbnailSide});
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->verticalHeader()->setHighlightSections(false);
    m_show = new QPushButton(tr("Show the &run"));
    m_show->setObjectName(QStringLiteral("afterShow"));
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(m_show);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_table, 1);
    layout->addLayout(buttons);
    connect(m_show, &QPushButton::clicked, this, [this] {
        const bool made = m_outcome.newRun != 0;
        Q_EMIT showRequested(made ? m_outcome.target : m_outcome.sessionFile,
                             made ? m_outcome.newRun : m_outcome.run, 0);
    });
    connect(m_table, &QTableWidget::cellClicked, this, &AfterResult::requestRow);
    connect(m_table, &QTableWidget::cellActivated, this, &AfterResult::requestRow); // Enter
}

QString AfterResult::title() const
{
    return afterTitle(m_outcome);
}

QString AfterResult::note() const
{
    return afterNote(m_outcome);
}

void AfterResult::setOutcome(const bridge::AfterOutcome &outcome)
{
    m_outcome = outcome;
    switch (outcome.kind()) {
    case bridge::AfterKind::Minimize:
        return showNorms(std::get<bridge::MinimizeValues>(outcome.values));
    case bridge::AfterKind::Reduce:
        return showReached(std::get<bridge::ReduceValues>(outcome.values));
    case bridge::AfterKind::Cluster:
        return showClusters(std::get<bridge::ClusterValues>(outcome.values));
    case bridge::AfterKind::Deduplicate:
        break;
    }
    showDuplicates(std::get<bridge::DuplicateValues>(outcome.values));
}

void AfterResult::showTable(const QStringList &columns, int rows)
{
    m_table->clear();
    m_table->setRowCount(0); // rows of pictures are higher
    m_table->setAccessibleName(tr("Result"));
    m_table->setToolTip({});
    m_table->setColumnCount(int(columns.size()));
    m_table->setRowCount(rows);
    m_table->setHorizontalHeaderLabels(columns);
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
}

void AfterResult::setRow(int row, const QString &name, const QStringList &cells)
{
    m_table->setVerticalHeaderItem(row, new QTableWidgetItem(name));
    for (int column = 0; column < cells.size(); ++column) {
        auto *item = new QTableWidgetItem(cells[column]);
        item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        m_table->setItem(row, column, item);
    }
}

void AfterResult::showNorms(const bridge::MinimizeValues &values)
{
    showTable({tr("Mean before"), tr("Mean after"), tr("Median before"), tr("Median after")},
              int(values.norms.size()));
    m_table->setToolTip(tr("Distances to the seed, of pixel values from 0 to 255"));
    for (int row = 0; row < values.norms.size(); ++row) {
        const bridge::NormLine &line = values.norms[row];
        setRow(row, line.name,
               {normText(line.meanBefore), normText(line.meanAfter), normText(line.medianBefore),
                normText(line.medianAfter)});
    }
}

void AfterResult::showReached(const bridge::ReduceValues &values)
{
    const bridge::ReachedValues &before = values.before, &after = values.after;
    showTable({tr("Before"), tr("After")}, 3 + int(before.coverage.size()));
    setRow(0, tr("Tests"), {countText(before.tests), countText(after.tests)});
    setRow(1, tr("Failing tests"), {countText(before.failing), countText(after.failing)});
    setRow(2, values.clusters ? tr("Clusters and class pairs") : tr("Class pairs"),
           {countText(before.faults), countText(after.faults)});
    for (int i = 0; i < before.coverage.size(); ++i)
        setRow(3 + i, before.coverage[i].first,
               {percentText(before.coverage[i].second, 2), percentText(after.coverage[i].second, 2)});
}

void AfterResult::showClusters(const bridge::ClusterValues &values)
{
    showTable({tr("Representative"), tr("Tests"), tr("Seed class → predicted class")},
              int(values.clusters.size()));
    m_table->setToolTip(tr("A click shows the representative on the Tests page"));
    QHeaderView *header = m_table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setStretchLastSection(true);
    for (int row = 0; row < values.clusters.size(); ++row) {
        const bridge::ClusterLine &line = values.clusters[row];
        setRow(
            row, QString::number(row + 1),
            {tr("Test %1").arg(line.representative), countText(line.tests.size()), pairsText(values, line)});
        m_table->item(row, 0)->setIcon(iconOf(line.image));
        m_table->item(row, 2)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        m_table->item(row, 2)->setToolTip(m_table->item(row, 2)->text());
        m_table->setRowHeight(row, thumbnailSide + 8);
    }
}

void AfterResult::showDuplicates(const bridge::DuplicateValues &values)
{
    const bool near = values.distance > 0;
    showTable({tr("Tests")}, near ? 4 : 3);
    setRow(0, tr("Before"), {countText(values.tests)});
    setRow(1, tr("Equal to an earlier one"), {countText(values.equal)});
    if (near)
        setRow(2, tr("Within %1 of an earlier one").arg(QLocale().toString(values.distance)),
               {countText(values.near)});
    setRow(near ? 3 : 2, tr("Kept"), {countText(values.kept)});
}

// Only clusters have a test of their own.
void AfterResult::requestRow(int row)
{
    if (const auto *clusters = std::get_if<bridge::ClusterValues>(&m_outcome.values))
        Q_EMIT showRequested(m_outcome.sessionFile, m_outcome.run, clusters->clusters[row].representative);
}

} // namespace mutascope::gui
