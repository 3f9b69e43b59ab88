// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/version.h"
#include <torch/version.h>

namespace mutascope {

namespace {

// Raised whenever the same model gives other bits. 2: the matrix library uses the threads of the run.
constexpr const char *usage = "2";

} // namespace

std::string torchVersion()
{
    return TORCH_VERSION;
}

std::string modelArithmetic()
{
    return torchVersion() + " " + usage;
}

} // namespace mutascope
