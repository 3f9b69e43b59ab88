// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/assess/cell_grid.h"

#include "app/bridge/catalog.h"
#include "widgets/colors.h"

#include <QEvent>
#include <QHeaderView>

namespace mutascope::gui {

namespace {

using bridge::CellInfo;
using bridge::CellPhase;
using widgets::Accent;

std::optional<Accent> accentOf(CellPhase phase)
{
    switch (phase) {
    case CellPhase::Running:
    case CellPhase::Measuring:
        return Accent::Information;
    case CellPhase::Stopped:
        return Accent::Warning;
    case CellPhase::Measured:
        return Accent::Good;
    case CellPhase::Failed:
        return Accent::Error;
    case CellPhase::Waiting:
        break;
    }
    return std::nullopt;
}

// Told apart without colours, too.
QString symbolOf(CellPhase phase)
{
    switch (phase) {
    case CellPhase::Running:
        return QStringLiteral("▶");
    case CellPhase::Measuring:
        return QStringLiteral("∑");
    case CellPhase::Stopped:
        return QStringLiteral("❚❚");
    case CellPhase::Measured:
        return QStringLiteral("✓");
    case CellPhase::Failed:
        return QStringLiteral("✗");
    case CellPhase::Waiting:
        break;
    }
    return QStringLiteral("·");
}

QString explain(CellPhase phase)
{
    switch (phase) {
    case CellPhase::Waiting:
        return CellGrid::tr("Begins as soon as a process is free.");
    case CellPhase::Running:
        return CellGrid::tr("Searches in a process of its own.");
    case CellPhase::Stopped:
        return CellGrid::tr("Interrupted; goes on from its last saved step.");
    case CellPhase::Measuring:
        return CellGrid::tr("The search is finished; its tests are being measured, or will be.");
    case CellPhase::Measured:
        return CellGrid::tr("Finished and measured.");
    case CellPhase::Failed:
        break;
    }
    return CellGrid::tr("Given up after two attempts; it can be tried again.");
}

} // namespace

CellGrid::CellGrid(QWidget *parent) : QTableWidget(parent)
{
    setAccessibleName(tr("Runs of the assessment"));
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setTabKeyNavigation(false);
    setShowGrid(false);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    verticalHeader()->setHighlightSections(false);
    verticalHeader()->setDefaultSectionSize(fontMetrics().lineSpacing() * 2);
}

QString CellGrid::phaseWords(CellPhase phase)
{
    switch (phase) {
    case CellPhase::Waiting:
        return tr("waiting");
    case CellPhase::Running:
        return tr("running");
    case CellPhase::Stopped:
        return tr("interrupted");
    case CellPhase::Measuring:
        return tr("measuring");
    case CellPhase::Measured:
        return tr("done");
    case CellPhase::Failed:
        break;
    }
    return tr("failed");
}

void CellGrid::setCells(const std::vector<CellInfo> &cells)
{
    const auto sameCell = [](const CellInfo &a, const CellInfo &b) {
        return a.generator == b.generator && a.repeat == b.repeat;
    };
    const bool same
        = std::equal(cells.begin(), cells.end(), m_cells.begin(), m_cells.end(), sameCell) && rowCount() > 0;
    m_cells = cells;
    if (!same)
        build();
    for (const CellInfo &cell : m_cells)
        show(int(m_generators.indexOf(cell.generator)), cell.repeat - 1, cell);
}

void CellGrid::build()
{
    m_generators.clear();
    int repeats = 0;
    for (const CellInfo &cell : m_cells) {
        if (!m_generators.contains(cell.generator))
            m_generators.append(cell.generator);
        repeats = std::max(repeats, cell.repeat);
    }
    clear();
    setRowCount(int(m_generators.size()));
    setColumnCount(repeats);
    QStringList names;
    for (const QString &generator : std::as_const(m_generators))
        names.append(bridge::generatorName(generator));
    setVerticalHeaderLabels(names);
    QStringList heads;
    for (int repeat = 1; repeat <= repeats; ++repeat)
        heads.append(tr("Run %1").arg(repeat));
    setHorizontalHeaderLabels(heads);
    for (int row = 0; row < rowCount(); ++row)
        for (int column = 0; column < repeats; ++column)
            setItem(row, column, new QTableWidgetItem);
}

void CellGrid::show(int row, int column, const CellInfo &cell)
{
    QTableWidgetItem *one = item(row, column);
    one->setText(symbolOf(cell.phase) + QLatin1Char(' ') + phaseWords(cell.phase));
    one->setTextAlignment(Qt::AlignCenter);
    QString tip = tr("%1, run %2, seed %3\n%4")
                      .arg(bridge::generatorName(cell.generator))
                      .arg(cell.repeat)
                      .arg(cell.seed)
                      .arg(explain(cell.phase));
    if (!cell.message.isEmpty())
        tip += QLatin1Char('\n') + cell.message;
    one->setToolTip(tip);
    const std::optional<Accent> accent = accentOf(cell.phase);
    const QColor ground = palette().color(QPalette::Base);
    one->setForeground(accent ? widgets::accentColor(*accent, palette())
                              : palette().color(QPalette::PlaceholderText));
    one->setBackground(accent ? widgets::mixed(ground, widgets::accentColor(*accent, palette()), 0.12)
                              : ground);
}

const CellInfo *CellGrid::cellAt(int row, int column) const
{
    for (const CellInfo &cell : m_cells)
        if (m_generators.value(row) == cell.generator && cell.repeat == column + 1)
            return &cell;
    return nullptr;
}

void CellGrid::changeEvent(QEvent *event)
{
    QTableWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_generators.isEmpty())
        setCells(std::vector<CellInfo>(m_cells));
}

} // namespace mutascope::gui
