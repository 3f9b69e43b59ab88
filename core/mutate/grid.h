// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <string>
#include <vector>

namespace mutascope {

// What the values of one mutator may be.
struct GridRule {
    const char *mutator = "";
    double minimum = 0; // inclusive
    double maximum = 0;
    bool whole = false;

    bool allows(double value) const;
    std::string text() const; // "whole numbers from 1 to 9"
};

// The values of a grid: "first:last:step" (last included when a step lands on it) or "a,b,c". Never empty.
// Throws Error{Usage}.
std::vector<double> parseGrid(const GridRule &rule, const std::string &text);

} // namespace mutascope
