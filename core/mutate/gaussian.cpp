// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/gaussian.h"
#include "core/base/error.h"
#include "core/mutate/builtin.h"
#include "core/mutate/grid.h"
#include "core/mutate/image_check.h"
#include "core/mutate/normal_noise.h"
#include <fmt/format.h>

namespace mutascope {
namespace gaussian {

namespace {

constexpr const char *id = "gaussian";
constexpr GridRule rule = {id, 0.01, 255, false};
constexpr std::size_t mostDraws = 100'000;

[[noreturn]] void throwBad(const Mutation &mutation, const std::string &why)
{
    throw Error(
        ErrorCode::BadData,
        fmt::format("a mutation '{}' cannot be applied by mutator '{}': {}", mutation.mutator, id, why),
        "The file it comes from is damaged or from another version");
}

double valueOf(const Mutation &mutation, const std::string &key, double minimum, double maximum)
{
    const auto found = mutation.values.find(key);
    if (found == mutation.values.end())
        throwBad(mutation, "it needs '" + key + "'");
    if (!(found->second >= minimum && found->second <= maximum))
        throwBad(mutation,
                 fmt::format("'{}' is {}, not a number from {} to {}", key, found->second, minimum, maximum));
    return found->second;
}

Image noisy(const Image &image, double sigma, std::uint64_t noiseSeed)
{
    Rng rng(noiseSeed);
    Image out = image;
    std::uint8_t *pixels = out.pixels.data();
    forEachNormal(rng, out.pixels.size(),
                  [=](std::size_t i, double normal) { pixels[i] = saturated(pixels[i] + sigma * normal); });
    return out;
}

Image clipped(const Image &ancestor, const Mutation &mutation, double sigma)
{
    const double clip = valueOf(mutation, "clip", 0, 255);
    const std::size_t draws = mutation.values.size() - 2;
    if (draws == 0 || draws > mostDraws || mutation.noiseSeed != 0)
        throwBad(mutation, "it needs 'draw1' and the others after it, and no noise seed");
    Image out = ancestor;
    for (std::size_t n = 1; n <= draws; ++n) {
        const double draw = valueOf(mutation, fmt::format("draw{}", n), 0, 4294967295.0);
        if (draw != double(std::uint32_t(draw)))
            throwBad(mutation, fmt::format("'draw{}' is {}, not a whole number", n, draw));
        out = clippedStep(ancestor, out, sigma, clip, std::uint32_t(draw));
    }
    return out;
}

class GaussianMutator : public Mutator {
public:
    explicit GaussianMutator(const std::string &grid) : m_sigmas(parseGrid(rule, grid)) { }

    const std::string &id() const override { return m_id; }
    MutatorKind kind() const override { return MutatorKind::Pixel; }

    Mutation draw(Rng &rng) const override
    {
        const double sigma = m_sigmas[rng.below(std::uint32_t(m_sigmas.size()))];
        return mutation(sigma, std::max<std::uint64_t>(rng.next64(), 1)); // 0 says: none
    }

    Image apply(const Image &image, const Mutation &mutation) const override
    {
        requireDrawable(image, m_id);
        if (mutation.mutator != m_id)
            throwBad(mutation, "it is of another mutator");
        const double sigma = valueOf(mutation, "sigma", rule.minimum, rule.maximum);
        if (mutation.values.count("clip") != 0)
            return clipped(image, mutation, sigma);
        if (mutation.values.size() != 1 || mutation.noiseSeed == 0)
            throwBad(mutation, "it needs 'sigma' and a noise seed");
        return noisy(image, sigma, mutation.noiseSeed);
    }

private:
    std::string m_id = gaussian::id;
    std::vector<double> m_sigmas;
};

} // namespace

Mutation mutation(double sigma, std::uint64_t noiseSeed)
{
    return {id, {{"sigma", sigma}}, noiseSeed};
}

Mutation clippedMutation(double sigma, double clip, std::span<const std::uint32_t> draws)
{
    Mutation made{id, {{"sigma", sigma}, {"clip", clip}}, 0};
    for (std::size_t n = 0; n < draws.size(); ++n)
        made.values[fmt::format("draw{}", n + 1)] = draws[n];
    return made;
}

Image clippedStep(const Image &ancestor, const Image &image, double sigma, double clip, std::uint32_t draw)
{
    Rng rng(draw);
    const double most = std::floor(clip); // values are whole: rounding must not go beyond
    Image out = image;
    std::uint8_t *pixels = out.pixels.data();
    const std::uint8_t *origins = ancestor.pixels.data();
    forEachNormal(rng, out.pixels.size(), [=](std::size_t i, double normal) {
        pixels[i] = saturated(std::clamp(pixels[i] + sigma * normal, origins[i] - most, origins[i] + most));
    });
    return out;
}

} // namespace gaussian

MutatorInfo gaussianInfo()
{
    return {
        "gaussian",
        "adds normal noise to every value",
        "TensorFuzz (Odena et al., ICML 2019); sigma as in DeepSmartFuzzer's comparison (arXiv 1911.10621)",
        MutatorKind::Pixel,
        "25.5",
        "of 255",
        [](const std::string &grid) -> std::unique_ptr<Mutator> {
            return std::make_unique<gaussian::GaussianMutator>(grid);
        }};
}

} // namespace mutascope
