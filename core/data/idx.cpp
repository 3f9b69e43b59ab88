// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/data/array_dataset.h"
#include "core/data/class_names.h"
#include "core/data/folder_check.h"
#include "core/data/idx_header.h"
#include "core/data/split.h"
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <new>

namespace mutascope {

namespace {

namespace fs = std::filesystem;

struct IdxContents {
    IdxHeader header;
    std::vector<std::uint8_t> values;
};

std::vector<std::uint8_t> readToMemory(ByteReader &reader, std::uint64_t size)
{
    try {
        return reader.read(size);
    } catch (const std::bad_alloc &) {
        throw Error(
            ErrorCode::Unsupported,
            fmt::format("'{}' does not fit into memory: it has {} bytes", reader.file().string(), size),
            "Close other programs or use a smaller data set");
    }
}

// The values after the header: as many as it promised, and nothing behind them.
std::vector<std::uint8_t> readValues(ByteReader &reader, std::uint64_t size)
{
    std::vector<std::uint8_t> values = readToMemory(reader, size);
    if (values.size() < size)
        throw Error(ErrorCode::BadData,
                    fmt::format("'{}' is cut short: its header promises {} values, there are {}",
                                reader.file().string(), size, values.size()),
                    "Copy or download the file again");
    if (!reader.read(1).empty())
        throw Error(ErrorCode::BadData,
                    fmt::format("'{}' goes on after the {} values that its header promises",
                                reader.file().string(), size),
                    "The file is damaged or its header is wrong; copy or download it again");
    return values;
}

IdxContents readImages(const fs::path &file)
{
    ByteReader reader(file);
    const IdxHeader header = readImagesHeader(reader);
    return {header, readValues(reader, header.count * header.shape.size())};
}

IdxContents readLabels(const fs::path &file)
{
    ByteReader reader(file);
    const IdxHeader header = readLabelsHeader(reader);
    return {header, readValues(reader, header.count)};
}

std::unique_ptr<Dataset> load(const fs::path &imagesFile, const fs::path &labelsFile,
                              const std::string &split, const fs::path &source)
{
    IdxContents labels = readLabels(labelsFile); // the small file first
    IdxContents images = readImages(imagesFile);
    if (images.header.count != labels.header.count)
        throw Error(ErrorCode::BadData,
                    fmt::format("'{}' has {} images, but '{}' has {} labels", imagesFile.string(),
                                images.header.count, labelsFile.string(), labels.header.count),
                    "Give the two files of the same split");
    const int classes = *std::max_element(labels.values.begin(), labels.values.end()) + 1;
    const std::array<fs::path, 2> files = {imagesFile, labelsFile};
    DatasetSpec spec{"idx",  images.header.shape, classes, numberedNames(classes), split,
                     source, sha256OfFiles(files)};
    return std::make_unique<ArrayDataset>(std::move(spec), std::move(images.values),
                                          std::vector<int>(labels.values.begin(), labels.values.end()));
}

// content: "images-idx3" or "labels-idx1". A file goes before a folder of the name, which some archives
// unpack to, plain before compressed.
fs::path findFile(const fs::path &folder, const std::string &split, const std::string &content)
{
    const std::string prefix = split == "train" ? "train" : "t10k";
    const std::string dashed = prefix + "-" + content + "-ubyte";
    std::string dotted = dashed;
    dotted[dotted.rfind("-idx")] = '.';
    const std::array<fs::path, 4> candidates
        = {folder / dashed, folder / dotted, folder / (dashed + ".gz"), folder / (dotted + ".gz")};
    std::error_code ignored;
    for (const fs::path &file : candidates)
        if (fs::exists(file, ignored) && !fs::is_directory(file, ignored))
            return file;
    for (const fs::path &file : candidates)
        if (fs::exists(file, ignored))
            return file; // a folder: reading it says so
    throw Error(ErrorCode::NotFound,
                fmt::format("the folder '{}' has no file '{}' or '{}', plain or .gz", folder.string(), dashed,
                            dotted),
                fmt::format("Give the folder that holds the IDX files of the {} split", split));
}

} // namespace

std::unique_ptr<Dataset> openIdx(const fs::path &folder, const std::string &split)
{
    checkSplit(split);
    checkFolder(folder, "Give the folder that holds the IDX files");
    const fs::path images = findFile(folder, split, "images-idx3");
    const fs::path labels = findFile(folder, split, "labels-idx1");
    return load(images, labels, split, folder);
}

std::unique_ptr<Dataset> openIdxFiles(const fs::path &images, const fs::path &labels,
                                      const std::string &split)
{
    checkSplit(split);
    return load(images, labels, split, images);
}

} // namespace mutascope
