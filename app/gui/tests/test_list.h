// SPDX-License-Identifier: GPL-3.0-or-later
// The stored tests of the current run that match a filter, kept up to date while the run goes on.
#pragma once

#include "app/gui/workspace.h"

namespace mutascope::gui {

class TestList : public QObject {
    Q_OBJECT

public:
    explicit TestList(Workspace &workspace, QObject *parent = nullptr);

    qint64 run() const { return m_run; }
    const bridge::TestQuery &query() const { return m_query; }
    void setQuery(const bridge::TestQuery &query);

    const std::vector<bridge::TestRow> &rows() const { return m_rows; } // ascending ids
    qint64 total() const { return m_total; } // stored tests of the run, whatever the filter
    bool isLoading() const { return m_loading; }
    const bridge::TestRow *row(qint64 id) const;
    bool isNewestFirst() const { return m_newestFirst; }
    void setNewestFirst(bool newestFirst); // as shown; rows() stays ascending
    // The id that is shown steps further; 0 where the list ends. An id that is not listed: the nearest.
    qint64 neighbour(qint64 id, int steps) const;
    int position(qint64 id) const; // as shown, from 0; -1: not listed

    void refresh(); // fetches what was stored since

Q_SIGNALS:
    void reset(); // rows are others
    void appended(qsizetype from); // rows from this index on are new
    void totalChanged();

private:
    void reload();
    int indexOf(qint64 id) const;
    void onCurrentRunChanged();
    void accept(const std::vector<bridge::TestRow> &rows, bool fresh);

    Workspace &m_workspace;
    qint64 m_run = 0;
    qint64 m_total = 0;
    bridge::TestQuery m_query;
    std::vector<bridge::TestRow> m_rows;
    quint64 m_generation = 0; // counts reloads: tells old answers apart
    bool m_newestFirst = false;
    bool m_loading = false;
    bool m_again = false; // asked for while loading
};

} // namespace mutascope::gui
