// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/version.h"
#include <torch/version.h>

namespace mutascope {

std::string torchVersion()
{
    return TORCH_VERSION;
}

} // namespace mutascope
