// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/model.h"
#include <span>
#include <vector>

// The adversarial loss of AdvGAN: the margin by which a classifier still holds on to an image's class.
namespace mutascope {

struct AttackGoal {
    int target = -1; // the class images are to be taken for; -1: any but their own
    double kappa = 0; // logits by which the wrong class is to lead
};

// Whether an image of that class is attacked: one of the target's class has nothing to reach.
bool isAttacked(const AttackGoal &goal, int label);

// What the outputs of a batch's perturbed images come to. Rows of one batch may be added in portions.
class MarginLoss {
public:
    // labels outlives it.
    MarginLoss(const AttackGoal &goal, std::span<const int> labels);

    // The outputs of images first, first + 1 ... of the batch; returns d value() / d output, row by row.
    // Where a model gives probabilities, their logarithms stand for the logits, from which they differ by one
    // number an image: a margin is the same, and does not vanish where a model is sure.
    std::vector<float> add(const Predictions &outputs, std::size_t first);

    // Mean of max(margin, -kappa) over the attacked images; 0 without one.
    double value() const { return m_attacked == 0 ? 0 : m_sum / double(m_attacked); }
    // Share of the attacked images that are taken for the target, or for another class than their own.
    double success() const { return m_attacked == 0 ? 0 : double(m_fooled) / double(m_attacked); }

private:
    AttackGoal m_goal;
    std::span<const int> m_labels;
    std::size_t m_attacked = 0;
    double m_sum = 0;
    std::size_t m_fooled = 0;
};

} // namespace mutascope
