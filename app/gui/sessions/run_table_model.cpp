// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/sessions/run_table_model.h"

#include "app/bridge/catalog.h"
#include "app/gui/format.h"
#include "widgets/run_status.h"

#include <QLocale>
#include <algorithm>

namespace mutascope::gui {

namespace {

QString coverageText(const bridge::RunInfo &run)
{
    if (run.criterion.isEmpty())
        return QStringLiteral("–");
    return QStringLiteral("%1 → %2").arg(percentText(run.coverageStart, 2), percentText(run.coverageEnd, 2));
}

QString textOf(const bridge::RunInfo &run, int column)
{
    switch (column) {
    case RunTableModel::Number:
        return QString::number(run.id);
    case RunTableModel::Generator:
        return bridge::generatorName(run.generator);
    case RunTableModel::Criterion:
        return run.criterion.isEmpty() ? QStringLiteral("–") : run.criterion;
    case RunTableModel::Seed:
        return QString::number(run.seed);
    case RunTableModel::State:
        return phaseText(run.phase);
    case RunTableModel::Tests:
        return countText(run.tests);
    case RunTableModel::Failing:
        return countText(run.failing);
    case RunTableModel::Coverage:
        return coverageText(run);
    case RunTableModel::Calls:
        return countText(run.modelCalls);
    case RunTableModel::Seconds:
        return widgets::formatDuration(run.seconds);
    case RunTableModel::Started:
        return QLocale().toString(run.startedAt.toLocalTime(), QLocale::ShortFormat);
    default:
        return {};
    }
}

bool isNumber(int column)
{
    switch (column) {
    case RunTableModel::Tests:
    case RunTableModel::Failing:
    case RunTableModel::Coverage:
    case RunTableModel::Calls:
    case RunTableModel::Seconds:
        return true;
    default:
        return false;
    }
}

} // namespace

void RunTableModel::setRuns(const QList<bridge::RunInfo> &runs)
{
    const bool sameIds = std::equal(runs.begin(), runs.end(), m_runs.begin(), m_runs.end(),
                                    [](const auto &a, const auto &b) { return a.id == b.id; });
    if (!sameIds) {
        beginResetModel();
        m_runs = runs;
        endResetModel();
        return;
    }
    m_runs = runs;
    if (!m_runs.isEmpty())
        Q_EMIT dataChanged(index(0, 0), index(int(m_runs.size()) - 1, ColumnCount - 1));
}

const bridge::RunInfo *RunTableModel::runAt(int row) const
{
    return row >= 0 && row < m_runs.size() ? &m_runs[row] : nullptr;
}

int RunTableModel::rowOf(qint64 run) const
{
    for (int row = 0; row < m_runs.size(); ++row)
        if (m_runs[row].id == run)
            return row;
    return -1;
}

int RunTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_runs.size());
}

int RunTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RunTableModel::data(const QModelIndex &index, int role) const
{
    const bridge::RunInfo *run = runAt(index.row());
    if (!run)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return textOf(*run, index.column());
    case Qt::TextAlignmentRole:
        return int((isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return run->message;
    default:
        return {};
    }
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Number:
        return tr("Run");
    case Generator:
        return tr("Generator");
    case Criterion:
        return tr("Criterion");
    case Seed:
        return tr("Seed");
    case State:
        return tr("State");
    case Tests:
        return tr("Tests");
    case Failing:
        return tr("Failing");
    case Coverage:
        return tr("Coverage");
    case Calls:
        return tr("Model calls");
    case Seconds:
        return tr("Time");
    case Started:
        return tr("Started");
    default:
        return {};
    }
}

} // namespace mutascope::gui
