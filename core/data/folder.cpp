// SPDX-License-Identifier: GPL-3.0-or-later
// Image folders: one sub-folder a class, perhaps within train/ and test/ (or val/), as torchvision's
// ImageFolder and Keras read them.
#include "core/base/error.h"
#include "core/data/class_name_check.h"
#include "core/data/class_names.h"
#include "core/data/folder_check.h"
#include "core/data/folder_scan.h"
#include "core/data/image_files.h"
#include "core/data/readers.h"
#include "core/data/split.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void throwNoClasses(const fs::path &folder)
{
    throw Error(ErrorCode::BadData,
                fmt::format("the folder '{}' has no sub-folders: one a class is expected", folder.string()),
                "Put the images of each class into a folder of the class's name, or give a CSV file");
}

// The folders of classes of the split, and of all splits.
struct Places {
    fs::path folder;
    std::vector<fs::path> all;
    bool divided = false; // the folder is that of both splits
};

Places placesOf(const fs::path &root, const std::string &split)
{
    const std::map<std::string, fs::path> splits = splitFolders(root);
    if (splits.empty())
        return {root, {root}, true};
    Places places;
    for (const auto &[name, folder] : splits)
        places.all.push_back(folder);
    const auto found = splits.find(split);
    if (found == splits.end())
        throw Error(ErrorCode::NotFound,
                    fmt::format("'{}' has a folder '{}', but none of the {} images", root.string(),
                                places.all.front().filename().string(), split),
                    fmt::format("Add a folder '{}', or give the folder '{}' itself, which is then divided",
                                split, places.all.front().filename().string()));
    places.folder = found->second;
    return places;
}

ClassOrder classesOf(const Places &places, const OpenRequest &request)
{
    std::set<std::string> found;
    for (const fs::path &folder : places.all)
        for (const fs::path &one : subFolders(folder))
            found.insert(asLine(one.filename().string()));
    if (found.empty())
        throwNoClasses(places.folder);
    if (found.size() > std::size_t(mostClasses))
        throw Error(ErrorCode::Unsupported,
                    fmt::format("the folder '{}' has {} sub-folders; at most {} classes are possible",
                                places.folder.string(), found.size(), mostClasses),
                    "Give the folder with one sub-folder a class");
    return orderClasses(found, request.source.classNames, request.source.path.string());
}

void addUnusable(const std::vector<UnusableEntry> &entries, const fs::path &root, ImageFileList &list)
{
    for (const UnusableEntry &entry : entries)
        list.skipped.push_back({asUtf8(entry.path.lexically_relative(root).generic_string()), entry.why});
}

// The images of one class, sorted by name.
void addClass(const fs::path &folder, int label, const fs::path &root, ImageFileList &list)
{
    const FolderContent content = contentBelow(folder);
    addUnusable(content.unusable, root, list);
    for (const fs::path &file : content.files) {
        const std::string name = file.lexically_relative(root).generic_string();
        if (isImageName(file))
            list.files.push_back({file, name, label});
        else if (isForeignImageName(file))
            list.skipped.push_back({asUtf8(name), "its kind is not supported: use PNG, JPEG, BMP or WebP"});
    }
}

ImageFileList imagesOf(const Places &places, const ClassOrder &classes, const fs::path &root)
{
    ImageFileList list;
    list.classNames = classes.names;
    const std::map<std::string, int> numbers = classes.classes();
    addUnusable(unusableIn(places.folder), root, list);
    for (const fs::path &folder : subFolders(places.folder))
        addClass(folder, numbers.at(asLine(folder.filename().string())), root, list);
    return list;
}

void divide(ImageFileList &list, const OpenRequest &request)
{
    const double fraction = request.options.real("test-fraction");
    const std::size_t before = list.files.size();
    std::erase_if(list.files, [&](const ImageFile &file) {
        return isTestItem(file.name, fraction) != (request.split == "test");
    });
    if (list.files.empty() && before > 0)
        throwEmptySplit(request.source.path.string(), request.split, before, fraction);
}

} // namespace

std::unique_ptr<Dataset> openImageFolder(const OpenRequest &request)
{
    const fs::path &root = request.source.path;
    checkFolder(root, "Give the folder with one sub-folder a class");
    const Places places = placesOf(root, request.split);
    ImageFileList list = imagesOf(places, classesOf(places, request), root);
    if (places.divided)
        divide(list, request);
    return openImageFiles(std::move(list), request);
}

} // namespace mutascope
