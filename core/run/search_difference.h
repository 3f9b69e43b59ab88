// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/search/search_history.h"

namespace mutascope {

// The first thing in which a search that was made again differs from the stored one, in words; "" where they
// are the same to the last bit.
std::string firstDifference(const SearchHistory &stored, const SearchHistory &again);

} // namespace mutascope
