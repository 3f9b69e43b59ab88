// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/builtin.h"
#include "core/mutate/grid_mutator.h"
#include <algorithm>
#include <array>

namespace mutascope {

namespace {

Image change(const Image &image, double factor, std::uint64_t)
{
    std::array<std::uint8_t, 256> table;
    for (int value = 0; value < 256; ++value)
        table[std::size_t(value)] = std::uint8_t(std::min(int(value * factor + 0.5), 255)); // half goes up
    Image out = image;
    for (std::uint8_t &value : out.pixels)
        value = table[value];
    return out;
}

constexpr GridMutatorSpec spec = {{"contrast", 0, 255, false}, MutatorKind::Pixel, "factor", false, change};

} // namespace

MutatorInfo contrastInfo()
{
    return {"contrast",
            "multiplies every value",
            "DeepHunter (Xie et al., ISSTA 2019), pixel value transformations",
            MutatorKind::Pixel,
            "0.5:1.2:0.1",
            "factor",
            [](const std::string &grid) { return makeGridMutator(spec, grid); }};
}

} // namespace mutascope
