// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include "core/base/rng.h"

namespace mutascope {

// An image that shows nothing, whoever looks: by number black, noise, a seed with its pixels in random order
// (which keeps its colours), then noise and disorder in turn. The same for the same arguments.
Image invalidImage(std::size_t number, const Image &seed, Rng rng);

} // namespace mutascope
