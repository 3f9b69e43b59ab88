// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/tests/test_list.h"

#include <algorithm>

namespace mutascope::gui {

TestList::TestList(Workspace &workspace, QObject *parent) : QObject(parent), m_workspace(workspace)
{
    connect(&workspace, &Workspace::currentRunChanged, this, &TestList::onCurrentRunChanged);
    connect(&workspace, &Workspace::runsChanged, this, &TestList::refresh);
}

void TestList::setQuery(const bridge::TestQuery &query)
{
    if (query == m_query)
        return;
    m_query = query;
    reload();
}

void TestList::setNewestFirst(bool newestFirst)
{
    if (newestFirst == m_newestFirst)
        return;
    m_newestFirst = newestFirst;
    Q_EMIT reset();
}

void TestList::onCurrentRunChanged()
{
    m_run = m_workspace.currentRun();
    m_total = 0;
    Q_EMIT totalChanged();
    reload();
}

void TestList::reload()
{
    ++m_generation;
    m_loading = m_again = false;
    m_rows.clear();
    if (m_run == 0)
        Q_EMIT reset();
    else
        refresh();
}

void TestList::refresh()
{
    if (m_run == 0 || !m_workspace.reader().isOpen())
        return;
    m_again = m_loading;
    if (m_loading)
        return;
    m_loading = true;
    const bool fresh = m_rows.empty();
    auto &reader = m_workspace.reader();
    reader.countTests(m_run, {}, this, [this, generation = m_generation](qint64 total) {
        if (generation != m_generation)
            return;
        m_total = total;
        Q_EMIT totalChanged();
    });
    reader.fetchTests(m_run, m_query, qint64(m_rows.size()), this,
                      [this, generation = m_generation, fresh](const std::vector<bridge::TestRow> &rows) {
                          if (generation == m_generation)
                              accept(rows, fresh);
                      });
}

void TestList::accept(const std::vector<bridge::TestRow> &rows, bool fresh)
{
    m_loading = false;
    const qsizetype from = qsizetype(m_rows.size());
    m_rows.insert(m_rows.end(), rows.begin(), rows.end());
    if (fresh)
        Q_EMIT reset();
    else if (!rows.empty())
        Q_EMIT appended(from);
    if (m_again)
        refresh();
}

int TestList::indexOf(qint64 id) const
{
    const auto found
        = std::lower_bound(m_rows.begin(), m_rows.end(), id,
                           [](const bridge::TestRow &row, qint64 wanted) { return row.id < wanted; });
    return found == m_rows.end() || found->id != id ? -1 : int(found - m_rows.begin());
}

const bridge::TestRow *TestList::row(qint64 id) const
{
    const int index = indexOf(id);
    return index < 0 ? nullptr : &m_rows[std::size_t(index)];
}

int TestList::position(qint64 id) const
{
    const int index = indexOf(id);
    return index >= 0 && m_newestFirst ? int(m_rows.size()) - 1 - index : index;
}

qint64 TestList::neighbour(qint64 id, int shownSteps) const
{
    const int steps = m_newestFirst ? -shownSteps : shownSteps;
    const auto above
        = std::lower_bound(m_rows.begin(), m_rows.end(), id,
                           [](const bridge::TestRow &row, qint64 wanted) { return row.id < wanted; });
    const bool listed = above != m_rows.end() && above->id == id;
    // Between two rows, the one above is one step ahead already.
    const auto index = (above - m_rows.begin()) + steps - (steps > 0 && !listed ? 1 : 0);
    return index < 0 || index >= qsizetype(m_rows.size()) ? 0 : m_rows[std::size_t(index)].id;
}

} // namespace mutascope::gui
