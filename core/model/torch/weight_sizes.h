// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/torch/archive_check.h"
#include <vector>

namespace torch::jit {
struct Module;
}

namespace mutascope {

// Whether each weight is as long as the parts of the archive it may come from: LibTorch takes a tensor's size
// from its description and would read beyond a part that is shorter.
bool weightsAreWhole(const torch::jit::Module &module, const std::vector<ZipEntry> &parts);

} // namespace mutascope
