// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/dataset.h"
#include "core/data/image_decode.h"

// Data sets that show another one in a changed way.
namespace mutascope {

// Images brought to the shape.
std::unique_ptr<Dataset> resizedView(std::unique_ptr<Dataset> data, const ImageShape &shape,
                                     const FitRule &rule);

// Classes under the given names. Throws Error{BadData} where an image is of a class beyond them.
std::unique_ptr<Dataset> namedView(std::unique_ptr<Dataset> data, const std::vector<std::string> &names);

} // namespace mutascope
