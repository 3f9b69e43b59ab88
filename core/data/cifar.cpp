// SPDX-License-Identifier: GPL-3.0-or-later
// The binary versions of CIFAR-10 and CIFAR-100 (Krizhevsky, "The CIFAR-10 dataset"): records of one or two
// label bytes and 3,072 pixel bytes, channel after channel, without a header.
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/data/array_dataset.h"
#include "core/data/byte_reader.h"
#include "core/data/class_names.h"
#include "core/data/folder_check.h"
#include "core/data/readers.h"
#include "core/data/size_check.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope {

namespace {

namespace fs = std::filesystem;

constexpr ImageShape shape{32, 32, 3};
constexpr std::size_t planeSize = 32 * 32;

struct Variant {
    const char *id;
    const char *folder; // what the archive unpacks to
    std::size_t labelBytes; // before the pixels
    std::size_t labelAt; // which of them is read
    int classes;
    const char *nameFile;
    std::vector<std::string> trainFiles, testFiles;
    std::vector<std::string> names; // where there is no file of them
};

Variant cifar10()
{
    return {
        "cifar10",
        "cifar-10-batches-bin",
        1,
        0,
        10,
        "batches.meta.txt",
        {"data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin", "data_batch_5.bin"},
        {"test_batch.bin"},
        {"airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"}};
}

Variant cifar100(bool coarse)
{
    const int classes = coarse ? 20 : 100;
    return {"cifar100",
            "cifar-100-binary",
            2,
            coarse ? std::size_t{0} : std::size_t{1},
            classes,
            coarse ? "coarse_label_names.txt" : "fine_label_names.txt",
            {"train.bin"},
            {"test.bin"},
            numberedNames(classes)};
}

struct Images {
    std::vector<std::uint8_t> pixels;
    std::vector<int> labels;
};

std::vector<fs::path> present(const fs::path &folder, const std::vector<std::string> &names)
{
    std::vector<fs::path> files;
    std::error_code ignored;
    for (const std::string &name : names)
        if (fs::exists(folder / name, ignored))
            files.push_back(folder / name);
    return files;
}

// The folder itself, or the one of the archive's name in it.
fs::path folderOf(const fs::path &path, const Variant &variant)
{
    std::error_code ignored;
    checkFolder(path, "Give the folder that holds the .bin files");
    const bool outside
        = present(path, variant.trainFiles).empty() && present(path, variant.testFiles).empty();
    return outside && fs::is_directory(path / variant.folder, ignored) ? path / variant.folder : path;
}

std::vector<fs::path> filesOf(const fs::path &folder, const std::string &split, const Variant &variant)
{
    const std::vector<std::string> &names = split == "train" ? variant.trainFiles : variant.testFiles;
    std::vector<fs::path> files = present(folder, names);
    if (!files.empty())
        return files;
    std::error_code ignored;
    const bool python = fs::exists(folder / "data_batch_1", ignored) || fs::exists(folder / "train", ignored);
    throw Error(ErrorCode::NotFound,
                fmt::format("the folder '{}' has no {} images: no file '{}'", folder.string(), split,
                            fmt::join(names, "' or '")),
                python ? "Its files are those of the Python version; download the binary version"
                       : "Give the folder of CIFAR's binary version");
}

// Records are not marked: that there is a whole number of them, and each label possible, is all there is to
// check.
std::size_t recordsOf(const ByteReader &reader, std::size_t size, std::size_t recordSize)
{
    if (size == 0 || size % recordSize != 0)
        throw Error(ErrorCode::BadData,
                    fmt::format("'{}' has {} bytes, which is no multiple of the {} bytes of a record",
                                reader.name(), size, recordSize),
                    "The file is cut short or of another kind; copy or download it again");
    return size / recordSize;
}

int labelOf(const ByteReader &reader, std::size_t record, int value, const Variant &variant)
{
    if (value >= variant.classes)
        throw Error(ErrorCode::BadData,
                    fmt::format("'{}': image {} is of class {}, but there are {} classes", reader.name(),
                                record, value, variant.classes),
                    "The file is damaged or of another kind; copy or download it again");
    return value;
}

void addInterleaved(std::span<const std::uint8_t> planes, std::vector<std::uint8_t> &pixels)
{
    const std::size_t begin = pixels.size();
    pixels.resize(begin + shape.size());
    for (std::size_t channel = 0; channel < 3; ++channel)
        for (std::size_t i = 0; i < planeSize; ++i)
            pixels[begin + 3 * i + channel] = planes[channel * planeSize + i];
}

void readFile(const fs::path &file, const Variant &variant, Images &images)
{
    ByteReader reader(file);
    if (reader.compressed())
        throw Error(ErrorCode::BadData, fmt::format("'{}' is a gzip file", file.string()),
                    "Unpack it first, for example with: tar xf");
    checkMemory(reader.name(), reader.largestSize());
    const std::vector<std::uint8_t> bytes = reader.read(std::size_t(reader.largestSize()));
    const std::size_t recordSize = variant.labelBytes + shape.size();
    const std::size_t records = recordsOf(reader, bytes.size(), recordSize);
    images.pixels.reserve(images.pixels.size() + records * shape.size());
    for (std::size_t i = 0; i < records; ++i) {
        const auto record = std::span(bytes).subspan(i * recordSize, recordSize);
        images.labels.push_back(labelOf(reader, i, record[variant.labelAt], variant));
        addInterleaved(record.subspan(variant.labelBytes), images.pixels);
    }
}

std::vector<std::string> namesOf(const fs::path &folder, const Variant &variant)
{
    const fs::path file = folder / variant.nameFile;
    std::error_code ignored;
    if (!fs::exists(file, ignored))
        return variant.names;
    std::vector<std::string> names = readNameFile(file);
    if (names.size() != std::size_t(variant.classes))
        throw Error(ErrorCode::BadData,
                    fmt::format("'{}' names {} classes, but there are {}", file.string(), names.size(),
                                variant.classes),
                    "Correct the file, or remove it");
    return names;
}

std::unique_ptr<Dataset> open(const OpenRequest &request, const Variant &variant)
{
    const fs::path folder = folderOf(request.source.path, variant);
    const std::vector<fs::path> files = filesOf(folder, request.split, variant);
    const std::vector<std::string> names = namesOf(folder, variant);
    Images images;
    for (const fs::path &file : files)
        readFile(file, variant, images);
    DatasetSpec spec{variant.id, shape, variant.classes, names, request.split, folder, sha256OfFiles(files)};
    return std::make_unique<ArrayDataset>(std::move(spec), std::move(images.pixels),
                                          std::move(images.labels));
}

} // namespace

std::unique_ptr<Dataset> openCifar10(const OpenRequest &request)
{
    return open(request, cifar10());
}

std::unique_ptr<Dataset> openCifar100(const OpenRequest &request)
{
    return open(request, cifar100(request.options.text("labels") == "coarse"));
}

} // namespace mutascope
