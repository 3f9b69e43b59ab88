// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/label_history.h"
#include <algorithm>

namespace mutascope {

namespace {

bool isStep(const LabelEvent &event)
{
    return event.kind == LabelEventKind::Verdict || event.kind == LabelEventKind::Skip;
}

template <typename Map> const auto *rowsOf(const Map &map, const std::string &key)
{
    const auto found = map.find(key);
    return found == map.end() || found->second.empty() ? nullptr : &found->second;
}

} // namespace

void LabelHistory::apply(const LabelEvent &event)
{
    if (event.kind == LabelEventKind::Adjudication)
        return; // no step on the way through the items
    m_last = event.uuid;
    m_events.emplace(event.uuid, event);
    if (event.kind == LabelEventKind::Undo)
        return takeBack(event.refers);
    if (event.kind == LabelEventKind::Redo)
        return doAgain(event.refers);
    m_undone.clear();
    hold(event);
    if (event.kind == LabelEventKind::Verdict)
        m_milliseconds.push_back(event.milliseconds);
}

void LabelHistory::takeBack(const std::string &uuid)
{
    const LabelEvent *event = find(uuid);
    if (event == nullptr || !isStep(*event) || std::erase(m_done, uuid) == 0)
        return;
    m_undone.push_back(uuid);
    (event->kind == LabelEventKind::Verdict ? m_verdicts : m_skips)[event->item].erase({event->number, uuid});
}

void LabelHistory::doAgain(const std::string &uuid)
{
    const LabelEvent *event = find(uuid);
    if (event == nullptr || !isStep(*event) || std::ranges::find(m_done, uuid) != m_done.end())
        return;
    std::erase(m_undone, uuid);
    hold(*event);
}

void LabelHistory::hold(const LabelEvent &event)
{
    m_done.push_back(event.uuid);
    (event.kind == LabelEventKind::Verdict ? m_verdicts : m_skips)[event.item].emplace(event.number,
                                                                                       event.uuid);
}

const LabelEvent *LabelHistory::find(const std::string &uuid) const
{
    const auto found = m_events.find(uuid);
    return found == m_events.end() ? nullptr : &found->second;
}

const LabelEvent *LabelHistory::verdict(const std::string &item) const
{
    const auto *rows = rowsOf(m_verdicts, item);
    return rows == nullptr ? nullptr : find(rows->rbegin()->second);
}

std::int64_t LabelHistory::skipped(const std::string &item) const
{
    const auto *rows = rowsOf(m_skips, item);
    return rows == nullptr ? 0 : rows->rbegin()->first;
}

std::size_t LabelHistory::skips(const std::string &item) const
{
    const auto *rows = rowsOf(m_skips, item);
    return rows == nullptr ? 0 : rows->size();
}

const LabelEvent *LabelHistory::undoable() const
{
    return m_done.empty() ? nullptr : find(m_done.back());
}

const LabelEvent *LabelHistory::redoable() const
{
    return m_undone.empty() ? nullptr : find(m_undone.back());
}

const LabelEvent *LabelHistory::last() const
{
    return m_last.empty() ? nullptr : find(m_last);
}

std::vector<std::int64_t> LabelHistory::lastMilliseconds(std::size_t count) const
{
    const std::size_t begin = m_milliseconds.size() - std::min(count, m_milliseconds.size());
    return {m_milliseconds.begin() + std::ptrdiff_t(begin), m_milliseconds.end()};
}

} // namespace mutascope
