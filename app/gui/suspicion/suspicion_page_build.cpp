// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of the suspicious neurons is made of.
#include "app/gui/suspicion/suspicion_page.h"

#include "app/gui/accuracy_view.h"
#include "app/gui/suspicion/neuron_images.h"
#include "app/gui/suspicion/neuron_table_model.h"
#include "widgets/search_combo.h"
#include "widgets/suspicion_legend.h"
#include "widgets/suspicion_map.h"

#include <QGroupBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>

namespace mutascope::gui {

QWidget *SuspicionPage::buildHeader()
{
    auto *header = new QWidget;
    m_title = new QLabel;
    m_title->setObjectName(QStringLiteral("suspicionTitle"));
    m_title->setFont(scaledFont(m_title->font(), 1.6));
    m_note = new QLabel;
    m_note->setObjectName(QStringLiteral("suspicionNote"));
    m_note->setWordWrap(true);
    m_run = new widgets::SearchCombo;
    m_run->setObjectName(QStringLiteral("suspicionRun"));
    m_run->setAccessibleName(tr("Run"));
    m_run->setToolTip(tr("The run whose neurons are shown"));
    m_class = new widgets::SearchCombo;
    m_class->setObjectName(QStringLiteral("suspicionClass"));
    m_class->setAccessibleName(tr("Class"));
    m_class->setToolTip(tr("The inputs by which the neurons are ranked"));
    m_classLabel = new QLabel(tr("In&puts"));
    m_classLabel->setBuddy(m_class);
    auto *layout = new QHBoxLayout(header);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addWidget(m_title);
    layout->addWidget(m_note, 1);
    layout->addWidget(m_run);
    layout->addSpacing(10);
    layout->addWidget(m_classLabel);
    layout->addWidget(m_class);
    connect(m_run, &QComboBox::currentIndexChanged, this,
            [this] { m_workspace.setCurrentRun(m_run->currentData().toLongLong()); });
    connect(m_class, &QComboBox::currentIndexChanged, this, &SuspicionPage::showRanking);
    return header;
}

QWidget *SuspicionPage::buildMap()
{
    m_map = new widgets::SuspicionMap;
    m_map->setObjectName(QStringLiteral("suspicionMap"));
    m_legend = new widgets::SuspicionLegend;
    auto *bar = new QHBoxLayout;
    bar->setSpacing(2);
    bar->addWidget(m_legend);
    bar->addStretch();
    const auto add = [&](const QString &text, const QString &tip, void (widgets::NeuronMap::*act)()) {
        auto *button = new QToolButton;
        button->setText(text);
        button->setToolTip(tip);
        button->setAccessibleName(tip);
        button->setAutoRaise(true);
        connect(button, &QToolButton::clicked, m_map, act);
        bar->addWidget(button);
    };
    add(QStringLiteral("−"), tr("Smaller neurons (−)"), &widgets::NeuronMap::zoomOut);
    add(QStringLiteral("+"), tr("Larger neurons (+)"), &widgets::NeuronMap::zoomIn);
    add(tr("Fit"), tr("All neurons, as large as there is room (0)"), &widgets::NeuronMap::zoomToFit);
    auto *part = new QWidget;
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(bar);
    layout->addWidget(m_map, 1);
    connect(m_map, &widgets::NeuronMap::currentChanged, this, &SuspicionPage::chooseOnMap);
    return part;
}

void SuspicionPage::buildTable()
{
    m_model = new NeuronTableModel(this);
    m_sorted = new QSortFilterProxyModel(this);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(NeuronTableModel::SortRole);
    m_table = new QTableView;
    m_table->setObjectName(QStringLiteral("suspicionTable"));
    m_table->setAccessibleName(tr("Suspicious neurons"));
    m_table->setModel(m_sorted);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(NeuronTableModel::Rank, Qt::AscendingOrder);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 8);
    const int number = m_table->fontMetrics().horizontalAdvance(QStringLiteral("0.00000")) + 16;
    m_table->horizontalHeader()->setDefaultSectionSize(number);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(NeuronTableModel::Layer, QHeaderView::Stretch);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &current) {
                if (!m_selecting && current.isValid())
                    chooseRow(m_sorted->mapToSource(current).row());
            });
}

QWidget *SuspicionPage::buildContent()
{
    buildTable();
    m_images = new NeuronImages(m_workspace);
    auto *left = new QSplitter(Qt::Vertical);
    left->setChildrenCollapsible(false);
    left->addWidget(buildMap());
    left->addWidget(m_table);
    left->setSizes({420, 260});
    auto *right = new QGroupBox(tr("Chosen neuron"));
    auto *rightLayout = new QVBoxLayout(right);
    rightLayout->addWidget(m_images);
    auto *splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(left);
    splitter->addWidget(right);
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({820, 380});
    return splitter;
}

} // namespace mutascope::gui
