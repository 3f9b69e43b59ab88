// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/affine.h"
#include "core/mutate/builtin.h"
#include "core/mutate/grid_mutator.h"

namespace mutascope {

namespace {

Image change(const Image &image, double pixels, std::uint64_t)
{
    AffineMap map;
    map.dx = map.dy = pixels;
    return warped(image, map);
}

constexpr GridMutatorSpec spec
    = {{"translate", -1000, 1000, true}, MutatorKind::Affine, "pixels", false, change};

} // namespace

MutatorInfo translateInfo()
{
    return {"translate",
            "shifts by the same number of pixels to the right and downwards",
            "DeepHunter (Xie et al., ISSTA 2019), affine transformations",
            MutatorKind::Affine,
            "-3:2:1",
            "px",
            [](const std::string &grid) { return makeGridMutator(spec, grid); }};
}

} // namespace mutascope
