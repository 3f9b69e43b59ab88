// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/engines/findings_panel.h"

#include "app/bridge/engine_catalog.h"
#include "app/gui/format.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>
#include <set>

namespace mutascope::gui {

FindingsPanel::FindingsPanel(QWidget *parent) : QWidget(parent)
{
    m_model = new FindingModel(this);
    m_proxy = new FindingProxy(m_model, this);
    buildTable();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->addWidget(buildFilters());
    layout->addWidget(m_table, 1);
    layout->addWidget(buildTriage());
    showCurrent();
    showCount();
}

QComboBox *FindingsPanel::addFilter(const QString &objectName, const QString &name)
{
    auto *box = new QComboBox;
    box->setObjectName(objectName);
    box->setAccessibleName(name);
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    box->addItem(name);
    connect(box, &QComboBox::currentIndexChanged, this, &FindingsPanel::applyFilter);
    return box;
}

QWidget *FindingsPanel::buildFilters()
{
    m_engine = addFilter(QStringLiteral("findingEngine"), tr("All engines"));
    m_symptom = addFilter(QStringLiteral("findingSymptom"), tr("All symptoms"));
    m_stage = addFilter(QStringLiteral("findingStage"), tr("All stages"));
    m_state = addFilter(QStringLiteral("findingState"), tr("All states"));
    m_text = new QLineEdit;
    m_text->setObjectName(QStringLiteral("findingText"));
    m_text->setPlaceholderText(tr("Operator, message or note"));
    m_text->setClearButtonEnabled(true);
    m_text->setAccessibleName(tr("Text to look for"));
    m_count = new QLabel;
    m_count->setObjectName(QStringLiteral("findingCount"));
    m_count->setForegroundRole(QPalette::PlaceholderText);
    auto *row = new QWidget;
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    for (QComboBox *box : {m_engine, m_stage, m_symptom, m_state})
        layout->addWidget(box);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_count);
    connect(m_text, &QLineEdit::textChanged, this, &FindingsPanel::applyFilter);
    return row;
}

void FindingsPanel::buildTable()
{
    m_table = new QTableView;
    m_table->setObjectName(QStringLiteral("findingTable"));
    m_table->setAccessibleName(tr("Findings of the campaign"));
    m_table->setModel(m_proxy);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(FindingModel::Number, Qt::AscendingOrder);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setHighlightSections(false);
    const int unit = fontMetrics().averageCharWidth();
    const int widths[] = {6, 17, 14, 17, 24, 9, 9, 8, 14};
    for (int column = 0; column < int(std::size(widths)); ++column)
        m_table->setColumnWidth(column, widths[column] * unit);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        showCurrent();
        Q_EMIT currentChanged();
    });
}

// Each state has a key, so that a list is gone through without the mouse.
QWidget *FindingsPanel::buildTriage()
{
    m_triage = new QWidget;
    auto *layout = new QHBoxLayout(m_triage);
    layout->setContentsMargins(0, 0, 0, 0);
    m_verdict = new QComboBox;
    m_verdict->setObjectName(QStringLiteral("findingVerdict"));
    m_verdict->setAccessibleName(tr("State of the finding"));
    const Qt::Key keys[] = {Qt::Key_N, Qt::Key_C, Qt::Key_K, Qt::Key_O, Qt::Key_I};
    int number = 0;
    QStringList letters;
    for (const QString &state : bridge::triageStates()) {
        m_verdict->addItem(state);
        auto *action = new QAction(tr("Say: %1").arg(state), m_table);
        action->setShortcut(keys[number]);
        action->setShortcutContext(Qt::WidgetShortcut);
        letters.append(QStringLiteral("%1 %2").arg(action->shortcut().toString(), state));
        connect(action, &QAction::triggered, this, [this, state] { store(state); });
        m_table->addAction(action);
        ++number;
    }
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_table->setToolTip(tr("Keys: %1").arg(letters.join(QLatin1String(", "))));
    m_note = new QLineEdit;
    m_note->setObjectName(QStringLiteral("findingNote"));
    m_note->setAccessibleName(tr("Why it is that"));
    m_note->setPlaceholderText(tr("Why (Enter stores it)"));
    auto *label = new QLabel(tr("&State"));
    label->setBuddy(m_verdict);
    auto *noteLabel = new QLabel(tr("N&ote"));
    noteLabel->setBuddy(m_note);
    layout->addWidget(label);
    layout->addWidget(m_verdict);
    layout->addWidget(noteLabel);
    layout->addWidget(m_note, 1);
    connect(m_verdict, &QComboBox::activated, this, [this] { store(m_verdict->currentText()); });
    connect(m_note, &QLineEdit::returnPressed, this, [this] { store(m_verdict->currentText()); });
    return m_triage;
}

void FindingsPanel::store(const QString &state)
{
    if (const bridge::FindingRow *finding = current())
        Q_EMIT triageRequested(finding->number, state, m_note->text());
}

const bridge::FindingRow *FindingsPanel::current() const
{
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() ? m_model->at(m_proxy->mapToSource(index).row()) : nullptr;
}

void FindingsPanel::select(int number)
{
    const int row = m_model->rowOf(number);
    if (row >= 0)
        m_table->setCurrentIndex(m_proxy->mapFromSource(m_model->index(row, 0)));
}

void FindingsPanel::setFindings(const QList<bridge::FindingRow> &findings)
{
    m_model->setFindings(findings);
    fillFilters();
    showCount();
    if (!current() && m_proxy->rowCount() > 0)
        m_table->setCurrentIndex(m_proxy->index(0, 0));
    showCurrent();
}

namespace {

// Keeps the first entry ("all") and what is chosen.
void fill(QComboBox *box, const std::set<QString> &values)
{
    for (const QString &value : values)
        if (box->findText(value) < 0)
            box->addItem(value);
}

} // namespace

void FindingsPanel::fillFilters()
{
    std::set<QString> engines, symptoms, stages, states;
    for (const bridge::FindingRow &finding : m_model->findings()) {
        engines.insert(finding.engine);
        symptoms.insert(finding.symptom);
        stages.insert(finding.stage);
        states.insert(finding.triage);
    }
    fill(m_engine, engines);
    fill(m_symptom, symptoms);
    fill(m_stage, stages);
    fill(m_state, states);
}

void FindingsPanel::applyFilter()
{
    const auto chosen
        = [](const QComboBox *box) { return box->currentIndex() > 0 ? box->currentText() : QString(); };
    m_proxy->setFilter(
        {chosen(m_engine), chosen(m_symptom), chosen(m_stage), chosen(m_state), m_text->text().trimmed()});
    if (!m_table->currentIndex().isValid() && m_proxy->rowCount() > 0)
        m_table->setCurrentIndex(m_proxy->index(0, 0));
    showCount();
}

void FindingsPanel::showCount()
{
    const qint64 all = m_model->rowCount();
    const qint64 shown = m_proxy->rowCount();
    m_count->setText(shown == all ? tr("%1 findings").arg(countText(all))
                                  : tr("%1 of %2 findings").arg(countText(shown), countText(all)));
}

// A note that is being typed stays while the list is read again.
void FindingsPanel::showCurrent()
{
    const bridge::FindingRow *finding = current();
    m_triage->setEnabled(finding != nullptr);
    const int number = finding ? finding->number : 0;
    if (finding)
        m_verdict->setCurrentText(finding->triage);
    if (number != m_shown || !m_note->hasFocus())
        m_note->setText(finding ? finding->note : QString());
    m_shown = number;
}

} // namespace mutascope::gui
