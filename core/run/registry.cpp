// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/registry.h"
#include "core/base/error.h"
#include "core/generators/advgan/advgan.h"
#include "core/generators/cagfuzz/cagfuzz.h"
#include "core/generators/deepfault/deepfault.h"
#include "core/generators/deephunter/deephunter.h"
#include "core/generators/deepsmart/deepsmart.h"
#include "core/generators/random/random.h"
#include "core/generators/sinvad/sinvad.h"
#include "core/generators/tensorfuzz/tensorfuzz.h"
#include "core/run/after/derived_kinds.h"
#include <algorithm>

namespace mutascope {

const std::vector<GeneratorInfo> &generators()
{
    static const std::vector<GeneratorInfo> all{deepHunterInfo(), deepSmartInfo(), deepFaultInfo(),
                                                advGanInfo(),     sinVadInfo(),    cagFuzzInfo(),
                                                tensorFuzzInfo(), randomInfo()};
    return all;
}

const GeneratorInfo &generatorInfo(const std::string &id)
{
    const std::vector<GeneratorInfo> &all = generators();
    const auto found
        = std::find_if(all.begin(), all.end(), [&](const GeneratorInfo &info) { return info.id == id; });
    if (found != all.end())
        return *found;
    // What commands make of finished runs is a run too, which nobody can choose.
    for (const GeneratorInfo &info : derivedKinds())
        if (info.id == id)
            return info;
    std::vector<std::string> ids;
    for (const GeneratorInfo &info : all)
        ids.push_back(info.id);
    throwUnknownName("generator", id, ids);
}

} // namespace mutascope
