// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "tests/core/data/temp_folder.h"
#include <zlib.h>

namespace mutascope {

using Bytes = std::vector<std::uint8_t>;

inline Bytes joined(Bytes a, const Bytes &b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

// An IDX header: dimensions as 32-bit numbers after type and number of dimensions.
inline Bytes idxHeader(const std::vector<std::uint32_t> &dimensions, std::uint8_t type = 8)
{
    Bytes out = {0, 0, type, std::uint8_t(dimensions.size())};
    for (const std::uint32_t size : dimensions)
        for (int shift = 24; shift >= 0; shift -= 8)
            out.push_back(std::uint8_t(size >> shift));
    return out;
}

// 3 images of 2 x 4 pixels: image i has the values 10i, 10i + 1, ...
inline Bytes sampleImages()
{
    Bytes out = idxHeader({3, 2, 4});
    for (int i = 0; i < 3; ++i)
        for (int pixel = 0; pixel < 8; ++pixel)
            out.push_back(std::uint8_t(10 * i + pixel));
    return out;
}

inline Bytes sampleLabels()
{
    return joined(idxHeader({3}), {2, 0, 5});
}

// The bytes as a gzip file.
inline Bytes gzipped(const Bytes &bytes)
{
    const TempFolder folder;
    const std::filesystem::path file = folder.path() / "x.gz";
    const gzFile stream = gzopen(file.c_str(), "wb9");
    gzwrite(stream, bytes.data(), unsigned(bytes.size()));
    gzclose(stream);
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace mutascope
