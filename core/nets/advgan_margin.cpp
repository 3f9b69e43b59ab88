// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/advgan_margin.h"
#include <algorithm>
#include <cmath>

namespace mutascope {

namespace {

constexpr float leastProbability = 1e-30f; // its logarithm and reciprocal are finite

double logitOf(float output, bool probabilities)
{
    return probabilities ? std::log(std::max(output, leastProbability)) : output;
}

// d logit / d output
double slopeOf(float output, bool probabilities)
{
    return probabilities ? 1.0 / std::max(output, leastProbability) : 1.0;
}

std::size_t largestBut(std::span<const float> row, std::size_t left)
{
    std::size_t best = left == 0 ? 1 : 0;
    for (std::size_t i = best + 1; i < row.size(); ++i)
        if (i != left && row[i] > row[best])
            best = i;
    return best;
}

} // namespace

bool isAttacked(const AttackGoal &goal, int label)
{
    return label != goal.target;
}

MarginLoss::MarginLoss(const AttackGoal &goal, std::span<const int> labels)
    : m_goal(goal), m_labels(labels),
      m_attacked(std::size_t(
          std::count_if(labels.begin(), labels.end(), [&](int label) { return isAttacked(goal, label); })))
{
}

std::vector<float> MarginLoss::add(const Predictions &outputs, std::size_t first)
{
    std::vector<float> weights(outputs.outputs.size());
    for (std::size_t i = 0; i < outputs.count; ++i) {
        const int label = m_labels[first + i];
        if (!isAttacked(m_goal, label))
            continue;
        const auto row = outputs.row(i);
        const bool targeted = m_goal.target >= 0;
        const auto kept = std::size_t(targeted ? m_goal.target : label);
        const std::size_t rival = largestBut(row, kept);
        const std::size_t down = targeted ? rival : kept;
        const std::size_t up = targeted ? kept : rival;
        const double margin
            = logitOf(row[down], outputs.probabilities) - logitOf(row[up], outputs.probabilities);
        const int predicted = outputs.predicted(i);
        m_fooled += targeted ? predicted == m_goal.target : predicted != label;
        m_sum += margin > -m_goal.kappa || std::isnan(margin) ? margin : -m_goal.kappa;
        if (margin <= -m_goal.kappa)
            continue;
        float *weight = weights.data() + i * row.size();
        weight[down] = float(slopeOf(row[down], outputs.probabilities) / double(m_attacked));
        weight[up] = float(-slopeOf(row[up], outputs.probabilities) / double(m_attacked));
    }
    return weights;
}

} // namespace mutascope
