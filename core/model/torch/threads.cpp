// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/model/model.h"
#include <ATen/Parallel.h>
#include <dlfcn.h>
#include <fmt/format.h>

namespace mutascope {

namespace {

// OpenBLAS counts for itself: by default as many threads as the machine has processors, and sums that are
// divided otherwise round otherwise, so that the same run would find other tests on another machine. Its idle
// threads spin besides. Looked up by name because any BLAS may stand in its place.
void setMatrixThreads(int threads)
{
    using SetThreads = void (*)(int);
    static const auto set = reinterpret_cast<SetThreads>(::dlsym(RTLD_DEFAULT, "openblas_set_num_threads"));
    if (set)
        set(threads);
}

} // namespace

void setCallerThreads(int threads)
{
    if (threads < 1)
        throw Error(ErrorCode::Usage,
                    fmt::format("the number of threads must be at least 1, got {}", threads));
    at::set_num_threads(threads);
}

void setModelThreads(int threads)
{
    setCallerThreads(threads);
    setMatrixThreads(threads);
}

} // namespace mutascope
