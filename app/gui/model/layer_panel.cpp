// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/model/layer_panel.h"

#include "app/bridge/catalog.h"
#include "app/gui/format.h"
#include "app/gui/model/layer_table_model.h"
#include "widgets/colors.h"

#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <algorithm>

namespace mutascope::gui {

namespace {
constexpr int widestColumn = 240; // names of layers within layers within layers
}

LayerPanel::LayerPanel(QWidget *parent) : QWidget(parent)
{
    m_model = new LayerTableModel(this);
    m_sorted = new QSortFilterProxyModel(this);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(LayerTableModel::SortRole);
    m_sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_sorted->setFilterKeyColumn(-1); // name, kind, shape, "traced"
    m_filter = new QLineEdit;
    m_filter->setObjectName(QStringLiteral("layerFilter"));
    m_filter->setPlaceholderText(tr("Filter: name, kind, shape or ‘traced’"));
    m_filter->setAccessibleName(tr("Filter of the layers"));
    m_filter->setClearButtonEnabled(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(buildPattern());
    layout->addWidget(m_filter);
    layout->addWidget(buildTable(), 1);
    connect(m_filter, &QLineEdit::textChanged, m_sorted, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this] { Q_EMIT currentLayerChanged(currentLayer()); });
}

QWidget *LayerPanel::buildPattern()
{
    auto *box = new QWidget;
    m_pattern = new QLineEdit;
    m_pattern->setObjectName(QStringLiteral("layerPattern"));
    m_pattern->setToolTip(
        tr("Layers whose neurons a criterion looks at: names (* stands for anything), kinds (conv, linear, "
           "activation, pool, norm, softmax), ‘default’ or ‘all’, separated by commas"));
    m_feedback = new QLabel;
    m_feedback->setObjectName(QStringLiteral("layerFeedback"));
    m_feedback->setWordWrap(true);
    auto *form = new QFormLayout(box);
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("Layers for &criteria"), m_pattern);
    form->addRow(QString(), m_feedback);
    connect(m_pattern, &QLineEdit::textChanged, this, [this] {
        showTraced();
        Q_EMIT patternChanged(pattern());
    });
    return box;
}

QTableView *LayerPanel::buildTable()
{
    m_table = new QTableView;
    m_table->setObjectName(QStringLiteral("layerTable"));
    m_table->setAccessibleName(tr("Layers of the model"));
    m_table->setModel(m_sorted);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(LayerTableModel::Number, Qt::AscendingOrder);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->setTextElideMode(Qt::ElideMiddle); // the end of a name tells layers apart
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    return m_table;
}

void LayerPanel::setLayers(const QList<bridge::LayerEntry> &layers)
{
    m_filter->clear();
    m_model->setLayers(layers);
    showTraced();
    for (int column = 0; column < LayerTableModel::ColumnCount; ++column) {
        m_table->resizeColumnToContents(column);
        m_table->setColumnWidth(column, std::min(m_table->columnWidth(column) + 10, widestColumn));
    }
    setCurrentLayer(m_traced.isEmpty() ? 0 : m_traced.first());
}

QString LayerPanel::pattern() const
{
    return m_pattern->text().trimmed();
}

void LayerPanel::setPattern(const QString &pattern)
{
    if (pattern != this->pattern())
        m_pattern->setText(pattern);
}

int LayerPanel::currentLayer() const
{
    const QModelIndex index = m_sorted->mapToSource(m_table->currentIndex());
    return index.isValid() ? index.row() : -1;
}

void LayerPanel::setCurrentLayer(int layer)
{
    const QModelIndex index = m_sorted->mapFromSource(m_model->index(layer, LayerTableModel::Name));
    if (index.isValid())
        m_table->setCurrentIndex(index);
}

void LayerPanel::showTraced()
{
    QString error;
    if (m_model->layers().isEmpty()) {
        m_traced.clear();
        return m_feedback->setText(tr("This model shows no layers: it can be asked for predictions only."));
    }
    m_traced = bridge::chosenLayers(m_model->layers(), pattern(), &error);
    m_model->setTraced(m_traced);
    qint64 neurons = 0;
    for (const int layer : m_traced)
        neurons += m_model->layers()[layer].neurons;
    QPalette colors; // empty: follows light and dark
    if (!error.isEmpty())
        colors.setColor(QPalette::WindowText, widgets::accentColor(widgets::Accent::Error, palette()));
    m_feedback->setPalette(colors);
    const QString layers = m_traced.size() == 1 ? tr("1 layer") : tr("%1 layers").arg(m_traced.size());
    m_feedback->setText(!error.isEmpty() ? error : tr("%1 neurons in %2").arg(countText(neurons), layers));
}

} // namespace mutascope::gui
