// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/engines/finding_model.h"

#include "app/gui/format.h"

namespace mutascope::gui {

namespace {

QVariant valueOf(const bridge::FindingRow &finding, int column)
{
    switch (column) {
    case FindingModel::Number:
        return finding.number;
    case FindingModel::Engine:
        return finding.engine;
    case FindingModel::Stage:
        return finding.stage;
    case FindingModel::Symptom:
        return finding.symptom;
    case FindingModel::Operators:
        return finding.operators;
    case FindingModel::Models:
        return finding.count;
    case FindingModel::First:
        return finding.firstModel;
    case FindingModel::Size:
        return finding.exampleOperators;
    case FindingModel::Triage:
        return finding.triage;
    case FindingModel::Note:
        return finding.note;
    default:
        return {};
    }
}

bool isNumber(int column)
{
    return column == FindingModel::Number || column == FindingModel::Models || column == FindingModel::First
        || column == FindingModel::Size;
}

QVariant textOf(const bridge::FindingRow &finding, int column)
{
    const QVariant value = valueOf(finding, column);
    return isNumber(column) ? QVariant(countText(value.toLongLong())) : value;
}

} // namespace

void FindingModel::setFindings(const QList<bridge::FindingRow> &findings)
{
    const auto kept = int(std::min(findings.size(), m_findings.size()));
    if (findings.size() < m_findings.size()) {
        beginResetModel();
        m_findings = findings;
        return endResetModel();
    }
    for (int row = 0; row < kept; ++row)
        if (!(findings[row] == m_findings[row])) {
            m_findings[row] = findings[row];
            Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
        }
    if (findings.size() == kept)
        return;
    beginInsertRows({}, kept, int(findings.size()) - 1);
    m_findings = findings;
    endInsertRows();
}

const bridge::FindingRow *FindingModel::at(int row) const
{
    return row >= 0 && row < m_findings.size() ? &m_findings[row] : nullptr;
}

int FindingModel::rowOf(int number) const
{
    for (int row = 0; row < m_findings.size(); ++row)
        if (m_findings[row].number == number)
            return row;
    return -1;
}

int FindingModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_findings.size());
}

int FindingModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant FindingModel::data(const QModelIndex &index, int role) const
{
    const bridge::FindingRow *finding = at(index.row());
    if (!finding)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return textOf(*finding, index.column());
    case sortRole:
        return valueOf(*finding, index.column());
    case Qt::ToolTipRole:
        return finding->message.left(600);
    case Qt::TextAlignmentRole:
        return int((isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant FindingModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    static const char *const names[]
        = {QT_TR_NOOP("No."),      QT_TR_NOOP("Engine"), QT_TR_NOOP("Stage"), QT_TR_NOOP("Symptom"),
           QT_TR_NOOP("Operator"), QT_TR_NOOP("Models"), QT_TR_NOOP("First"), QT_TR_NOOP("Size"),
           QT_TR_NOOP("State"),    QT_TR_NOOP("Note")};
    static const char *const tips[] = {QT_TR_NOOP("In the order of finding"),
                                       QT_TR_NOOP("The engine that fails"),
                                       QT_TR_NOOP("Taking the model, running it, or comparing outputs"),
                                       QT_TR_NOOP("What it does"),
                                       QT_TR_NOOP("The first operator that differs, or the one the engine's "
                                                  "message names"),
                                       QT_TR_NOOP("Models that showed it"),
                                       QT_TR_NOOP("The first model that showed it"),
                                       QT_TR_NOOP("Operators of the smallest model that shows it"),
                                       QT_TR_NOOP("What people say it is"),
                                       QT_TR_NOOP("Why")};
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return tr(tips[section]);
    return role == Qt::DisplayRole ? QVariant(tr(names[section])) : QVariant();
}

FindingProxy::FindingProxy(FindingModel *model, QObject *parent)
    : QSortFilterProxyModel(parent), m_model(model)
{
    setSourceModel(model);
    setSortRole(FindingModel::sortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
}

void FindingProxy::setFilter(const FindingFilter &filter)
{
    m_filter = filter;
    invalidateFilter();
}

bool FindingProxy::filterAcceptsRow(int row, const QModelIndex &) const
{
    const bridge::FindingRow *finding = m_model->at(row);
    const auto matches
        = [](const QString &wanted, const QString &value) { return wanted.isEmpty() || wanted == value; };
    const bool found = m_filter.text.isEmpty()
        || finding->operators.contains(m_filter.text, Qt::CaseInsensitive)
        || finding->message.contains(m_filter.text, Qt::CaseInsensitive)
        || finding->note.contains(m_filter.text, Qt::CaseInsensitive);
    return found && matches(m_filter.engine, finding->engine) && matches(m_filter.symptom, finding->symptom)
        && matches(m_filter.stage, finding->stage) && matches(m_filter.triage, finding->triage);
}

} // namespace mutascope::gui
