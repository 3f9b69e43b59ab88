// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/image_files.h"

namespace mutascope {

struct ImageInspection {
    std::string why; // it cannot be used; "" where it can
    int height = 0;
    int width = 0;
    bool grey = false; // known where it was decoded
    std::string sha256; // of the file
};

// Looks at each file, in parallel; decode: not at its structure alone. What was found is remembered as long
// as a file stays as it is: a data set is opened several times.
std::vector<ImageInspection> inspectImages(const std::vector<ImageFile> &files, bool decode);

// The bytes of an image file. Throws Error with only the reason.
std::vector<std::uint8_t> readImageFile(const std::filesystem::path &file);

} // namespace mutascope
