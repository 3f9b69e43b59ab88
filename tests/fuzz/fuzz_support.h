// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/error.h"
#include "core/data/data_source.h"
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <span>
#include <string>

// What the fuzz programs share: a folder in memory for the input, and the rule that a broken input ends in
// one Error and nothing else.
namespace mutascope {

using Bytes = std::span<const std::uint8_t>;

// A folder of this process alone; it is emptied by whoever started the program.
inline const std::filesystem::path &fuzzFolder()
{
    static const std::filesystem::path folder = [] {
        std::string name = (std::filesystem::temp_directory_path() / "mutascope-fuzz-XXXXXX").string();
        if (!mkdtemp(name.data()))
            std::abort();
        return std::filesystem::path(name);
    }();
    return folder;
}

inline void writeFile(const std::string &name, Bytes bytes)
{
    std::ofstream(fuzzFolder() / name, std::ios::binary | std::ios::trunc)
        .write(reinterpret_cast<const char *>(bytes.data()), std::streamsize(bytes.size()));
}

// Opens the data set and reads every image of it. An Error is right; that it is an internal one is a finding.
inline void openAndRead(const DataSource &source, const std::string &split)
{
    try {
        const auto data = openDataset(source, split);
        for (std::size_t i = 0; i < data->size(); ++i)
            if (data->sample(i).image.pixels.size() != data->spec().shape.size()
                || data->label(i) >= data->spec().classes)
                std::abort();
    } catch (const Error &error) {
        if (error.code() == ErrorCode::Internal || error.message().empty())
            std::abort();
    }
}

// The input's two parts: the first byte is the size of the first one.
inline std::array<Bytes, 2> halves(Bytes input)
{
    if (input.empty())
        return {};
    const Bytes rest = input.subspan(1);
    const std::size_t first = std::min<std::size_t>(input[0], rest.size());
    return {rest.first(first), rest.subspan(first)};
}

} // namespace mutascope
