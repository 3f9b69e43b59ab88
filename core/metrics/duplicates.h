// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/metric.h"
#include <cstddef>
#include <vector>

namespace mutascope {

// Which tests repeat an earlier one.
struct DuplicateGroups {
    std::vector<std::size_t> original; // of each test; itself where it repeats none
    std::vector<std::size_t> kept() const; // the originals, ascending
};

// Images of the same pixels.
DuplicateGroups equalImages(const ImageBatch &images);

// Deep features, each row divided by its length, that are at most so far apart (0: the same direction, 2:
// opposite): in the order given, a row repeats the nearest original before it that is near enough, and is an
// original where there is none. So a duplicate is near its original, however many there are. Rows that are
// not finite repeat none.
DuplicateGroups nearRows(const FeatureRows &features, double farthest);

} // namespace mutascope
