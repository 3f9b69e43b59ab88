// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/builtin.h"
#include "core/mutate/grid_mutator.h"
#include "core/mutate/positions.h"

namespace mutascope {

namespace {

Image change(const Image &image, double count, std::uint64_t noiseSeed)
{
    Rng rng(noiseSeed);
    Image out = image;
    for (const std::size_t position : distinctPositions(rng, std::size_t(count), out.pixels.size())) {
        std::uint8_t &value = out.pixels[position];
        value = std::uint8_t(value + 1 + rng.below(255)); // any of the 255 others
    }
    return out;
}

constexpr GridMutatorSpec spec = {{"pixels", 1, 1e6, true}, MutatorKind::Pixel, "count", true, change};

} // namespace

MutatorInfo pixelsInfo()
{
    return {"pixels",
            "sets a few random values to random others",
            "DeepHunter's code, random pixel change",
            MutatorKind::Pixel,
            "1:9:1",
            "px",
            [](const std::string &grid) { return makeGridMutator(spec, grid); }};
}

} // namespace mutascope
