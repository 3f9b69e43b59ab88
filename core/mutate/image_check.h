// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"

namespace mutascope {

// Throws Error{BadData} where a mutator cannot work on the image: not grey or RGB, or not as many values as
// its shape says.
void requireDrawable(const Image &image, const std::string &mutator);

} // namespace mutascope
