// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ziggurat.h"
#include "core/base/philox.h"

namespace mutascope::ziggurat {

namespace {

// Of 128 layers (Marsaglia and Tsang, section 3): where the tail begins, and the area of each layer.
constexpr double tailBegin = 3.442619855899;
constexpr double area = 9.91256303526217e-3;

double density(double x)
{
    return std::exp(-0.5 * x * x);
}

Tables makeTables()
{
    Tables made;
    made.edge[0] = area / density(tailBegin);
    made.edge[1] = tailBegin;
    for (std::size_t i = 2; i < layers; ++i)
        made.edge[i] = std::sqrt(-2 * std::log(area / made.edge[i - 1] + density(made.edge[i - 1])));
    made.edge[layers] = 0;
    for (std::size_t i = 0; i < layers; ++i)
        made.inside[i] = made.edge[i + 1] / made.edge[i];
    return made;
}

double positive(Rng &rng) // in (0, 1]
{
    return (rng.next32() + 1.0) * 0x1p-32;
}

// Marsaglia, Generating a variable from the tail of the normal distribution, Technometrics 6, 1964.
double fromTail(Rng &rng)
{
    for (;;) {
        const double beyond = -std::log(positive(rng)) / tailBegin;
        if (-2 * std::log(positive(rng)) >= beyond * beyond)
            return tailBegin + beyond;
    }
}

} // namespace

void drawWords(Rng &rng, std::span<std::uint32_t> words)
{
    std::size_t i = 0;
    while (i < words.size() && (rng.state().position & 3) != 0)
        words[i++] = rng.next32();
    Rng::State state = rng.state();
    for (; words.size() - i >= 4; i += 4, state.position += 4) {
        const auto block = philox(state.seed, state.position >> 2, state.stream);
        std::copy_n(block.begin(), 4, words.begin() + std::ptrdiff_t(i));
    }
    rng = Rng(state);
    while (i < words.size())
        words[i++] = rng.next32();
}

const Tables tables = makeTables();

double atTheEdge(Rng &rng, std::size_t layer, double place)
{
    if (layer == 0)
        return std::copysign(fromTail(rng), place);
    const double x = place * tables.edge[layer];
    const double low = density(tables.edge[layer]), high = density(tables.edge[layer + 1]);
    if (low + rng.uniform() * (high - low) < density(x))
        return x;
    return normalOf(rng.next32(), rng);
}

} // namespace mutascope::ziggurat
