// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/model/onnx/onnx_tensor.h"
#include <charconv>
#include <fmt/format.h>
#include <fstream>

namespace mutascope {

namespace {

namespace fs = std::filesystem;

struct Place {
    std::string location;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
};

[[noreturn]] void refuse(const onnx::TensorProto &proto, const std::string &why)
{
    throw Error(ErrorCode::BadModel,
                fmt::format("the external data of '{}' cannot be used: {}", shownName(proto.name()), why),
                "Keep the model and its data files in one folder, as they were exported");
}

std::uint64_t numberOf(const onnx::TensorProto &proto, const std::string &text)
{
    std::uint64_t value = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed != std::errc() || end != text.data() + text.size())
        refuse(proto, fmt::format("'{}' is no number of bytes", shownName(text)));
    return value;
}

Place placeOf(const onnx::TensorProto &proto, std::uint64_t length)
{
    Place place{{}, 0, length};
    for (const auto &entry : proto.external_data()) {
        if (entry.key() == "location")
            place.location = entry.value();
        else if (entry.key() == "offset")
            place.offset = numberOf(proto, entry.value());
        else if (entry.key() == "length")
            place.length = numberOf(proto, entry.value());
    }
    if (place.length != length)
        refuse(proto, fmt::format("it has {} bytes, but the shape needs {}", place.length, length));
    return place;
}

// Nothing outside the folder is read, neither by "..", nor by an absolute path, nor through a link.
fs::path fileOf(const onnx::TensorProto &proto, const std::string &location, const fs::path &folder)
{
    const fs::path relative(location);
    if (location.empty() || location.find('\0') != std::string::npos || relative.is_absolute())
        refuse(proto, fmt::format("'{}' is no file of the model's folder", shownName(location)));
    for (const fs::path &part : relative)
        if (part == "..")
            refuse(proto, fmt::format("'{}' leaves the model's folder", shownName(location)));
    std::error_code failed;
    const fs::path root = fs::canonical(folder.empty() ? fs::path(".") : folder, failed);
    const fs::path target = fs::canonical(root / relative, failed);
    if (failed || !fs::is_regular_file(target, failed))
        refuse(proto, fmt::format("there is no file '{}'", shownName(location)));
    const fs::path inside = target.lexically_relative(root);
    if (inside.empty() || *inside.begin() == "..")
        refuse(proto, fmt::format("'{}' leads out of the model's folder", shownName(location)));
    return target;
}

} // namespace

std::string readExternal(const onnx::TensorProto &proto, std::uint64_t length, const fs::path &folder)
{
    const Place place = placeOf(proto, length);
    const fs::path file = fileOf(proto, place.location, folder);
    std::error_code failed;
    const std::uint64_t size = fs::file_size(file, failed);
    if (failed || place.offset > size || length > size - place.offset)
        refuse(proto, fmt::format("'{}' is too short", shownName(place.location)));
    std::string bytes(length, '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.seekg(std::streamoff(place.offset));
    if (!stream.read(bytes.data(), std::streamsize(length)))
        refuse(proto, fmt::format("'{}' cannot be read", shownName(place.location)));
    return bytes;
}

} // namespace mutascope
