// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/archive_check.h"
#include "core/model/torch/torch_error.h"
#include <algorithm>
#include <caffe2/serialize/inline_container.h>
#include <fmt/format.h>
#include <fstream>
#include <regex>

namespace mutascope {

namespace {

const char *const exportHint
    = "Export the whole model with torch.jit.trace(model.eval(), example).save(file)";

std::string firstBytes(const std::filesystem::path &file, std::size_t count)
{
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        throw Error(ErrorCode::Io, fmt::format("cannot read the model file {}", file.string()),
                    "Check its permissions");
    std::string bytes(count, '\0');
    stream.read(bytes.data(), std::streamsize(count));
    bytes.resize(std::size_t(stream.gcount()));
    return bytes;
}

[[noreturn]] void throwWeightsOnly(const std::string &name)
{
    throw Error(ErrorCode::BadModel,
                fmt::format("{} holds weights or a pickled Python object only, no TorchScript model", name),
                exportHint);
}

void checkMagic(const std::filesystem::path &file)
{
    const std::string name = file.string();
    const std::string head = firstBytes(file, 8);
    if (head.empty())
        throw Error(ErrorCode::BadModel, fmt::format("the model file {} is empty", name), exportHint);
    if (head.size() >= 2 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5)
        throwWeightsOnly(name); // a pickle: torch.save() before PyTorch 1.6
    if (head.rfind("PK\x03\x04", 0) != 0)
        throw Error(ErrorCode::BadModel, fmt::format("{} is no TorchScript file (no zip archive)", name),
                    exportHint);
}

[[noreturn]] void throwUnreadable(const std::string &name, const std::string &message)
{
    static const std::regex version(
        "file with version (\\d+).*maximum supported version for reading is (\\d+)");
    std::smatch found;
    if (std::regex_search(message, found, version))
        throw Error(
            ErrorCode::BadModel,
            fmt::format("{} was written by a newer PyTorch (archive version {}; this program reads up to {})",
                        name, found[1].str(), found[2].str()),
            "Export it again with PyTorch 2.0 or older, best 1.13");
    throw Error(ErrorCode::BadModel, fmt::format("{} is damaged or truncated ({})", name, message),
                "Copy or export the file again");
}

// A model is mostly numbers, which hardly compress: what unpacks to many times its size would only fill the
// memory.
void checkUnpackedSize(const std::string &name, const std::vector<ZipEntry> &entries)
{
    constexpr std::uint64_t always = 256 << 20, factor = 20;
    std::error_code failed;
    const std::uint64_t packed = std::filesystem::file_size(name, failed);
    std::uint64_t unpacked = 0;
    for (const ZipEntry &entry : entries)
        unpacked += std::min<std::uint64_t>(entry.size, std::uint64_t{1} << 48); // no sum may overflow
    if (!failed && unpacked > std::max(always, factor * packed))
        throw Error(
            ErrorCode::BadModel,
            fmt::format("{} has {} bytes but unpacks to {}: that is no usual model", name, packed, unpacked),
            exportHint);
}

// LibTorch does not look at the checksums: it would work with damaged weights.
void checkChecksums(const std::string &name, const std::vector<ZipEntry> &entries)
{
    for (const ZipEntry &entry : entries)
        if (!isIntact(name, entry))
            throw Error(
                ErrorCode::BadModel,
                fmt::format("{} is damaged: its part '{}' does not match its checksum", name, entry.name),
                "Copy or export the file again");
}

void checkRecords(const std::string &name)
{
    try {
        caffe2::serialize::PyTorchStreamReader reader(name);
        if (reader.hasRecord("constants.pkl"))
            return;
        if (reader.hasRecord("data.pkl"))
            throwWeightsOnly(name);
    } catch (const Error &) {
        throw;
    } catch (const std::logic_error &) { // of std::stoull
        throwUnreadable(name, "its version is no number");
    } catch (const std::exception &error) {
        throwUnreadable(name, plainMessage(error));
    }
    throw Error(ErrorCode::BadModel, fmt::format("{} is a zip archive, but no TorchScript model", name),
                exportHint);
}

} // namespace

std::vector<ZipEntry> checkTorchScriptArchive(const std::filesystem::path &file)
{
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
        throw Error(ErrorCode::NotFound, fmt::format("there is no model file {}", file.string()));
    if (!std::filesystem::is_regular_file(file, ignored))
        throw Error(ErrorCode::BadModel, fmt::format("{} is no file", file.string()), exportHint);
    checkMagic(file);
    const std::vector<ZipEntry> entries = zipEntries(file);
    checkUnpackedSize(file.string(), entries);
    checkRecords(file.string());
    checkChecksums(file.string(), entries);
    return entries;
}

} // namespace mutascope
