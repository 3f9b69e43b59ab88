// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/mutate/constraint.h"
#include "core/mutate/mutator.h"
#include <mutex>
#include <optional>

namespace mutascope {

// Why a mutant was refused: it changes nothing, or its distance (what its lineage had used before included).
struct Refusal {
    bool unchanged = false;
    PixelDistance distance;
};

// What was refused of one image's mutants, so that it is not made and measured again: most blurs of small
// images go too far, and a lineage meets each of them often. Holds only mutations of one value and without
// noise, which make the same image every time. Thread-safe.
class Refusals {
public:
    std::optional<Refusal> find(const Mutation &mutation) const;
    void add(const Mutation &mutation, const Refusal &refusal);

private:
    struct Entry {
        std::string mutator;
        double value = 0;
        Refusal refusal;
    };
    const Entry *entryOf(const Mutation &mutation) const;

    mutable std::mutex m_mutex;
    std::vector<Entry> m_entries; // no more than the grids have values
};

} // namespace mutascope
