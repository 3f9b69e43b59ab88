// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/generator.h"

namespace mutascope {

// Seed, parent, mutation and image of each, in the same order.
void expectSame(const std::vector<Candidate> &a, const std::vector<Candidate> &b);

} // namespace mutascope
