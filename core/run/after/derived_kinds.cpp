// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/after/derived_kinds.h"
#include "core/base/error.h"

namespace mutascope {

namespace {

GeneratorInfo kind(const std::string &id, const std::string &name, const std::string &summary)
{
    GeneratorInfo info;
    info.id = id;
    info.name = name;
    info.summary = summary;
    info.create = [id]() -> std::unique_ptr<Generator> {
        throw Error(ErrorCode::Usage,
                    "a run of kind '" + id
                        + "' was made from the tests of another run, not by a search that "
                          "could be executed again",
                    "Its configuration names the other run: replay that one, or make this one anew with "
                    "mutascope-cli "
                        + id);
    };
    return info;
}

} // namespace

const std::vector<GeneratorInfo> &derivedKinds()
{
    static const std::vector<GeneratorInfo> all{
        kind("minimize", "Minimised tests", "Failing tests of a run, their changes as small as possible"),
        kind("reduce", "Reduced tests", "The fewest tests of a run that cover and reveal the same"),
        kind("deduplicate", "Distinct tests", "Tests of a run without those that repeat others"),
    };
    return all;
}

} // namespace mutascope
