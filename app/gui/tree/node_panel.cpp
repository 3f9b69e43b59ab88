// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/tree/node_panel.h"

#include "app/gui/format.h"
#include "app/gui/tree/phase_text.h"
#include "widgets/activation_plot.h"

#include <QHeaderView>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

namespace mutascope::gui {

NodePanel::NodePanel(QWidget *parent) : QWidget(parent)
{
    m_title = new QLabel;
    m_title->setObjectName(QStringLiteral("treeNodeTitle"));
    m_title->setWordWrap(true);
    QFont font = m_title->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.2);
    m_title->setFont(font);
    m_text = new QLabel;
    m_text->setObjectName(QStringLiteral("treeNodeText"));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_heading = new QLabel;
    m_heading->setWordWrap(true);
    buildTable();
    m_heading->setBuddy(m_table);
    m_plotHeading = new QLabel(tr("Rewards of the children"));
    m_plot = new widgets::ActivationPlot;
    m_plot->setObjectName(QStringLiteral("treeRewards"));
    m_plot->setAccessibleName(tr("Rewards of the children"));
    m_plot->setMinimumHeight(140);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    layout->addWidget(m_heading);
    layout->addWidget(m_table, 3);
    layout->addWidget(m_plotHeading);
    layout->addWidget(m_plot, 2);
    layout->addStretch();
    clear();
}

void NodePanel::buildTable()
{
    m_model = new ChildModel(this);
    m_sorted = new QSortFilterProxyModel(this);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(ChildModel::SortRole);
    m_table = new QTableView;
    m_table->setObjectName(QStringLiteral("treeChildren"));
    m_table->setAccessibleName(tr("Children of the node"));
    m_table->setModel(m_sorted);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(ChildModel::Child, Qt::AscendingOrder);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setResizeContentsPrecision(50);
    m_table->horizontalHeader()->setHighlightSections(false);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex &index) {
        const qint64 node = m_model->nodeAt(m_sorted->mapToSource(index).row());
        if (node >= 0)
            Q_EMIT nodeChosen(node);
    });
}

QString NodePanel::factsText(bridge::TreeKind kind) const
{
    QStringList lines;
    if (!m_facts.path.isEmpty() && m_facts.path != m_facts.label)
        lines.append(m_facts.path);
    if (!m_facts.note.isEmpty())
        lines.append(m_facts.note);
    const QString mean = m_facts.mean ? rewardText(*m_facts.mean) : tr("none");
    const QString best = m_facts.best ? rewardText(*m_facts.best) : tr("none");
    if (kind == bridge::TreeKind::Lineage) {
        lines.append(
            tr("%1, those made of it included · gain %2 · best gain %3")
                .arg(m_facts.visits == 1 ? tr("1 test") : tr("%1 tests").arg(countText(m_facts.visits)), mean,
                     best));
        return lines.join(QLatin1Char('\n'));
    }
    lines.append(
        tr("%1 · mean reward %2 · best %3")
            .arg(m_facts.visits == 1 ? tr("1 visit") : tr("%1 visits").arg(countText(m_facts.visits)), mean,
                 best));
    if (m_facts.pending > 0)
        lines.append(m_facts.pending == 1 ? tr("1 leaf of the present batch is on its way through it")
                                          : tr("%1 leaves of the present batch are on their way through it")
                                                .arg(countText(m_facts.pending)));
    QString state = finishWords(m_facts.finish);
    if (m_facts.isRoot)
        state = tr("root of the search; %1").arg(state);
    lines.append(state);
    return lines.join(QLatin1Char('\n'));
}

void NodePanel::setFacts(bridge::TreeKind kind, const bridge::TreeFacts &facts)
{
    m_facts = facts;
    const bool any = facts.node >= 0;
    m_title->setText(any ? facts.label : tr("No node"));
    m_text->setText(any ? factsText(kind) : tr("Choose a node of the tree to see what is known of it."));
    const bool hasChildren = any && !facts.children.isEmpty();
    m_model->setChildren(kind, facts.children);
    for (const int column :
         {ChildModel::Exploit, ChildModel::Explore, ChildModel::Probability, ChildModel::State})
        m_table->setColumnHidden(column, kind == bridge::TreeKind::Lineage);
    m_heading->setText(kind == bridge::TreeKind::Lineage ? tr("%1 made of it").arg(countText(facts.made))
                           : facts.termsOfPick
                           ? tr("Children, %1 of %2 made; as they were when this selection was here")
                                 .arg(countText(facts.made), countText(facts.actions))
                           : tr("Children, %1 of %2 made; as the next selection would see them")
                                 .arg(countText(facts.made), countText(facts.actions)));
    for (QWidget *widget : std::initializer_list<QWidget *>{m_heading, m_table})
        widget->setVisible(hasChildren);
    showRewards(kind);
}

void NodePanel::showRewards(bridge::TreeKind kind)
{
    std::vector<float> rewards;
    for (const bridge::TreeChild &child : m_facts.children)
        if (child.mean)
            rewards.push_back(float(*child.mean));
    const bool any = rewards.size() > 1;
    m_plot->setVisible(any);
    m_plotHeading->setVisible(any);
    if (any)
        m_plot->setSeries({{tr("children"), std::move(rewards), false}},
                          kind == bridge::TreeKind::Lineage ? tr("gain of a child")
                                                            : tr("mean reward of a child"),
                          tr("children"));
}

} // namespace mutascope::gui
