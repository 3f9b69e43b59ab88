// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/dataset.h"

namespace mutascope {

// Images begin..end-1 of a data set.
ImageBatch batchOf(const Dataset &data, std::size_t begin, std::size_t end);

// A class by its name, or by its number where the names do not reach that far.
std::string classNameOf(const std::vector<std::string> &names, int label);

} // namespace mutascope
