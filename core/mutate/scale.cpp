// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/affine.h"
#include "core/mutate/builtin.h"
#include "core/mutate/grid_mutator.h"

namespace mutascope {

namespace {

Image change(const Image &image, double factor, std::uint64_t)
{
    AffineMap map;
    map.xx = map.yy = factor;
    return warped(image, map);
}

constexpr GridMutatorSpec spec = {{"scale", 0.01, 100, false}, MutatorKind::Affine, "factor", false, change};

} // namespace

MutatorInfo scaleInfo()
{
    return {"scale",
            "enlarges or shrinks about the centre",
            "DeepHunter (Xie et al., ISSTA 2019), affine transformations",
            MutatorKind::Affine,
            "0.7:1.1:0.1",
            "factor",
            [](const std::string &grid) { return makeGridMutator(spec, grid); }};
}

} // namespace mutascope
