// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/runtime/program.h"

// Faults of ours in an engine that is else LibTorch eager: what tests of the search, the oracles and the
// reduction look for. Hidden from lists of engines unless MUTASCOPE_PLANTED_ENGINES is set.
namespace mutascope::engines {

struct PlantedFault {
    std::string id; // "planted-wrong" ...
    std::string summary;
    enum class Kind { Wrong, Crash, Hang, Unsteady, Unwritten } kind = Kind::Wrong;
    std::string op;
    std::string attribute; // "": whatever its attributes
    std::int64_t value = 0; // of the attribute

    bool shows(const Step &step) const
    {
        return step.op->name == op && (attribute.empty() || step.attributes.integer(attribute) == value);
    }
    // What becomes of the operator's result. Crash and hang do not return.
    template <typename Tensor> Tensor applied(const Tensor &result) const
    {
        if (kind == Kind::Crash)
            crash();
        if (kind == Kind::Hang)
            hang();
        if (kind == Kind::Unwritten)
            return result.new_empty(result.sizes());
        return result * 1.5 + (kind == Kind::Unsteady ? unsteady() : 1.0);
    }

private:
    [[noreturn]] static void crash(); // by a segmentation fault
    [[noreturn]] static void hang();
    static double unsteady(); // another number each time
};

const std::vector<PlantedFault> &plantedFaults();
const PlantedFault *findPlanted(const std::string &id);

} // namespace mutascope::engines
