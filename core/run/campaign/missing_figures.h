// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/campaign/assessment_table.h"

namespace mutascope {

// Figures that repeats of some generators lack for one reason.
struct MissingFigures {
    std::vector<std::string> generators; // ids, in the plan's order
    bool everyGenerator = false;
    std::string why;
    std::vector<Figure> figures; // in the comparisons' order
    bool everyFigure = false; // all that are compared
};

// Of the figures that are compared. Reasons that differ in nothing but how many there were are one: "needs 5
// failing tests, has 1 to 4".
std::vector<MissingFigures> missingFigures(const std::vector<Comparison> &comparisons);

} // namespace mutascope
