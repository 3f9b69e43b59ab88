// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/data/data_source.h"
#include "core/data/file_kind.h"
#include "core/data/folder_scan.h"
#include "core/data/image_files.h"
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>

namespace mutascope {

namespace {

namespace fs = std::filesystem;

std::string nameOf(const fs::path &path)
{
    return path.filename().string();
}

bool hasFile(const fs::path &folder, std::initializer_list<const char *> names)
{
    std::error_code ignored;
    return std::any_of(names.begin(), names.end(),
                       [&](const char *name) { return fs::exists(folder / name, ignored); });
}

std::vector<std::uint8_t> firstBytes(const fs::path &file)
{
    std::array<char, 6> bytes{};
    std::ifstream stream(file, std::ios::binary);
    stream.read(bytes.data(), bytes.size());
    return {bytes.begin(), bytes.begin() + stream.gcount()};
}

std::string formatOfFile(const fs::path &file)
{
    const std::vector<std::uint8_t> begin = firstBytes(file);
    const std::string kind = fileKind(std::span(begin).first(std::min<std::size_t>(begin.size(), 4)));
    if (kind == "a NumPy array")
        return "npy";
    if (kind == "a zip archive")
        return "npz";
    if (file.extension() == ".csv")
        return "csv";
    const bool idx = kind.starts_with("an IDX file") || nameOf(file).find("-idx") != std::string::npos;
    throw Error(ErrorCode::BadData,
                fmt::format("'{}' is {}, no data set in a single file", file.string(), kind),
                idx || file.extension() == ".bin"
                    ? "Give the folder that it is in"
                    : "Single files can be .npz, .npy or .csv; all other formats are folders");
}

bool looksLikeIdx(const std::vector<fs::path> &files)
{
    return std::any_of(files.begin(), files.end(), [](const fs::path &file) {
        const std::string name = nameOf(file);
        return (name.starts_with("train-") || name.starts_with("t10k-"))
            && (name.find("idx3-ubyte") != std::string::npos || name.find("idx1-ubyte") != std::string::npos);
    });
}

bool hasExtension(const std::vector<fs::path> &files, const char *extension)
{
    return std::any_of(files.begin(), files.end(),
                       [&](const fs::path &file) { return file.extension() == extension; });
}

// Beside folders of images a table may be about something else.
bool namesLabels(const fs::path &file)
{
    std::string line(200, '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(line.data(), std::streamsize(line.size()));
    line = line.substr(0, line.find('\n'));
    return line.find("label") != std::string::npos || line.find("class") != std::string::npos
        || line.find("target") != std::string::npos;
}

// Within a folder of a class, or of a split.
bool hasImages(const fs::path &folder, int depth)
{
    try {
        const std::vector<fs::path> files = filesIn(folder);
        if (std::any_of(files.begin(), files.end(), isImageName))
            return true;
        const std::vector<fs::path> inner = depth > 0 ? subFolders(folder) : std::vector<fs::path>();
        return std::any_of(inner.begin(), inner.end(),
                           [&](const fs::path &one) { return hasImages(one, depth - 1); });
    } catch (const Error &) {
        return false; // it cannot be read: the reader names it, and the other folders tell the format
    }
}

bool hasClassFolders(const fs::path &folder)
{
    const std::vector<fs::path> inner = subFolders(folder);
    return std::any_of(inner.begin(), inner.end(), [](const fs::path &one) { return hasImages(one, 2); });
}

bool isCifar10(const fs::path &folder)
{
    return hasFile(folder,
                   {"data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin",
                    "data_batch_5.bin", "test_batch.bin", "cifar-10-batches-bin"});
}

std::string formatOfFolder(const fs::path &folder)
{
    const std::vector<fs::path> files = filesIn(folder);
    if (looksLikeIdx(files))
        return "idx";
    if (isCifar10(folder))
        return "cifar10";
    if (hasFile(folder, {"train.bin", "test.bin", "cifar-100-binary"}))
        return "cifar100";
    if (hasExtension(files, ".npz"))
        return "npz";
    if (hasExtension(files, ".npy"))
        return "npy";
    const bool classes = hasClassFolders(folder);
    const auto table
        = [&](const fs::path &file) { return file.extension() == ".csv" && (!classes || namesLabels(file)); };
    if (std::any_of(files.begin(), files.end(), table))
        return "csv";
    return classes ? "folder" : "";
}

[[noreturn]] void throwNothing(const fs::path &folder)
{
    const bool python = hasFile(folder, {"data_batch_1", "cifar-10-batches-py", "cifar-100-python"});
    const std::vector<fs::path> files = filesIn(folder);
    const bool loose = std::any_of(files.begin(), files.end(), isImageName);
    throw Error(
        ErrorCode::BadData,
        fmt::format("there is no data set in '{}': looked for IDX files (train-images-idx3-ubyte), CIFAR "
                    "(data_batch_1.bin or train.bin), .npz, .npy and .csv files, and folders of images",
                    folder.string()),
        python      ? "It has the Python version of CIFAR; download the binary version"
            : loose ? "Images lie directly in it: put those of each class into a folder of the class's name"
                    : "Give the folder that holds the data");
}

} // namespace

std::string detectFormat(const fs::path &path)
{
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        throw Error(ErrorCode::NotFound, fmt::format("there is no data at '{}'", path.string()),
                    "Check the path");
    if (!fs::is_directory(path, ignored))
        return formatOfFile(path);
    std::string format = formatOfFolder(path);
    if (format.empty())
        throwNothing(path);
    return format;
}

} // namespace mutascope
