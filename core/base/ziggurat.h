// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/rng.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

// Standard normal numbers for those who need thousands: a word, a comparison and a product each, where
// Rng::normal() takes a logarithm and a cosine. Marsaglia and Tsang, The Ziggurat Method for Generating
// Random Variables, Journal of Statistical Software 5(8), 2000, in the form of Doornik, An Improved Ziggurat
// Method to Generate Normal Random Samples, 2005: layer and place come from different bits of the word.
namespace mutascope {

namespace ziggurat {

inline constexpr std::size_t layers = 128;

struct Tables {
    std::array<double, layers + 1>
        edge{}; // where a layer ends; of the lowest: as wide as its area with the tail
    std::array<double, layers> inside{}; // share of a layer that is below the curve over its whole height
};
extern const Tables tables;

// What lies across the curve's edge, 1.2 % of the words.
double atTheEdge(Rng &rng, std::size_t layer, double place);

// What a call of next32() a word would give, sooner.
void drawWords(Rng &rng, std::span<std::uint32_t> words);

} // namespace ziggurat

// Of a word drawn from rng, and of a few more where it falls on the edge. 25 bits of resolution.
inline double normalOf(std::uint32_t word, Rng &rng)
{
    const std::size_t layer = word & (ziggurat::layers - 1);
    const double place = (double(std::int32_t(word) >> 7) + 0.5) * 0x1p-24; // in (-1, 1), never 0
    if (std::abs(place) < ziggurat::tables.inside[layer])
        return place * ziggurat::tables.edge[layer];
    return ziggurat::atTheEdge(rng, layer, place);
}

// use(i, normal) for every i below count. Words are drawn in blocks.
template <typename Use> void forEachNormal(Rng &rng, std::size_t count, Use use)
{
    std::array<std::uint32_t, 64> words;
    for (std::size_t first = 0; first < count; first += words.size()) {
        const std::span<std::uint32_t> block = std::span(words).first(std::min(words.size(), count - first));
        ziggurat::drawWords(rng, block);
        for (std::size_t i = 0; i < block.size(); ++i)
            use(first + i, normalOf(block[i], rng));
    }
}

} // namespace mutascope
