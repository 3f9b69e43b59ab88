// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <functional>

namespace mutascope {

// Calls work(0) ... work(count - 1), spread over as many threads as the tensor library has in the calling
// thread (the same pool, so that none is left spinning). Calls must not touch what others write; which thread
// makes which is not fixed, so results must not depend on it. The exception of the lowest index is thrown
// when all have ended.
void inParallel(std::size_t count, const std::function<void(std::size_t)> &work);

} // namespace mutascope
