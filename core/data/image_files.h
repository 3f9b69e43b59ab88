// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/image_decode.h"
#include "core/data/readers.h"

namespace mutascope {

// Data sets whose images are files of their own: decoded when they are asked for, the latest kept.
struct ImageFile {
    std::filesystem::path file;
    std::string name; // relative to the source, with '/'
    int label = 0;
};

struct ImageFileList {
    std::vector<ImageFile> files;
    std::vector<SkippedItem> skipped; // what was no candidate in the first place
    std::vector<std::string> classNames;
};

// The options of a format of image files.
std::vector<ParamSpec> imageFileOptions();

// Leaves out what the subset of the request does, then what cannot be read. Throws Error{BadData} where
// nothing is left.
std::unique_ptr<Dataset> openImageFiles(ImageFileList list, const OpenRequest &request);

// .png and the like, in any case.
bool isImageName(const std::filesystem::path &file);
// An image by its name, but of a kind that is not supported: ".gif".
bool isForeignImageName(const std::filesystem::path &file);

} // namespace mutascope
