// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/sinvad/fitness.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace mutascope::sinvad {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr float leastProbability = 1e-12f; // keeps logarithms finite
constexpr double tolerance = 0.01; // of a surprise, relative

Fitness valued(bool reached, double value)
{
    return {reached, std::isnan(value) ? infinite : value};
}

// Probability of a class, from logits or their like.
double probabilityOf(const Predictions &scores, std::size_t row, int cls)
{
    const auto values = scores.row(row);
    const double largest = *std::ranges::max_element(values);
    double sum = 0;
    for (const float value : values)
        sum += std::exp(double(value) - largest);
    return std::exp(double(values[std::size_t(cls)]) - largest) / sum;
}

} // namespace

bool operator<(const Fitness &one, const Fitness &other)
{
    return one.reached != other.reached ? one.reached : one.value < other.value;
}

double marginOf(std::span<const float> scores, int cls)
{
    double best = -infinite;
    for (std::size_t i = 0; i < scores.size(); ++i)
        if (i != std::size_t(cls))
            best = std::max(best, double(scores[i]));
    return double(scores[std::size_t(cls)]) - best;
}

Predictions asScores(Predictions predictions)
{
    if (predictions.probabilities)
        for (float &value : predictions.outputs)
            value = std::log(std::max(value, leastProbability));
    return predictions;
}

double indecisionOf(std::span<const float> probabilities)
{
    double first = 0;
    double second = 0;
    for (const double value : probabilities)
        if (value > first)
            second = std::exchange(first, value);
        else
            second = std::max(second, value);
    return 1 - (first - second);
}

Fitness boundaryFitness(const Predictions &scores, std::size_t row, const Subject &subject, bool smooth)
{
    if (scores.predicted(row) != subject.label)
        return {true, subject.distance};
    return valued(false, smooth ? marginOf(scores.row(row), subject.label) : farAway);
}

Fitness targetedFitness(const Predictions &scores, std::size_t row, const Subject &subject, bool smooth)
{
    if (scores.predicted(row) == subject.target)
        return {true, subject.distance};
    return valued(false, smooth ? -marginOf(scores.row(row), subject.target) : farAway);
}

Fitness differentialFitness(const Predictions &tested, const Predictions &other, std::size_t row,
                            const Subject &subject, bool smooth)
{
    const int label = subject.label;
    if (tested.predicted(row) != label && other.predicted(row) == label) {
        const double lead = probabilityOf(tested, row, label) - probabilityOf(other, row, label);
        return {true, smooth ? subject.distance : subject.distance * (2 + lead)};
    }
    const double rejected = std::max(0.0, marginOf(tested.row(row), label));
    const double lost = std::max(0.0, -marginOf(other.row(row), label));
    return valued(false, smooth ? rejected + lost : farAway);
}

Fitness surpriseFitness(double surprise, double target)
{
    const double difference = std::abs(surprise - target);
    return valued(difference <= tolerance * std::max(1.0, std::abs(target)), difference);
}

} // namespace mutascope::sinvad
