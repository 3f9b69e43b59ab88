// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <string>

namespace mutascope {

struct ImageFileInfo {
    std::string kind; // "PNG", "JPEG", "BMP" or "WebP"
    int width = 0; // as stored: a note in the file may turn the image
    int height = 0;
};

// Looks at an image file's structure without decoding it: decoders allocate what a header says, and some fill
// up what is missing without a word. Throws Error{BadData} with only the reason: "it is cut short".
ImageFileInfo checkImageFile(std::span<const std::uint8_t> bytes);

} // namespace mutascope
