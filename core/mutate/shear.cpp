// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/affine.h"
#include "core/mutate/builtin.h"
#include "core/mutate/grid_mutator.h"

namespace mutascope {

namespace {

// A row moves by factor pixels for each row below the centre.
Image change(const Image &image, double factor, std::uint64_t)
{
    AffineMap map;
    map.xy = factor;
    return warped(image, map);
}

constexpr GridMutatorSpec spec = {{"shear", -10, 10, false}, MutatorKind::Affine, "factor", false, change};

} // namespace

MutatorInfo shearInfo()
{
    return {"shear",
            "slants to the right below the centre, to the left above it",
            "DeepHunter (Xie et al., ISSTA 2019), affine transformations",
            MutatorKind::Affine,
            "-0.6:0.5:0.1",
            "factor",
            [](const std::string &grid) { return makeGridMutator(spec, grid); }};
}

} // namespace mutascope
