// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/losses/findings_tabs.h"

#include "app/gui/format.h"
#include "app/gui/table_saving.h"
#include "widgets/activation_plot.h"
#include "widgets/share_table.h"

#include <QJsonArray>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTabBar>
#include <QVBoxLayout>
#include <cmath>

namespace mutascope::gui {

namespace {

constexpr qsizetype mostBins = 10'000;

QLabel *makeNote(const QString &objectName)
{
    auto *note = new QLabel;
    note->setObjectName(objectName);
    note->setWordWrap(true);
    return note;
}

QString joined(const QJsonArray &names)
{
    QStringList texts;
    for (const QJsonValue &name : names)
        texts.append(name.toString());
    return texts.join(QStringLiteral(", "));
}

} // namespace

FindingsTabs::FindingsTabs(QWidget *losses, Workspace &workspace, QWidget *parent) : QTabWidget(parent)
{
    setObjectName(QStringLiteral("findingsTabs"));
    setDocumentMode(true);
    addTab(losses, tr("Losses"));
    addTab(buildSimilarity(), tr("Similarity"));
    addTab(buildTargets(workspace), tr("Targets"));
    setDocuments({}, {});
}

QWidget *FindingsTabs::buildSimilarity()
{
    auto *page = new QWidget;
    m_similarityNote = makeNote(QStringLiteral("similarityNote"));
    m_similarity = new widgets::ActivationPlot;
    m_similarity->setObjectName(QStringLiteral("similarityPlot"));
    m_similarity->setAccessibleName(tr("How similar candidates were to their seeds"));
    auto *layout = new QVBoxLayout(page);
    layout->addWidget(m_similarityNote);
    layout->addWidget(m_similarity, 1);
    return page;
}

QWidget *FindingsTabs::buildTargets(Workspace &workspace)
{
    auto *page = new QWidget;
    m_targetsNote = makeNote(QStringLiteral("targetsNote"));
    m_targets = new widgets::ShareTable;
    m_targets->setObjectName(QStringLiteral("targetsTable"));
    m_targets->setAccessibleName(tr("Share of searches that reached the target class"));
    auto *layout = new QVBoxLayout(page);
    layout->addWidget(m_targetsNote);
    layout->addWidget(m_targets, 1);
    layout->addWidget(makeSaveButton(*m_targets, workspace), 0, Qt::AlignRight);
    return page;
}

void FindingsTabs::setDocuments(const QList<bridge::PublishedDocument> &documents,
                                const QStringList &classNames)
{
    bool similarity = false;
    bool targets = false;
    for (const bridge::PublishedDocument &document : documents) {
        if (document.name == QLatin1String("similarity"))
            similarity = showSimilarity(document.content.toObject());
        if (document.name == QLatin1String("targeted-success"))
            targets = showTargets(document.content.toObject(), classNames);
    }
    setTabVisible(Similarity, similarity);
    setTabVisible(Targets, targets);
    tabBar()->setVisible(similarity || targets);
}

// Sections are counted as a whole: the one the threshold lies in belongs to where its middle is.
bool FindingsTabs::showSimilarity(const QJsonObject &content)
{
    const QJsonArray counts = content.value(QLatin1String("counts")).toArray();
    const double from = content.value(QLatin1String("from")).toDouble();
    const double to = content.value(QLatin1String("to")).toDouble();
    const double threshold = content.value(QLatin1String("threshold")).toDouble();
    if (counts.isEmpty() || counts.size() > mostBins || !(to > from))
        return false;
    widgets::Histogram histogram;
    histogram.low = from;
    histogram.width = (to - from) / double(counts.size());
    histogram.counts.assign(2, std::vector<int>(std::size_t(counts.size())));
    for (int bin = 0; bin < int(counts.size()); ++bin)
        histogram.counts[histogram.center(bin) < threshold ? 1 : 0][std::size_t(bin)] = counts[bin].toInt();
    m_similarity->setHistogram(std::move(histogram), {tr("similar enough"), tr("below the threshold")},
                               {false, true}, tr("cosine of the features, candidate and seed"),
                               tr("candidates"));
    m_similarityNote->setText(
        tr("Candidates less similar to their seed than %1 are dropped: %2 were, %3 were kept. Features: %4 "
           "(%5).")
            .arg(QLocale().toString(threshold, 'g', 3),
                 countText(qint64(content.value(QLatin1String("rejected")).toDouble())),
                 countText(qint64(content.value(QLatin1String("accepted")).toDouble())),
                 content.value(QLatin1String("features")).toString(),
                 joined(content.value(QLatin1String("layers")).toArray())));
    return true;
}

bool FindingsTabs::showTargets(const QJsonObject &content, const QStringList &classNames)
{
    const QJsonArray shares = content.value(QLatin1String("shares")).toArray();
    const QJsonArray attempts = content.value(QLatin1String("attempts")).toArray();
    if (shares.isEmpty() || shares.size() != attempts.size())
        return false;
    widgets::ShareTableData table;
    table.rowTitle = tr("class of the seed");
    table.partName = tr("reached");
    table.wholeName = tr("searches");
    for (int i = 0; i < int(shares.size()); ++i)
        table.rows.append(classNames.value(i, QString::number(i)));
    table.columns = table.rows;
    for (int row = 0; row < int(shares.size()); ++row)
        for (int column = 0; column < int(shares.size()); ++column) {
            const qint64 tried = qint64(attempts[row].toArray().at(column).toDouble());
            const double share = shares[row].toArray().at(column).toDouble();
            table.cells.push_back({qint64(std::llround(share * double(tried))), tried});
        }
    const QJsonValue mean = content.value(QLatin1String("mean"));
    m_targetsNote->setText(
        tr("Row: class of the seed; column: class that was aimed at. The share of searches that reached it%1")
            .arg(mean.isDouble() ? tr("; %1 on the average over pairs.").arg(percentText(mean.toDouble()))
                                 : QStringLiteral(".")));
    return m_targets->setData(std::move(table));
}

} // namespace mutascope::gui
