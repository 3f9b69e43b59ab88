// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <span>

namespace mutascope {

// Mann and Whitney, "On a Test of Whether one of Two Random Variables is Stochastically Larger than the
// Other", Ann. Math. Stat. 1947.
struct MannWhitney {
    double u = 0; // of the first sample: pairs in which its value is the larger; equal ones count half
    double p = 1; // two-sided
    bool exact = false; // p from the distribution of u; otherwise from the normal approximation
};

// Exact where no two values are equal and the smaller sample has at most 8 (the larger 1000); otherwise
// approximated, corrected for ties and continuity: as scipy.stats.mannwhitneyu chooses. Nothing where a
// sample is empty.
std::optional<MannWhitney> mannWhitney(std::span<const double> first, std::span<const double> second);

} // namespace mutascope
