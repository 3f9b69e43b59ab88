// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/image_source.h"
#include "app/cli/shell.h"
#include "core/base/error.h"
#include "core/run/exporter_files.h"
#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace mutascope::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t batchSize = 256;

std::size_t limited(std::size_t count, std::int64_t limit)
{
    return limit > 0 ? std::min(count, std::size_t(limit)) : count;
}

bool isPng(const fs::path &file)
{
    std::string extension = file.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    return extension == ".png";
}

std::vector<fs::path> pngFiles(const fs::path &folder)
{
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
        if (isPng(entry->path()))
            files.push_back(entry->path());
    if (error)
        throw Error(ErrorCode::NotFound,
                    fmt::format("cannot read the folder '{}': {}", folder.string(), error.message()));
    if (files.empty())
        throw Error(ErrorCode::NotFound, fmt::format("there is no PNG file in '{}'", folder.string()),
                    "Name a folder of PNG images, for example the tests/ of an export");
    std::sort(files.begin(), files.end());
    return files;
}

Image readPng(const fs::path &file, const ImageShape &shape)
{
    Image image;
    try {
        image = decodePng(readWholeFile(file));
    } catch (const Error &error) {
        throw Error(error.code(), fmt::format("'{}': {}", file.string(), error.what()), error.hint());
    }
    if (image.shape != shape)
        throw Error(
            ErrorCode::BadData,
            fmt::format("'{}' is {}, the model takes {}", file.string(), image.shape.text(), shape.text()));
    return image;
}

} // namespace

ImageSource sourceOf(const Dataset &data, std::int64_t limit)
{
    return {data.spec().shape, limited(data.size(), limit),
            [&data](std::size_t index) { return data.sample(index).image; }};
}

ImageSource sourceOf(const fs::path &folder, const ImageShape &shape, std::int64_t limit)
{
    const auto files = std::make_shared<const std::vector<fs::path>>(pngFiles(folder));
    const auto skipped = std::make_shared<std::map<std::size_t, std::string>>();
    const auto read = [files, shape, skipped](std::size_t index) -> std::optional<Image> {
        try {
            return readPng(files->at(index), shape);
        } catch (const Error &error) {
            skipped->emplace(index, error.what());
            return std::nullopt;
        }
    };
    return {shape, limited(files->size(), limit), read, skipped};
}

void forEachBatch(const ImageSource &source, const std::string &phase, RunControl &control,
                  StatusLine &status, const std::function<void(std::size_t first, const ImageBatch &)> &visit)
{
    for (std::size_t first = 0; first < source.count; first += batchSize) {
        if (control.stopRequested())
            throw Interrupted();
        ImageBatch batch(source.shape);
        for (std::size_t i = first; i < std::min(first + batchSize, source.count); ++i)
            if (const std::optional<Image> image = source.image(i))
                batch.append(*image);
        if (!batch.empty())
            visit(first, batch);
        status.update(fmt::format(
            "{}  {}", phase,
            progressBar(double(std::min(first + batchSize, source.count)) / double(source.count))));
    }
    status.clear();
}

} // namespace mutascope::cli
