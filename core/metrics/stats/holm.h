// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <vector>

namespace mutascope {

// Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scand. J. Stat. 1979: p values of a family
// of tests, adjusted so that comparing each with alpha keeps the chance of any false rejection below it.
// In the order given.
std::vector<double> holmAdjusted(std::span<const double> p);

} // namespace mutascope
