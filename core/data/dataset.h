// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace mutascope {

// Something of the data that is not among the images, because it could not be read.
struct SkippedItem {
    std::string name; // relative to the source
    std::string why; // "it is cut short"
    bool operator==(const SkippedItem &) const = default;
};

struct DatasetSpec {
    std::string format; // id of a DataFormatInfo: "idx"
    ImageShape shape;
    int classes = 0;
    std::vector<std::string> classNames; // one a class; digits where the data names none
    std::string split; // "train" or "test"
    std::filesystem::path source;
    std::string sha256; // of the files' contents; see docs/data-formats.md
    std::vector<SkippedItem> skipped = {}; // in the order of the data
};

struct Sample {
    Image image;
    int label = 0;
};

// Labelled images. sample() is const, thread-safe, does not touch the disk more than it must.
class Dataset {
public:
    virtual ~Dataset() = default;
    virtual const DatasetSpec &spec() const = 0;
    virtual std::size_t size() const = 0;
    // Throws Error{BadData} on an index out of range or an unreadable image.
    virtual Sample sample(std::size_t index) const = 0;
    virtual int label(std::size_t index) const = 0;
};

// MNIST-style IDX: looks in folder for {train,t10k}-{images-idx3,labels-idx1}-ubyte (also with a dot before
// idx), plain or .gz. Checks magic, counts, truncation and trailing bytes before allocating.
// Throws Error{NotFound|BadData}. split: "train" or "test".
std::unique_ptr<Dataset> openIdx(const std::filesystem::path &folder, const std::string &split);
// The same from two given files.
std::unique_ptr<Dataset> openIdxFiles(const std::filesystem::path &images,
                                      const std::filesystem::path &labels, const std::string &split);

} // namespace mutascope
