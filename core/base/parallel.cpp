// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.h"
#include <exception>
#include <vector>

namespace mutascope {

void inParallel(std::size_t count, const std::function<void(std::size_t)> &work)
{
    std::vector<std::exception_ptr> failures(count);
    const auto guarded = [&](std::size_t index) {
        try {
            work(index);
        } catch (...) {
            failures[index] = std::current_exception();
        }
    };
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1)
#endif
    for (std::size_t i = 0; i < count; ++i)
        guarded(i);
    for (const std::exception_ptr &failure : failures)
        if (failure)
            std::rethrow_exception(failure);
}

} // namespace mutascope
