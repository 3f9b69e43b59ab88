// SPDX-License-Identifier: GPL-3.0-or-later
// Data sets of NumPy arrays: a .npz archive, or .npy files in a folder.
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/data/array_dataset.h"
#include "core/data/byte_reader.h"
#include "core/data/class_names.h"
#include "core/data/npy_values.h"
#include "core/data/readers.h"
#include "core/data/split.h"
#include "core/data/subset.h"
#include "core/data/zip_stream.h"
#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace mutascope {

namespace {

namespace fs = std::filesystem;

// The arrays of an archive or a folder, by name (without .npy).
struct ArrayBox {
    fs::path path;
    bool archive = false;
    std::vector<std::string> names; // sorted
    std::vector<ZipEntry> entries; // of an archive

    bool has(const std::string &name) const { return std::binary_search(names.begin(), names.end(), name); }
    fs::path fileOf(const std::string &name) const { return archive ? path : path / (name + ".npy"); }
};

struct ArrayPair {
    std::string images;
    std::string labels;
};

// The arrays of one split, and where the labels of the other one are: both have the same classes.
struct Found {
    ArrayPair pair;
    std::string otherLabels; // "" where there are none
    bool divided = false; // the pair holds both splits
};

constexpr const char *ending = ".npy";

ArrayBox archiveAt(const fs::path &file)
{
    ArrayBox box{file, true, {}, {}};
    for (const ZipEntry &entry : zipEntries(file))
        if (entry.name.ends_with(ending) && entry.name.find('\0') == std::string::npos) {
            box.names.push_back(entry.name.substr(0, entry.name.size() - std::string(ending).size()));
            box.entries.push_back(entry);
        }
    if (box.names.empty())
        throw Error(ErrorCode::BadData, fmt::format("'{}' is no archive of NumPy arrays", file.string()),
                    "Give a file that numpy.savez wrote; if it is one, it is damaged");
    std::sort(box.names.begin(), box.names.end());
    return box;
}

ArrayBox folderAt(const fs::path &folder)
{
    ArrayBox box{folder, false, {}, {}};
    std::error_code failed;
    for (const fs::directory_entry &entry : fs::directory_iterator(folder, failed))
        if (entry.path().extension() == ending)
            box.names.push_back(entry.path().stem().string());
    if (failed)
        throw Error(ErrorCode::Io,
                    fmt::format("cannot read the folder '{}': {}", folder.string(), failed.message()),
                    "Check its permissions");
    std::sort(box.names.begin(), box.names.end());
    return box;
}

// The only .npz of the folder; else the folder itself.
fs::path archiveIn(const fs::path &folder)
{
    std::vector<fs::path> archives;
    std::error_code failed;
    for (const fs::directory_entry &entry : fs::directory_iterator(folder, failed))
        if (entry.path().extension() == ".npz")
            archives.push_back(entry.path());
    if (archives.size() > 1)
        throw Error(ErrorCode::BadData,
                    fmt::format("the folder '{}' has {} .npz files", folder.string(), archives.size()),
                    "Give the path of one of them");
    return archives.empty() ? folder : archives.front();
}

ArrayFile fileOf(const ArrayBox &box, const std::string &name)
{
    if (!box.archive) {
        const fs::path file = box.fileOf(name);
        return {file.string(), [file] { return std::make_unique<ByteReader>(file); }};
    }
    const auto entry = std::find_if(box.entries.begin(), box.entries.end(),
                                    [&](const ZipEntry &one) { return one.name == name + ending; });
    const fs::path path = box.path;
    return {fmt::format("{}: {}", path.string(), asUtf8(entry->name)),
            [path, its = *entry] { return std::make_unique<ZipStream>(path, its); }};
}

std::string firstOf(const ArrayBox &box, const std::vector<std::string> &candidates)
{
    const auto found = std::find_if(candidates.begin(), candidates.end(),
                                    [&](const std::string &name) { return box.has(name); });
    return found == candidates.end() ? "" : *found;
}

// As people name them: Keras (x_train), MedMNIST (train_images), scikit-learn (X_train).
ArrayPair pairOfWord(const ArrayBox &box, const std::string &word)
{
    const auto named = [&](std::vector<std::string> patterns) {
        for (std::string &pattern : patterns)
            pattern.replace(pattern.find('*'), 1, word);
        return firstOf(box, patterns);
    };
    return {named({"x_*", "X_*", "*_images", "images_*", "*_x", "*_X", "*_data"}),
            named({"y_*", "Y_*", "*_labels", "labels_*", "*_y", "*_Y", "*_targets"})};
}

ArrayPair pairOfSplit(const ArrayBox &box, const std::string &split)
{
    ArrayPair pair = pairOfWord(box, split);
    if (split == "test" && pair.images.empty())
        for (const char *word : {"val", "valid"})
            if (pair = pairOfWord(box, word); !pair.images.empty())
                break;
    return pair;
}

ArrayPair undividedPair(const ArrayBox &box, const ParamSet &options)
{
    ArrayPair pair{options.text("images"), options.text("labels")};
    if (pair.images.empty())
        pair.images = firstOf(box, {"images", "x", "X", "data", "arr_0"});
    if (pair.labels.empty())
        pair.labels = firstOf(box, {"labels", "y", "Y", "targets", "arr_1"});
    return pair;
}

[[noreturn]] void throwMissing(const ArrayBox &box, const std::string &what)
{
    constexpr std::size_t mostShown = 12;
    std::string names;
    for (std::size_t i = 0; i < box.names.size() && i < mostShown; ++i)
        names += (i == 0 ? "" : ", ") + asUtf8(box.names[i]);
    if (box.names.size() > mostShown)
        names += fmt::format(" and {} more", box.names.size() - mostShown);
    throw Error(ErrorCode::NotFound,
                fmt::format("'{}' has no {}; its arrays: {}", box.path.string(), what,
                            names.empty() ? "none" : names),
                "Name the arrays x_train, y_train, x_test and y_test, or images and labels, or give their "
                "names as the options 'images' and 'labels'");
}

void checkThere(const ArrayBox &box, const ArrayPair &pair, const std::string &which)
{
    for (const std::string &name : {pair.images, pair.labels})
        if (!name.empty() && !box.has(name))
            throwMissing(box, fmt::format("array '{}'", name));
    if (pair.images.empty())
        throwMissing(box, "array of images" + which);
    if (pair.labels.empty())
        throwMissing(box, fmt::format("array of labels for '{}'", asUtf8(pair.images)));
}

Found find(const ArrayBox &box, const OpenRequest &request)
{
    const std::string other = request.split == "train" ? "test" : "train";
    const ArrayPair mine = pairOfSplit(box, request.split), its = pairOfSplit(box, other);
    const bool named = !request.options.text("images").empty() || !request.options.text("labels").empty();
    if (!named && (!mine.images.empty() || !its.images.empty())) {
        checkThere(box, mine, fmt::format(" of the {} split", request.split));
        return {mine, its.labels, false};
    }
    const ArrayPair all = undividedPair(box, request.options);
    checkThere(box, all, "");
    return {all, "", true};
}

ArrayBox boxAt(const OpenRequest &request)
{
    const fs::path &path = request.source.path;
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        throw Error(ErrorCode::NotFound, fmt::format("there is no '{}'", path.string()), "Check the path");
    if (path.extension() == ending && !fs::is_directory(path, ignored))
        return folderAt(fs::absolute(path).parent_path());
    if (!fs::is_directory(path, ignored))
        return archiveAt(path);
    const fs::path inside = request.source.format == "npz" ? archiveIn(path) : path;
    return inside == path ? folderAt(path) : archiveAt(inside);
}

ValueRange rangeOf(const std::string &name)
{
    if (name == "0-255")
        return ValueRange::To255;
    if (name == "0-1")
        return ValueRange::ToOne;
    return name == "around-0" ? ValueRange::AroundZero : ValueRange::Automatic;
}

AxisOrder orderOf(const std::string &name)
{
    return name == "nhwc" ? AxisOrder::Nhwc : name == "nchw" ? AxisOrder::Nchw : AxisOrder::Automatic;
}

int classesOf(const ArrayBox &box, const Found &found, const std::vector<int> &labels)
{
    int highest = *std::max_element(labels.begin(), labels.end());
    if (!found.otherLabels.empty()) {
        const std::vector<int> others = readLabelArray(fileOf(box, found.otherLabels));
        highest = std::max(highest, *std::max_element(others.begin(), others.end()));
    }
    return highest + 1;
}

std::string hashOf(const ArrayBox &box, const ArrayPair &pair)
{
    if (box.archive)
        return sha256OfFile(box.path);
    const std::array<fs::path, 2> files = {box.fileOf(pair.images), box.fileOf(pair.labels)};
    return sha256OfFiles(files);
}

std::unique_ptr<Dataset> read(const ArrayBox &box, const Found &found, const OpenRequest &request)
{
    std::vector<int> labels = readLabelArray(fileOf(box, found.pair.labels)); // the small one first
    ImageArray images
        = readImageArray(fileOf(box, found.pair.images), rangeOf(request.options.text("values")),
                         orderOf(request.options.text("layout")));
    if (images.count != labels.size())
        throw Error(ErrorCode::BadData,
                    fmt::format("'{}': there are {} images in '{}', but {} labels in '{}'", box.path.string(),
                                images.count, found.pair.images, labels.size(), found.pair.labels),
                    "Give the two arrays of the same split");
    const int classes = classesOf(box, found, labels);
    DatasetSpec spec{request.source.format,  images.shape,  classes,
                     numberedNames(classes), request.split, request.source.path,
                     hashOf(box, found.pair)};
    return std::make_unique<ArrayDataset>(std::move(spec), std::move(images.pixels), std::move(labels));
}

// By the image's number: arrays have no names.
std::unique_ptr<Dataset> divided(std::unique_ptr<Dataset> all, const OpenRequest &request)
{
    const double fraction = request.options.real("test-fraction");
    std::vector<std::size_t> images;
    for (std::size_t i = 0; i < all->size(); ++i)
        if (isTestItem(std::to_string(i), fraction) == (request.split == "test"))
            images.push_back(i);
    if (images.empty())
        throwEmptySplit(request.source.path.string(), request.split, all->size(), fraction);
    return subsetOf(std::move(all), std::move(images), fmt::format(" {} of {}", request.split, fraction));
}

} // namespace

std::unique_ptr<Dataset> openNumpy(const OpenRequest &request)
{
    const ArrayBox box = boxAt(request);
    const Found found = find(box, request);
    std::unique_ptr<Dataset> data = read(box, found, request);
    return found.divided ? divided(std::move(data), request) : std::move(data);
}

} // namespace mutascope
