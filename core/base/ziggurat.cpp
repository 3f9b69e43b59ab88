// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ziggurat.h"
#include "core/base/philox_blocks.h"

namespace mutascope {
namespace ziggurat {

namespace {

// Of 128 layers (Marsaglia and Tsang, section 3): where the tail begins, and the area of each layer.
constexpr double tailBegin = 3.442619855899;
constexpr double area = 9.91256303526217e-3;

double density(double x)
{
    return std::exp(-0.5 * x * x);
}

constexpr std::size_t layers = 128;

struct Layer {
    double edge = 0; // where it ends; of the lowest: as wide as its area with the tail
    double inside = 0; // share of it that is below the curve over its whole height
    double low = 0, high = 0; // density at its edge and at that of the next one
};

std::array<Layer, layers> makeLayers()
{
    std::array<Layer, layers> made;
    made[0].edge = area / density(tailBegin);
    made[1].edge = tailBegin;
    for (std::size_t i = 2; i < layers; ++i)
        made[i].edge = std::sqrt(-2 * std::log(area / made[i - 1].edge + density(made[i - 1].edge)));
    for (std::size_t i = 0; i < layers; ++i) {
        const double next = i + 1 < layers ? made[i + 1].edge : 0;
        made[i].inside = next / made[i].edge;
        made[i].low = density(made[i].edge);
        made[i].high = density(next);
    }
    return made;
}

const std::array<Layer, layers> table = makeLayers();

std::size_t layerOf(std::uint32_t word)
{
    return word & (layers - 1);
}

double placeOf(std::uint32_t word) // in (-1, 1), never 0
{
    return (double(std::int32_t(word) >> 7) + 0.5) * 0x1p-24;
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
    const std::size_t blocks = (words.size() - i) / 4;
    philoxBlocks(state.seed, state.position >> 2, state.stream, blocks, words.data() + i);
    i += 4 * blocks;
    state.position += 4 * blocks;
    rng = Rng(state);
    while (i < words.size())
        words[i++] = rng.next32();
}

double atTheEdge(Rng &rng, std::size_t layer, double place)
{
    const Layer &at = table[layer];
    if (layer == 0)
        return std::copysign(fromTail(rng), place);
    const double x = place * at.edge;
    if (at.low + rng.uniform() * (at.high - at.low) < density(x))
        return x;
    const std::uint32_t word = rng.next32();
    const double other = placeOf(word);
    const Layer &drawn = table[layerOf(word)];
    return std::abs(other) < drawn.inside ? other * drawn.edge : atTheEdge(rng, layerOf(word), other);
}

} // namespace ziggurat

// All words first, as if none were on an edge, in loops that compile to vector instructions; those that are
// draw theirs afterwards.
void drawNormals(Rng &rng, std::span<double> normals)
{
    using namespace ziggurat;
    std::array<std::uint32_t, normalsAtOnce> words;
    std::array<double, normalsAtOnce> places, edges, insides;
    const std::size_t size = std::min(normals.size(), words.size());
    drawWords(rng, std::span(words).first(size));
    for (std::size_t i = 0; i < size; ++i) {
        edges[i] = table[layerOf(words[i])].edge;
        insides[i] = table[layerOf(words[i])].inside;
    }
    for (std::size_t i = 0; i < size; ++i) {
        places[i] = placeOf(words[i]);
        normals[i] = places[i] * edges[i];
        insides[i] -= std::abs(places[i]);
    }
    for (std::size_t i = 0; i < size; ++i)
        if (!(insides[i] > 0))
            normals[i] = atTheEdge(rng, layerOf(words[i]), places[i]);
}

} // namespace mutascope
