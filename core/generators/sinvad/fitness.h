// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/model.h"
#include <span>

namespace mutascope::sinvad {

// Smaller is better; whatever reached the goal is better than what did not.
struct Fitness {
    bool reached = false;
    double value = 0; // margin or 999 before the goal, distance behind it; of surprise: the difference
};
bool operator<(const Fitness &one, const Fitness &other);

// Of a decoded image: where it comes from and where it is to go.
struct Subject {
    int label = 0; // the seed's
    int target = -1; // of a targeted search
    double distance = 0; // L1 from the seed's point
};

// Value of what did not reach the goal, in the published fitness.
inline constexpr double farAway = 999;

// How far the score of a class is above the best other one's.
double marginOf(std::span<const float> scores, int cls);
// Logits, or logarithms of probabilities where a model gives those.
Predictions asScores(Predictions predictions);
// 1 - (p1 - p2), the two largest probabilities; 1 where there are fewer.
double indecisionOf(std::span<const float> probabilities);

// Of row `row` of scores.
Fitness boundaryFitness(const Predictions &scores, std::size_t row, const Subject &subject, bool smooth);
Fitness targetedFitness(const Predictions &scores, std::size_t row, const Subject &subject, bool smooth);
// The tested model is to reject the label, the other to keep it.
Fitness differentialFitness(const Predictions &tested, const Predictions &other, std::size_t row,
                            const Subject &subject, bool smooth);
// Reached within a hundredth of the target.
Fitness surpriseFitness(double surprise, double target);

} // namespace mutascope::sinvad
