// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <optional>
#include <span>

namespace mutascope {

// Vargha and Delaney, "A Critique and Improvement of the CL Common Language Effect Size Statistics of McGraw
// and Wong", JEBS 2000.
enum class EffectSize { Negligible, Small, Medium, Large };
const char *effectName(EffectSize size); // "negligible" "small" "medium" "large"

// How likely a value of the first sample is larger than one of the second, equal ones counting half: 0.5
// where neither is. Nothing where a sample is empty.
std::optional<double> a12(std::span<const double> first, std::span<const double> second);
// By the distance from 0.5: from 0.06 on small, from 0.14 medium, from 0.21 large.
EffectSize effectOf(double a12);

} // namespace mutascope
