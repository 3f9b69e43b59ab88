// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/mutate/builtin.h"

namespace mutascope {

namespace {

const MutatorInfo *findInfo(const std::string &id)
{
    for (const MutatorInfo &info : mutators())
        if (info.id == id)
            return &info;
    return nullptr;
}

// One of each with its default grid, made once: a replay applies thousands.
const std::map<std::string, std::unique_ptr<Mutator>> &defaultMutators()
{
    static const auto made = [] {
        std::map<std::string, std::unique_ptr<Mutator>> out;
        for (const MutatorInfo &info : mutators())
            out[info.id] = info.create(info.grid);
        return out;
    }();
    return made;
}

} // namespace

const std::vector<MutatorInfo> &mutators()
{
    static const std::vector<MutatorInfo> all
        = {translateInfo(), scaleInfo(), shearInfo(),  rotateInfo(),   contrastInfo(), brightnessInfo(),
           blurInfo(),      noiseInfo(), pixelsInfo(), regionalInfo(), gaussianInfo()};
    return all;
}

const MutatorInfo &mutatorInfo(const std::string &id)
{
    if (const MutatorInfo *found = findInfo(id))
        return *found;
    std::vector<std::string> ids;
    for (const MutatorInfo &info : mutators())
        ids.push_back(info.id);
    throwUnknownName("mutator", id, ids);
}

Image applyMutation(const Image &image, const Mutation &mutation)
{
    const auto found = defaultMutators().find(mutation.mutator);
    if (found == defaultMutators().end())
        throw Error(ErrorCode::BadData, "there is no mutator '" + mutation.mutator + "' to replay a mutation",
                    "The file it comes from is damaged or from another version");
    return found->second->apply(image, mutation);
}

} // namespace mutascope
