// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <vector>

namespace mutascope {

// Ranks of treatments (generators) without overlap: Scott and Knott, "A Cluster Analysis Method for Grouping
// Means in the Analysis of Variance", Biometrics 1974, with the effect size of Tantithamthavorn et al., "An
// Empirical Comparison of Model Validation Techniques for Defect Prediction Models", TSE 2017 (ESD): the
// means in order are cut in two where the sum of squares between both sides is largest, as long as the
// likelihood ratio test rejects their being alike AND Cohen's d of the values on both sides is not negligible
// (below 0.2); then each side again. samples[treatment]: its repeats, one at least. The result gives each
// treatment its group, 1 the best. Throws Error{Internal} where a sample is empty.
std::vector<int> scottKnott(const std::vector<std::vector<double>> &samples, bool higherIsBetter,
                            double alpha = 0.05);

} // namespace mutascope
