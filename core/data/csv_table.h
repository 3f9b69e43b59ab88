// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/param_spec.h"
#include <filesystem>
#include <string>
#include <vector>

namespace mutascope {

// What a CSV file says about one image.
struct CsvImage {
    std::string image;
    std::string label;
    std::string split; // "train", "test", "val"; "" where the file says nothing
};

// Reads the columns image, label and, if there is one, split: by the names in the first row, or where that
// row names none, in this order. Throws Error{BadData|NotFound|Unsupported}.
std::vector<CsvImage> readCsvTable(const std::filesystem::path &file, const ParamSet &options);

} // namespace mutascope
