// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/generator.h"

namespace mutascope {

// Seeds moved so that suspicious neurons become more active; Eniser, Gerasimou and Sen, "DeepFault: Fault
// Localization for Deep Neural Networks", FASE 2019.
GeneratorInfo deepFaultInfo();

} // namespace mutascope
