// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/rng.h"
#include <cstddef>
#include <span>
#include <vector>

// What the genetic algorithm does to points of the latent space. Points have the width of their origin, the
// seed's.
namespace mutascope::sinvad {

using Point = std::vector<float>;

// Where data lies: smallest and largest coordinate of encoded images.
struct Range {
    float low = -4;
    float high = 4;
};

// Normal noise on each coordinate.
Point scattered(const Point &origin, double noise, const Range &range, Rng &rng);
// The one's coordinates before a place, the other's from there; the place leaves at least one to each.
Point crossed(const Point &one, const Point &other, Rng &rng);
// Normal noise on the coordinates that differ from the origin's; everywhere: on all.
void mutate(Point &point, const Point &origin, double sigma, bool everywhere, const Range &range, Rng &rng);
// Each coordinate becomes the origin's again with this probability.
void reset(Point &point, const Point &origin, double probability, Rng &rng);

double l1Distance(std::span<const float> point, std::span<const float> origin); // L1
std::size_t changedCoordinates(std::span<const float> point, std::span<const float> origin);

} // namespace mutascope::sinvad
