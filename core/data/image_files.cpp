// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/image_files.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/base/param_builders.h"
#include "core/data/array_dataset.h"
#include "core/data/class_names.h"
#include "core/data/image_cache.h"
#include "core/data/image_inspection.h"
#include "core/data/subset.h"
#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>

namespace mutascope {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t cacheBytes = 64 << 20;

class ImageFilesDataset : public Dataset {
public:
    ImageFilesDataset(DatasetSpec spec, std::vector<ImageFile> files, const FitRule &rule)
        : m_spec(std::move(spec)), m_files(std::move(files)), m_rule(rule), m_cache(cacheBytes)
    {
    }

    const DatasetSpec &spec() const override { return m_spec; }
    std::size_t size() const override { return m_files.size(); }

    Sample sample(std::size_t index) const override
    {
        const int itsLabel = label(index);
        if (std::optional<Image> known = m_cache.find(index))
            return {std::move(*known), itsLabel};
        Sample out{read(m_files[index]), itsLabel};
        m_cache.add(index, out.image);
        return out;
    }

    int label(std::size_t index) const override
    {
        checkIndex(index, m_files.size(), m_spec);
        return m_files[index].label;
    }

private:
    Image read(const ImageFile &file) const
    {
        try {
            return fitImage(decodeImage(readImageFile(file.file)), m_spec.shape, m_rule);
        } catch (const Error &error) {
            throw Error(error.code(),
                        fmt::format("the image '{}' cannot be read: {}", file.file.string(), error.what()),
                        error.hint());
        }
    }

    DatasetSpec m_spec;
    std::vector<ImageFile> m_files;
    FitRule m_rule;
    mutable ImageCache m_cache;
};

std::string lowerExtension(const fs::path &file)
{
    std::string ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return char(std::tolower(c)); });
    return ending;
}

std::vector<ImageFile> chosen(std::vector<ImageFile> files, const ParamSet &options)
{
    std::vector<int> labels;
    labels.reserve(files.size());
    for (const ImageFile &file : files)
        labels.push_back(file.label);
    std::vector<ImageFile> out;
    for (const std::size_t image : chosenImages(labels, options))
        out.push_back(std::move(files[image]));
    return out;
}

// The files that can be read, and what was found about them.
struct Usable {
    std::vector<ImageFile> files;
    std::vector<ImageInspection> found;
};

Usable usable(std::vector<ImageFile> files, bool decode, std::vector<SkippedItem> &skipped)
{
    std::vector<ImageInspection> found = inspectImages(files, decode);
    Usable out;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (!found[i].why.empty()) {
            skipped.push_back({asUtf8(files[i].name), found[i].why});
            continue;
        }
        out.files.push_back(std::move(files[i]));
        out.found.push_back(std::move(found[i]));
    }
    return out;
}

// The most frequent size, the larger of two such; grey where all images are.
ImageShape commonShape(const std::vector<ImageInspection> &found)
{
    std::map<std::array<int, 2>, std::size_t> counts;
    for (const ImageInspection &image : found)
        ++counts[{image.height, image.width}];
    const auto best = std::max_element(counts.begin(), counts.end(),
                                       [](const auto &a, const auto &b) { return a.second <= b.second; });
    const bool grey
        = std::all_of(found.begin(), found.end(), [](const ImageInspection &image) { return image.grey; });
    return {best->first[0], best->first[1], grey ? 1 : 3};
}

std::string hashOf(const Usable &usable)
{
    std::string text;
    for (std::size_t i = 0; i < usable.files.size(); ++i)
        text
            += fmt::format("{} {} {}\n", usable.found[i].sha256, usable.files[i].label, usable.files[i].name);
    return sha256(text);
}

[[noreturn]] void throwNoneUsable(const OpenRequest &request, const std::vector<SkippedItem> &skipped)
{
    const std::string source = request.source.path.string();
    if (skipped.empty())
        throw Error(ErrorCode::BadData, fmt::format("'{}' has no {} images", source, request.split),
                    "Images are PNG, JPEG, BMP or WebP files");
    throw Error(ErrorCode::BadData,
                fmt::format("none of the {} {} images of '{}' can be read; '{}': {}", skipped.size(),
                            request.split, source, skipped.front().name, skipped.front().why),
                "Check the files: they may be damaged or of another kind");
}

} // namespace

std::vector<ParamSpec> imageFileOptions()
{
    return {
        choiceParam("resize", {"center-crop", "stretch"},
                    {"Size", "ours",
                     "How images get the model's size: the largest centred part of its proportions, or the "
                     "whole image out of proportion"}),
        realParam("crop-fraction", 1, 0.1, 1,
                  {"Size", "torchvision's evaluation transforms",
                   "Share of the sides of that part which is kept; 0.875 shows what resizing to 256 and "
                   "cropping to 224 does"}),
        realParam("test-fraction", 0.2, 0, 1,
                  {"Split", "ours",
                   "Where the data names no split: share of the images, chosen by their names, that are "
                   "the test split"}),
        booleanParam("decode-check", true,
                     {"Checks", "ours",
                      "Decode each image once when opening, so that damaged ones are left out; otherwise "
                      "only the structure of the files is checked",
                      "", true})};
}

std::unique_ptr<Dataset> openImageFiles(ImageFileList list, const OpenRequest &request)
{
    Usable images = usable(chosen(std::move(list.files), request.options),
                           request.options.boolean("decode-check"), list.skipped);
    if (images.files.empty())
        throwNoneUsable(request, list.skipped);
    const ImageShape &wanted = request.source.shape;
    DatasetSpec spec{request.source.format,
                     wanted.size() > 0 ? wanted : commonShape(images.found),
                     int(list.classNames.size()),
                     std::move(list.classNames),
                     request.split,
                     request.source.path,
                     hashOf(images),
                     std::move(list.skipped)};
    const FitRule rule{request.options.text("resize") == "stretch", request.options.real("crop-fraction")};
    return std::make_unique<ImageFilesDataset>(std::move(spec), std::move(images.files), rule);
}

bool isImageName(const fs::path &file)
{
    constexpr std::array<const char *, 5> endings = {".png", ".jpg", ".jpeg", ".bmp", ".webp"};
    return std::find(endings.begin(), endings.end(), lowerExtension(file)) != endings.end();
}

bool isForeignImageName(const fs::path &file)
{
    constexpr std::array<const char *, 12> endings
        = {".gif", ".tif", ".tiff", ".ppm", ".pgm", ".pnm", ".jp2", ".heic", ".avif", ".jxl", ".tga", ".svg"};
    return std::find(endings.begin(), endings.end(), lowerExtension(file)) != endings.end();
}

} // namespace mutascope
