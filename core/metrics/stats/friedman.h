// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

// Several treatments (generators) measured on the same blocks (models, data sets, repeats with the same
// seeds): Demsar, "Statistical Comparisons of Classifiers over Multiple Data Sets", JMLR 2006.
namespace mutascope {

struct Friedman {
    std::vector<double> meanRanks; // of each treatment; 1 is best
    double chiSquared = 0; // corrected for ties
    double p = 1; // of all treatments being alike
    // Nemenyi: treatments whose mean ranks differ by at least that much differ.
    double criticalDifference = 0;
};

// scores[block][treatment]. Nothing with fewer than 2 blocks or 2 treatments. Throws Error{Internal} where
// the blocks differ in length.
std::optional<Friedman> friedman(const std::vector<std::vector<double>> &scores, bool higherIsBetter,
                                 double alpha = 0.05);

// The bars of a critical difference diagram: largest sets of treatments none of which differ, each as
// indices from the best rank to the worst. A treatment that differs from all others is in none.
std::vector<std::vector<std::size_t>> indistinct(std::span<const double> meanRanks,
                                                 double criticalDifference);

} // namespace mutascope
