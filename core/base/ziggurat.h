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

// What lies across the curve's edge, 1.2 % of the words: place is where in the layer, in (-1, 1).
double atTheEdge(Rng &rng, std::size_t layer, double place);

// What a call of next32() a word would give, sooner.
void drawWords(Rng &rng, std::span<std::uint32_t> words);

} // namespace ziggurat

inline constexpr std::size_t normalsAtOnce = 64;

// At most normalsAtOnce of them. 25 bits of resolution.
void drawNormals(Rng &rng, std::span<double> normals);

// use(i, normal) for every i below count.
template <typename Use> void forEachNormal(Rng &rng, std::size_t count, Use use)
{
    std::array<double, normalsAtOnce> normals;
    for (std::size_t first = 0; first < count; first += normals.size()) {
        const std::size_t size = std::min(normals.size(), count - first);
        drawNormals(rng, std::span(normals).first(size));
        for (std::size_t i = 0; i < size; ++i)
            use(first + i, normals[i]);
    }
}

} // namespace mutascope
