// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/mutate/mutator.h"
#include <span>

// TensorFuzz's noise (Odena, Olsson, Andersen and Goodfellow, ICML 2019): normal, independent for each value.
namespace mutascope::gaussian {

// One draw, added to whatever image the mutation is applied to.
Mutation mutation(double sigma, std::uint64_t noiseSeed);

// A mutation of the oldest ancestor: draws one after the other, their sum never more than clip away from it.
// It holds them all, because what clipping did to a descendant cannot be told from its parent's image alone.
Mutation clippedMutation(double sigma, double clip, std::span<const std::uint32_t> draws);

// The next step of clippedMutation: image, which has the ancestor's shape, with one more draw.
Image clippedStep(const Image &ancestor, const Image &image, double sigma, double clip, std::uint32_t draw);

} // namespace mutascope::gaussian
