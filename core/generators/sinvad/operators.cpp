// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/sinvad/operators.h"
#include "core/base/ziggurat.h"
#include <algorithm>
#include <cmath>

namespace mutascope::sinvad {

namespace {

float moved(float value, double change, const Range &range)
{
    return std::clamp(float(value + change), range.low, range.high);
}

} // namespace

Point scattered(const Point &origin, double noise, const Range &range, Rng &rng)
{
    Point point = origin;
    forEachNormal(rng, point.size(),
                  [&](std::size_t i, double normal) { point[i] = moved(point[i], noise * normal, range); });
    return point;
}

Point crossed(const Point &one, const Point &other, Rng &rng)
{
    Point child = one;
    if (child.size() < 2)
        return child;
    const std::size_t place = 1 + rng.below(std::uint32_t(child.size() - 1));
    std::copy(other.begin() + std::ptrdiff_t(place), other.end(), child.begin() + std::ptrdiff_t(place));
    return child;
}

void mutate(Point &point, const Point &origin, double sigma, bool everywhere, const Range &range, Rng &rng)
{
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < point.size(); ++i)
        if (everywhere || point[i] != origin[i])
            places.push_back(i);
    forEachNormal(rng, places.size(), [&](std::size_t i, double normal) {
        float &value = point[places[i]];
        value = moved(value, sigma * normal, range);
    });
}

void reset(Point &point, const Point &origin, double probability, Rng &rng)
{
    for (std::size_t i = 0; i < point.size(); ++i)
        if (point[i] != origin[i] && rng.next32() * 0x1p-32 < probability)
            point[i] = origin[i];
}

double l1Distance(std::span<const float> point, std::span<const float> origin)
{
    double sum = 0;
    for (std::size_t i = 0; i < point.size(); ++i)
        sum += std::abs(double(point[i]) - double(origin[i]));
    return sum;
}

std::size_t changedCoordinates(std::span<const float> point, std::span<const float> origin)
{
    std::size_t changed = 0;
    for (std::size_t i = 0; i < point.size(); ++i)
        changed += point[i] != origin[i];
    return changed;
}

} // namespace mutascope::sinvad
