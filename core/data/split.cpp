// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/split.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>

namespace mutascope {

void checkSplit(const std::string &split)
{
    const std::array<std::string, 2> names = {"train", "test"};
    if (std::count(names.begin(), names.end(), split) == 0)
        throwUnknownName("split", split, names);
}

bool isTestItem(const std::string &name, double testFraction)
{
    constexpr std::size_t digits = 8; // of 64: 32 bits
    const double place = double(std::stoul(sha256(name).substr(0, digits), nullptr, 16)) / 4294967296.0;
    return place < testFraction;
}

void throwEmptySplit(const std::string &source, const std::string &split, std::size_t images,
                     double testFraction)
{
    throw Error(
        ErrorCode::BadData,
        fmt::format("'{}' has no {} images: none of its {} fell into that split at a test fraction of {}",
                    source, split, images, testFraction),
        "Change the option 'test-fraction', or give more images");
}

std::string splitOfWord(const std::string &word)
{
    constexpr std::array<std::array<const char *, 2>, 7> words = {{{"train", "train"},
                                                                   {"training", "train"},
                                                                   {"test", "test"},
                                                                   {"testing", "test"},
                                                                   {"val", "val"},
                                                                   {"valid", "val"},
                                                                   {"validation", "val"}}};
    std::string lower = word;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return char(std::tolower(c)); });
    for (const auto &[known, split] : words)
        if (lower == known)
            return split;
    return "";
}

} // namespace mutascope
