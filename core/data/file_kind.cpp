// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/file_kind.h"
#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace mutascope {

namespace {

struct Signature {
    std::string_view bytes;
    const char *kind;
};

using std::string_view_literals::operator""sv;

constexpr Signature signatures[] = {
    {"\x89PNG"sv, "a PNG image"},
    {"\xff\xd8\xff"sv, "a JPEG image"},
    {"GIF8"sv, "a GIF image"},
    {"BM"sv, "a BMP image"},
    {"RIFF"sv, "a RIFF file, perhaps a WebP image"},
    {"II*\0"sv, "a TIFF image"},
    {"MM\0*"sv, "a TIFF image"},
    {"PK\x03\x04"sv, "a zip archive"},
    {"\x1f\x8b"sv, "a gzip file inside a gzip file"},
    {"\xfd"
     "7zX"sv,
     "an xz file"},
    {"BZh"sv, "a bzip2 file"},
    {"\x93NUM"sv, "a NumPy array"},
    {"\x89HDF"sv, "an HDF5 file"},
    {"%PDF"sv, "a PDF document"},
    {"SQLi"sv, "an SQLite database"},
    {"\x7f"
     "ELF"sv,
     "a program"},
    {"vers"sv, "a text file, perhaps a Git LFS pointer without its data"},
};

std::string idxKind(std::uint8_t type, std::uint8_t dimensions)
{
    constexpr Signature types[] = {{"\x09"sv, "signed bytes"},
                                   {"\x0b"sv, "16-bit integers"},
                                   {"\x0c"sv, "32-bit integers"},
                                   {"\x0d"sv, "32-bit reals"},
                                   {"\x0e"sv, "64-bit reals"}};
    if (type == 8 && dimensions == 1)
        return "an IDX file of labels";
    if (type == 8 && (dimensions == 3 || dimensions == 4))
        return "an IDX file of images";
    if (type == 8)
        return fmt::format("an IDX file of {} dimensions", dimensions);
    for (const Signature &known : types)
        if (std::uint8_t(known.bytes[0]) == type)
            return fmt::format("an IDX file of {} (unsigned bytes are supported)", known.kind);
    return "a file of another kind (its contents are unknown)";
}

bool isText(std::uint8_t c)
{
    return (c >= ' ' && c < 0x7f) || c == '\n' || c == '\r' || c == '\t';
}

} // namespace

std::string fileKind(std::span<const std::uint8_t> begin)
{
    const std::string_view text(reinterpret_cast<const char *>(begin.data()), begin.size());
    for (const Signature &known : signatures)
        if (text.starts_with(known.bytes))
            return known.kind;
    if (begin.size() >= 4 && begin[0] == 0 && begin[1] == 0)
        return idxKind(begin[2], begin[3]);
    const auto mark = text.starts_with("\xef\xbb\xbf"sv) ? 3 : 0; // UTF-8 byte order mark
    const auto first = text.find_first_not_of(" \t\r\n", std::size_t(mark));
    if (first != std::string_view::npos && text[first] == '<')
        return "a web page or other XML text";
    if (mark != 0 || std::all_of(begin.begin(), begin.end(), isText))
        return "a text file";
    return "a file of another kind (its contents are unknown)";
}

} // namespace mutascope
