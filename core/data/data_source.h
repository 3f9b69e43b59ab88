// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/param_spec.h"
#include "core/data/dataset.h"

// One way to every data set, whatever its format. docs/data-formats.md describes the formats.
namespace mutascope {

struct DataFormatInfo {
    std::string id; // "cifar10"
    std::string summary; // one sentence
    std::vector<ParamSpec> options;
};

const std::vector<DataFormatInfo> &dataFormats();
// Throws Error{Usage} with the nearest known one.
const DataFormatInfo &dataFormat(const std::string &id);

struct DataSource {
    std::string format; // "": detectFormat(path)
    std::filesystem::path path;
    ImageShape shape = {}; // what the model takes; all 0: as the data is
    std::vector<std::string> classNames = {}; // empty: those of the data
    std::map<std::string, ParamValue> options = {}; // of the format; the rest have their defaults
};

// split: "train" or "test". Throws Error{Usage|NotFound|BadData|Unsupported|Io}.
std::unique_ptr<Dataset> openDataset(const DataSource &source, const std::string &split);

// The id of the format, from names and first bytes. Throws Error that says what was looked for.
std::string detectFormat(const std::filesystem::path &path);

} // namespace mutascope
