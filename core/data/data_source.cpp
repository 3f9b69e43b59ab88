// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/data_source.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/base/param_builders.h"
#include "core/data/image_files.h"
#include "core/data/readers.h"
#include "core/data/split.h"
#include "core/data/subset.h"
#include "core/data/views.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope {

namespace {

using Reader = std::unique_ptr<Dataset> (*)(const OpenRequest &);

struct Format {
    DataFormatInfo info;
    Reader reader;
    bool imageFiles; // the reader itself chooses the subset, sizes the images and orders the classes
};

std::vector<ParamSpec> joined(std::vector<ParamSpec> a, const std::vector<ParamSpec> &b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

// Of formats whose images all have one size.
std::vector<ParamSpec> arrayOptions()
{
    return joined({choiceParam("resize", {"none", "center-crop", "stretch"},
                               {"Size", "ours",
                                "Whether and how images get the model's size and number of channels: the "
                                "largest centred part of its proportions, or the whole out of proportion"})},
                  subsetOptions());
}

std::vector<ParamSpec> numpyOptions()
{
    return joined(
        {textParam("images", "",
                   {"Arrays", "ours", "Name of the array of the images, where it has no usual one"}),
         textParam("labels", "",
                   {"Arrays", "ours", "Name of the array of the labels, where it has no usual one"}),
         choiceParam("values", {"auto", "0-255", "0-1", "around-0"},
                     {"Arrays", "ours",
                      "What the numbers mean: from the smallest and largest one, or as given; around-0 is -1 "
                      "to 1"}),
         choiceParam("layout", {"auto", "nhwc", "nchw"},
                     {"Arrays", "ours", "Whether the channels are the last axis or the second"}),
         realParam(
             "test-fraction", 0.2, 0, 1,
             {"Split", "ours",
              "Where there is one array for all: share of the images, chosen by their numbers, that are "
              "the test split"})},
        arrayOptions());
}

std::vector<ParamSpec> csvOptions()
{
    return joined(
        {textParam("images", "", {"Table", "ours", "Folder of the images, from the folder of the CSV file"}),
         textParam("suffix", "", {"Table", "ours", "Ending that the table leaves out, as .jpg"}),
         choiceParam("separator", {"comma", "semicolon", "tab"},
                     {"Table", "ours", "What separates the columns"}),
         textParam("image-column", "", {"Table", "ours", "Name of the column of the images"}),
         textParam("label-column", "", {"Table", "ours", "Name of the column of the labels"}),
         textParam("split-column", "", {"Table", "ours", "Name of the column of the splits"})},
        joined(imageFileOptions(), subsetOptions()));
}

std::vector<ParamSpec> cifar100Options()
{
    return joined({choiceParam("labels", {"fine", "coarse"},
                               {"Classes", "Krizhevsky 2009", "The 100 classes or the 20 superclasses"})},
                  arrayOptions());
}

const std::vector<Format> &formats()
{
    static const std::vector<Format> all
        = {{{"idx", "MNIST's IDX files, plain or .gz", arrayOptions()}, openIdxFolder, false},
           {{"cifar10", "the binary version of CIFAR-10", arrayOptions()}, openCifar10, false},
           {{"cifar100", "the binary version of CIFAR-100", cifar100Options()}, openCifar100, false},
           {{"folder", "PNG, JPEG, BMP and WebP images in one folder a class",
             joined(imageFileOptions(), subsetOptions())},
            openImageFolder,
            true},
           {{"csv", "image files that a CSV table lists with their labels", csvOptions()}, openCsv, true},
           {{"npy", "NumPy arrays of images and labels, one file each", numpyOptions()}, openNumpy, false},
           {{"npz", "NumPy arrays of images and labels in one archive", numpyOptions()}, openNumpy, false}};
    return all;
}

const Format &formatOf(const std::string &id)
{
    std::vector<std::string> known;
    for (const Format &format : formats()) {
        if (format.info.id == id)
            return format;
        known.push_back(format.info.id);
    }
    throwUnknownName("data format", id, known);
}

ParamSet optionsOf(const DataSource &source)
{
    ParamSet options(dataFormat(source.format).options);
    for (const auto &[name, value] : source.options)
        options.set(name, value);
    return options;
}

std::unique_ptr<Dataset> subset(std::unique_ptr<Dataset> data, const ParamSet &options)
{
    const std::string what = subsetText(options);
    if (what.empty())
        return data;
    std::vector<std::size_t> images = chosenImages(labelsOf(*data), options);
    return subsetOf(std::move(data), std::move(images), what);
}

std::unique_ptr<Dataset> sized(std::unique_ptr<Dataset> data, const ImageShape &shape,
                               const std::string &rule)
{
    if (rule == "none" || shape.size() == 0 || data->spec().shape == shape)
        return data;
    return resizedView(std::move(data), shape, {rule == "stretch", 1});
}

} // namespace

const std::vector<DataFormatInfo> &dataFormats()
{
    static const std::vector<DataFormatInfo> infos = [] {
        std::vector<DataFormatInfo> out;
        for (const Format &format : formats())
            out.push_back(format.info);
        return out;
    }();
    return infos;
}

const DataFormatInfo &dataFormat(const std::string &id)
{
    return formatOf(id).info;
}

std::unique_ptr<Dataset> openDataset(const DataSource &source, const std::string &split)
{
    checkSplit(split);
    DataSource known = source;
    if (known.format.empty())
        known.format = detectFormat(known.path);
    const Format &format = formatOf(known.format);
    const ParamSet options = optionsOf(known);
    std::unique_ptr<Dataset> data = format.reader({known, options, split});
    if (!format.imageFiles)
        data = sized(subset(std::move(data), options), known.shape, options.text("resize"));
    return known.classNames.empty() ? std::move(data) : namedView(std::move(data), known.classNames);
}

std::unique_ptr<Dataset> openIdxFolder(const OpenRequest &request)
{
    return openIdx(request.source.path, request.split);
}

} // namespace mutascope
