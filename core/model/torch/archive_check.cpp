// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/archive_check.h"
#include "core/model/torch/torch_error.h"
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
    } catch (const std::exception &error) {
        throwUnreadable(name, plainMessage(error));
    }
    throw Error(ErrorCode::BadModel, fmt::format("{} is a zip archive, but no TorchScript model", name),
                exportHint);
}

} // namespace

void checkTorchScriptArchive(const std::filesystem::path &file)
{
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
        throw Error(ErrorCode::NotFound, fmt::format("there is no model file {}", file.string()));
    if (!std::filesystem::is_regular_file(file, ignored))
        throw Error(ErrorCode::BadModel, fmt::format("{} is no file", file.string()), exportHint);
    checkMagic(file);
    checkRecords(file.string());
}

} // namespace mutascope
