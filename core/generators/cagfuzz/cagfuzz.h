// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/generator.h"

namespace mutascope {

GeneratorInfo cagFuzzInfo();

} // namespace mutascope
