// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"

namespace mutascope {

// The images as a network of that input shape takes them: grey ones get three equal channels, colour ones
// become their luma; each side is stretched to the network's, bilinearly where no side shrinks, by the mean
// over the area where one does. Images of the shape come back as they are.
ImageBatch fittedTo(const ImageShape &shape, const ImageBatch &images);

} // namespace mutascope
