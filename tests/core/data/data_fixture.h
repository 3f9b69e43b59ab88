// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/data_source.h"
#include "tests/core/base/expect_error.h"
#include "tests/core/data/temp_folder.h"
#include <array>

namespace mutascope {

inline const std::filesystem::path dataFolder
    = std::filesystem::path(MUTASCOPE_SOURCE_DIR) / "tests" / "data";

inline std::string bytesOf(const std::filesystem::path &file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// Writes also into folders that are not there yet.
inline std::filesystem::path writeDeep(const TempFolder &folder, const std::string &name,
                                       const std::string &bytes)
{
    std::filesystem::create_directories((folder.path() / name).parent_path());
    return folder.write(name, bytes);
}

// An image of one colour as a PNG file.
inline std::string onePng(int height, int width, std::array<std::uint8_t, 3> colour)
{
    Image image{{height, width, 3}, {}};
    for (int i = 0; i < height * width; ++i)
        image.pixels.insert(image.pixels.end(), colour.begin(), colour.end());
    const std::vector<std::uint8_t> bytes = encodePng(image);
    return {bytes.begin(), bytes.end()};
}

inline std::vector<int> labelsIn(const Dataset &data)
{
    std::vector<int> labels;
    for (std::size_t i = 0; i < data.size(); ++i)
        labels.push_back(data.label(i));
    return labels;
}

} // namespace mutascope
