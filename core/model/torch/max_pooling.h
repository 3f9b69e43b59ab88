// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/core/symbol.h>

namespace mutascope {

// "mutascope::max_pool2d", with the arguments of aten::max_pool2d and the same result, bit by bit. Where
// nothing is differentiated it is the maximum of shifted views: LibTorch's kernel compares value by value to
// keep the places of the maxima, which only a backward needs, and takes two to ten times as long
// (docs/performance.md). The operator is registered at the first call.
c10::Symbol maxPoolingSymbol();

} // namespace mutascope
