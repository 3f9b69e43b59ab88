// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace mutascope {

// Makes LibTorch keep the memory of freed tensors for the next ones. A batch's layers are megabytes each;
// malloc returns such blocks to the system, and getting and clearing their pages anew for every layer of
// every batch costs as much time as the arithmetic of a small network. Idempotent and thread-safe.
void keepTensorMemory();

} // namespace mutascope
