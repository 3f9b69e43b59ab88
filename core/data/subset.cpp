// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/subset.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/base/param_builders.h"
#include "core/data/array_dataset.h"
#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace mutascope {

namespace {

class SubsetDataset : public Dataset {
public:
    SubsetDataset(std::unique_ptr<Dataset> whole, std::vector<std::size_t> images, const std::string &what)
        : m_whole(std::move(whole)), m_spec(m_whole->spec()), m_images(std::move(images))
    {
        m_spec.sha256 = sha256(m_spec.sha256 + what);
    }
    const DatasetSpec &spec() const override { return m_spec; }
    std::size_t size() const override { return m_images.size(); }
    Sample sample(std::size_t index) const override { return m_whole->sample(imageOf(index)); }
    int label(std::size_t index) const override { return m_whole->label(imageOf(index)); }

private:
    std::size_t imageOf(std::size_t index) const
    {
        checkIndex(index, m_images.size(), m_spec);
        return m_images[index];
    }

    std::unique_ptr<Dataset> m_whole;
    DatasetSpec m_spec;
    std::vector<std::size_t> m_images;
};

struct Range {
    std::size_t begin = 0;
    std::size_t end = SIZE_MAX;
};

[[noreturn]] void throwNoRange(const std::string &text)
{
    throw Error(ErrorCode::Usage, fmt::format("'{}' is no range of images", text),
                "Write the first image and the one behind the last, counted from 0: 100:200, 100: or :200");
}

std::size_t bound(const std::string &text, const std::string &part, std::size_t otherwise)
{
    if (part.empty())
        return otherwise;
    std::size_t value = 0;
    const char *const last = part.data() + part.size();
    const auto end = std::from_chars(part.data(), last, value);
    if (end.ec != std::errc() || end.ptr != last)
        throwNoRange(text);
    return value;
}

Range rangeOf(const std::string &text)
{
    if (text.empty())
        return {};
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos || text.size() == 1)
        throwNoRange(text);
    const Range range{bound(text, text.substr(0, colon), 0), bound(text, text.substr(colon + 1), SIZE_MAX)};
    if (range.begin >= range.end)
        throwNoRange(text);
    return range;
}

std::vector<std::size_t> firstPerClass(const std::vector<std::size_t> &images, const std::vector<int> &labels,
                                       std::size_t most)
{
    std::map<int, std::size_t> taken;
    std::vector<std::size_t> out;
    for (const std::size_t image : images)
        if (taken[labels[image]]++ < most)
            out.push_back(image);
    return out;
}

} // namespace

std::vector<ParamSpec> subsetOptions()
{
    constexpr double most = 1e9;
    return {textParam("range", "",
                      {"Subset", "ours",
                       "Use these images of the split: first and behind the last, as 100:200", "", true}),
            integerParam("per-class", 0, 0, most,
                         {"Subset", "ours", "Use the first so many images of each class; 0: all", "images"}),
            integerParam("first", 0, 0, most,
                         {"Subset", "ours", "Use the first so many images; 0: all", "images"})};
}

std::vector<std::size_t> chosenImages(const std::vector<int> &labels, const ParamSet &options)
{
    const Range range = rangeOf(options.text("range"));
    std::vector<std::size_t> images;
    for (std::size_t i = range.begin; i < std::min(range.end, labels.size()); ++i)
        images.push_back(i);
    if (const auto perClass = std::size_t(options.integer("per-class")); perClass > 0)
        images = firstPerClass(images, labels, perClass);
    if (const auto first = std::size_t(options.integer("first")); first > 0 && first < images.size())
        images.resize(first);
    if (images.empty() && !labels.empty())
        throw Error(
            ErrorCode::BadData,
            fmt::format("the range '{}' holds no image: there are {}", options.text("range"), labels.size()),
            "Correct the option 'range' of the data");
    return images;
}

std::string subsetText(const ParamSet &options)
{
    const std::string text = fmt::format(" range {} per-class {} first {}", options.text("range"),
                                         options.integer("per-class"), options.integer("first"));
    return text == " range  per-class 0 first 0" ? "" : text;
}

std::unique_ptr<Dataset> subsetOf(std::unique_ptr<Dataset> whole, std::vector<std::size_t> images,
                                  const std::string &what)
{
    return std::make_unique<SubsetDataset>(std::move(whole), std::move(images), what);
}

std::vector<int> labelsOf(const Dataset &data)
{
    std::vector<int> labels;
    labels.reserve(data.size());
    for (std::size_t i = 0; i < data.size(); ++i)
        labels.push_back(data.label(i));
    return labels;
}

} // namespace mutascope
