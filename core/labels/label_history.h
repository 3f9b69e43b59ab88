// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/store/label_records.h"
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace mutascope {

// What the events of one labeller in one protocol amount to: which verdict of an item holds, what was
// skipped, what undo takes back and redo does again. Events come in the order of their numbers; those of two
// copies that were merged may not fit each other, which changes nothing but what undo and redo offer.
class LabelHistory {
public:
    void apply(const LabelEvent &event);

    const LabelEvent *verdict(const std::string &item) const; // null: none that holds
    std::int64_t skipped(const std::string &item) const; // number of the last skip that holds; 0: none
    std::size_t skips(const std::string &item) const; // that hold
    const LabelEvent *undoable() const; // null: nothing
    const LabelEvent *redoable() const;
    const LabelEvent *last() const; // event of any kind
    const LabelEvent *find(const std::string &uuid) const;
    // Of the last verdicts, at most count, whether they hold or not.
    std::vector<std::int64_t> lastMilliseconds(std::size_t count) const;

private:
    void takeBack(const std::string &uuid);
    void doAgain(const std::string &uuid);
    void hold(const LabelEvent &event);

    std::map<std::string, LabelEvent> m_events; // by uuid
    // Number and uuid: two copies of a session give the same number to different events.
    using Holding = std::map<std::string, std::set<std::pair<std::int64_t, std::string>>>; // by item
    Holding m_verdicts;
    Holding m_skips;
    std::vector<std::string> m_done;
    std::vector<std::string> m_undone;
    std::vector<std::int64_t> m_milliseconds;
    std::string m_last;
};

} // namespace mutascope
