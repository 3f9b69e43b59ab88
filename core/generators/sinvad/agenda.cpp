// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/sinvad/agenda.h"
#include "core/base/error.h"
#include "core/generators/saved_state.h"
#include <fmt/format.h>

namespace mutascope::sinvad {

Agenda::Agenda(const Settings &settings, const std::vector<Seed> &seeds, int classes)
    : m_target(settings.target), m_targeted(settings.mode == Mode::Targeted), m_rounds(settings.rounds)
{
    if (m_targeted && classes < 2)
        throw Error(ErrorCode::Usage, "a targeted search needs a model of two classes or more",
                    "Choose another search");
    if (m_targeted && m_target >= classes)
        throw Error(ErrorCode::Usage, fmt::format("there is no class {} to reach", m_target),
                    fmt::format("Classes are counted from 0 to {}", classes - 1));
    if (m_targeted && m_target < 0)
        m_targets = classes - 1;
    for (const Seed &seed : seeds)
        m_labels.push_back(seed.label);
}

bool Agenda::empty(bool endless) const
{
    if (m_labels.empty())
        return true;
    if (m_rounds == 0)
        return !endless && m_next >= roundLength();
    return m_next >= m_rounds * roundLength();
}

std::vector<Task> Agenda::next(std::size_t most, bool endless)
{
    std::vector<Task> tasks;
    for (std::int64_t seen = 0; seen < roundLength() && tasks.size() < most && !empty(endless); ++seen) {
        const std::int64_t place = m_next++ % roundLength();
        Task task{int(place / m_targets), 0, -1};
        task.label = m_labels[std::size_t(task.seed)];
        if (m_targeted) {
            const int turn = int(place % m_targets);
            task.target = m_target >= 0 ? m_target : turn < task.label ? turn : turn + 1;
        }
        if (task.target != task.label)
            tasks.push_back(task);
    }
    return tasks;
}

bool Agenda::firstOfSeed(const Task &task) const
{
    return !m_targeted || m_target >= 0 || task.target == (task.label == 0 ? 1 : 0);
}

std::int64_t Agenda::remaining() const
{
    if (m_labels.empty())
        return 0;
    return m_rounds == 0 ? roundLength() - m_next % roundLength() : m_rounds * roundLength() - m_next;
}

void Agenda::setPosition(std::int64_t position)
{
    if (position < 0 || (m_rounds > 0 && position > m_rounds * roundLength()))
        throwBadSavedState("it stands behind its last search");
    m_next = position;
}

} // namespace mutascope::sinvad
