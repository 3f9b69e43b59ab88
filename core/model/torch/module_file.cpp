// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/module_file.h"
#include "core/model/torch/torch_error.h"
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <torch/script.h>

namespace mutascope {

namespace {

namespace fs = std::filesystem;

fs::path partOf(const fs::path &file)
{
    return fs::path(file).concat(".part");
}

[[noreturn]] void throwCannotWrite(const fs::path &file, const std::string &why)
{
    std::error_code ignored;
    fs::remove(partOf(file), ignored);
    throw Error(ErrorCode::Io, fmt::format("cannot write the model file {}: {}", file.string(), why),
                "Check that the folder exists, is writable and has space left");
}

void write(const fs::path &file, const std::string &bytes)
{
    std::ofstream stream(partOf(file), std::ios::binary | std::ios::trunc);
    stream.write(bytes.data(), std::streamsize(bytes.size()));
    stream.close();
    if (!stream)
        throwCannotWrite(file, "the file cannot be made or the disk is full");
}

// A module saved to a file carries that file's name inside; one saved to a stream does not.
std::string bytesOf(const torch::jit::Module &module)
{
    std::ostringstream stream;
    module.save(stream);
    return stream.str();
}

} // namespace

void checkCanWrite(const fs::path &file)
{
    std::error_code ignored;
    if (fs::is_directory(file, ignored))
        throwCannotWrite(file, "it is a folder");
    if (fs::exists(file, ignored) && !fs::is_regular_file(file, ignored))
        throwCannotWrite(file, "it is no regular file"); // a new one would take a device's place
    write(file, {});
    fs::remove(partOf(file), ignored);
}

void saveModule(const torch::jit::Module &module, const fs::path &file)
{
    write(file, translated("cannot save the model", "", [&] { return bytesOf(module); }));
    std::error_code failure;
    if (fs::exists(file, failure) && !fs::is_regular_file(file, failure))
        throwCannotWrite(file, "it is no regular file");
    fs::rename(partOf(file), file, failure);
    if (failure)
        throwCannotWrite(file, failure.message());
}

} // namespace mutascope
