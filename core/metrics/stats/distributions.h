// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Tails of the distributions that the tests need; the standard library has none of them.
namespace mutascope {

// P(Z >= z) of a standard normal Z.
double normalUpperTail(double z);
// P(X >= x) of chi-squared with that many degrees of freedom, > 0 and not necessarily whole.
double chiSquaredUpperTail(double x, double freedom);
// P(Q >= q): Q is the range of that many (>= 2) independent standard normals, the studentized range with
// infinitely many degrees of freedom.
double normalRangeUpperTail(double q, int count);
// The q with normalRangeUpperTail(q, count) = tail, 0 < tail < 1.
double normalRangeQuantile(double tail, int count);

} // namespace mutascope
