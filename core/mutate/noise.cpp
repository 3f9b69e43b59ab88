// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/builtin.h"
#include "core/mutate/grid_mutator.h"
#include "core/mutate/normal_noise.h"
#include "core/mutate/positions.h"
#include <cmath>

// The three kinds are those of DeepHunter's code, the strengths are ours: there, Gaussian noise has variance
// 0.1 on the 0..255 scale (nothing changes), salt is 1 of 255 (black), and multiplicative noise has
// deviation 1, which wraps around.
namespace mutascope {

namespace {

constexpr double gaussianSigma = 10; // of 255; four of them stay below beta = 0.2
constexpr double speckleSigma = 0.05; // of the value; likewise
constexpr double saltShare = 0.002; // of the values; as much pepper

void addGaussian(std::vector<std::uint8_t> &pixels, Rng &rng)
{
    forEachNormal(rng, pixels.size(), [at = pixels.data()](std::size_t i, double normal) {
        at[i] = saturated(at[i] + gaussianSigma * normal);
    });
}

void addSpeckle(std::vector<std::uint8_t> &pixels, Rng &rng)
{
    forEachNormal(rng, pixels.size(), [at = pixels.data()](std::size_t i, double normal) {
        at[i] = saturated(at[i] * (1 + speckleSigma * normal));
    });
}

void addSaltAndPepper(std::vector<std::uint8_t> &pixels, Rng &rng)
{
    const auto salt = std::size_t(std::ceil(saltShare * double(pixels.size())));
    const auto positions = distinctPositions(rng, 2 * salt, pixels.size());
    for (std::size_t i = 0; i < positions.size(); ++i)
        pixels[positions[i]] = i < salt ? 255 : 0;
}

Image change(const Image &image, double variant, std::uint64_t noiseSeed)
{
    Rng rng(noiseSeed);
    Image out = image;
    if (variant == 1)
        addGaussian(out.pixels, rng);
    else if (variant == 2)
        addSaltAndPepper(out.pixels, rng);
    else
        addSpeckle(out.pixels, rng);
    return out;
}

constexpr GridMutatorSpec spec = {{"noise", 1, 3, true}, MutatorKind::Pixel, "variant", true, change};

} // namespace

MutatorInfo noiseInfo()
{
    return {"noise",
            "adds noise: 1 Gaussian (sigma 10 of 255), 2 salt and pepper (0.4 % of the values), "
            "3 speckle (sigma 5 % of the value)",
            "DeepHunter (Xie et al., ISSTA 2019), pixel value transformations; strengths ours",
            MutatorKind::Pixel,
            "1:3:1",
            "variant",
            [](const std::string &grid) { return makeGridMutator(spec, grid); }};
}

} // namespace mutascope
