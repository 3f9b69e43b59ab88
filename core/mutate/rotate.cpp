// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/affine.h"
#include "core/mutate/builtin.h"
#include "core/mutate/grid_mutator.h"
#include <cmath>
#include <numbers>

namespace mutascope {

namespace {

Image change(const Image &image, double degrees, std::uint64_t)
{
    const double angle = degrees * std::numbers::pi / 180;
    AffineMap map;
    map.xx = map.yy = std::cos(angle);
    map.xy = std::sin(angle); // y points downwards: this turns counter-clockwise
    map.yx = -map.xy;
    return warped(image, map);
}

constexpr GridMutatorSpec spec
    = {{"rotate", -360, 360, false}, MutatorKind::Affine, "degrees", false, change};

} // namespace

MutatorInfo rotateInfo()
{
    return {"rotate",
            "turns about the centre, counter-clockwise above 0",
            "DeepHunter (Xie et al., ISSTA 2019), affine transformations",
            MutatorKind::Affine,
            "-50:49:1",
            "degrees",
            [](const std::string &grid) { return makeGridMutator(spec, grid); }};
}

} // namespace mutascope
