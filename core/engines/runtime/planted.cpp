// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/runtime/planted.h"
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <unistd.h>

namespace mutascope::engines {

const std::vector<PlantedFault> &plantedFaults()
{
    using Kind = PlantedFault::Kind;
    static const std::vector<PlantedFault> all = {
        {"planted-wrong", "miscomputes AveragePool with count_include_pad 1", Kind::Wrong, "AveragePool",
         "count_include_pad", 1},
        {"planted-crash", "crashes at HardSigmoid", Kind::Crash, "HardSigmoid", "", 0},
        {"planted-hang", "hangs at CumSum with reverse 1", Kind::Hang, "CumSum", "reverse", 1},
        {"planted-unsteady", "gives Softplus another result each time", Kind::Unsteady, "Softplus", "", 0},
        {"planted-unwritten", "leaves the memory of Elu's result as it is", Kind::Unwritten, "Elu", "", 0}};
    return all;
}

const PlantedFault *findPlanted(const std::string &id)
{
    const auto found = std::ranges::find(plantedFaults(), id, &PlantedFault::id);
    return found == plantedFaults().end() ? nullptr : &*found;
}

void PlantedFault::crash()
{
    std::signal(SIGSEGV, SIG_DFL);
    ::raise(SIGSEGV);
    std::_Exit(EXIT_FAILURE);
}

void PlantedFault::hang()
{
    for (;;)
        ::pause();
}

double PlantedFault::unsteady()
{
    static double count = 0;
    return count += 1;
}

} // namespace mutascope::engines
