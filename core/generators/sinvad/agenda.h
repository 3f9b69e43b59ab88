// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/sinvad/latent_search.h"

namespace mutascope::sinvad {

// Which searches are to come: seed after seed, in a targeted search each with its target classes.
class Agenda {
public:
    Agenda() = default;
    // Throws Error{Usage} where the model has too few classes for a pair or not the target.
    Agenda(const Settings &settings, const std::vector<Seed> &seeds, int classes);

    // The next ones, at most `most`. endless: whether further rounds are worth it.
    std::vector<Task> next(std::size_t most, bool endless);
    bool empty(bool endless) const;
    // Whether a task is the first of its seed in this round.
    bool firstOfSeed(const Task &task) const;
    std::int64_t remaining() const; // of this round, where there is no end

    std::int64_t position() const { return m_next; }
    void setPosition(std::int64_t position); // throws Error{BadData}

private:
    std::int64_t roundLength() const { return std::int64_t(m_labels.size()) * m_targets; }

    std::vector<int> m_labels; // of the seeds
    int m_target = -1;
    bool m_targeted = false;
    std::int64_t m_targets = 1; // a seed
    std::int64_t m_rounds = 1; // 0: no end
    std::int64_t m_next = 0;
};

} // namespace mutascope::sinvad
