// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/model/model.h"
#include <ATen/Parallel.h>
#include <fmt/format.h>

namespace mutascope {

void setModelThreads(int threads)
{
    if (threads < 1)
        throw Error(ErrorCode::Usage,
                    fmt::format("the number of threads must be at least 1, got {}", threads));
    at::set_num_threads(threads);
}

} // namespace mutascope
