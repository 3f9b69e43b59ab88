// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/refusals.h"
#include <algorithm>

namespace mutascope {

namespace {

bool isRepeatable(const Mutation &mutation)
{
    return mutation.noiseSeed == 0 && mutation.values.size() == 1;
}

} // namespace

const Refusals::Entry *Refusals::entryOf(const Mutation &mutation) const
{
    const double value = mutation.values.begin()->second;
    const auto found = std::ranges::find_if(m_entries, [&](const Entry &entry) {
        return entry.value == value && entry.mutator == mutation.mutator;
    });
    return found == m_entries.end() ? nullptr : &*found;
}

std::optional<Refusal> Refusals::find(const Mutation &mutation) const
{
    if (!isRepeatable(mutation))
        return std::nullopt;
    const std::lock_guard lock(m_mutex);
    const Entry *entry = entryOf(mutation);
    return entry ? std::optional(entry->refusal) : std::nullopt;
}

void Refusals::add(const Mutation &mutation, const Refusal &refusal)
{
    if (!isRepeatable(mutation))
        return;
    const std::lock_guard lock(m_mutex);
    if (!entryOf(mutation)) // another thread may have been sooner
        m_entries.push_back({mutation.mutator, mutation.values.begin()->second, refusal});
}

} // namespace mutascope
