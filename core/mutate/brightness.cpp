// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/builtin.h"
#include "core/mutate/grid_mutator.h"
#include <algorithm>

namespace mutascope {

namespace {

Image change(const Image &image, double offset, std::uint64_t)
{
    Image out = image;
    for (std::uint8_t &value : out.pixels)
        value = std::uint8_t(std::clamp(value + int(offset), 0, 255));
    return out;
}

constexpr GridMutatorSpec spec
    = {{"brightness", -255, 255, true}, MutatorKind::Pixel, "offset", false, change};

} // namespace

MutatorInfo brightnessInfo()
{
    return {"brightness",
            "adds the same amount to every value",
            "DeepHunter (Xie et al., ISSTA 2019), pixel value transformations",
            MutatorKind::Pixel,
            "-20:19:1",
            "of 255",
            [](const std::string &grid) { return makeGridMutator(spec, grid); }};
}

} // namespace mutascope
