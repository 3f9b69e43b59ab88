// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hash.h"
#include "core/base/error.h"
#include <array>
#include <fstream>
#include <memory>
#include <openssl/evp.h>

namespace mutascope {

namespace {

class Sha256 {
public:
    Sha256() : m_context(EVP_MD_CTX_new(), EVP_MD_CTX_free)
    {
        check(m_context && EVP_DigestInit_ex(m_context.get(), EVP_sha256(), nullptr) == 1);
    }

    void add(const void *data, std::size_t size)
    {
        check(EVP_DigestUpdate(m_context.get(), data, size) == 1);
    }

    std::string hex()
    {
        std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
        unsigned int size = 0;
        check(EVP_DigestFinal_ex(m_context.get(), digest.data(), &size) == 1);
        std::string out;
        for (unsigned int i = 0; i < size; ++i) {
            out += "0123456789abcdef"[digest[i] >> 4];
            out += "0123456789abcdef"[digest[i] & 15];
        }
        return out;
    }

private:
    static void check(bool ok)
    {
        if (!ok)
            throw Error(ErrorCode::Internal, "OpenSSL cannot compute SHA-256");
    }

    std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX *)> m_context;
};

void addFile(Sha256 &hash, const std::filesystem::path &file)
{
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
        throw Error(ErrorCode::NotFound, "there is no file '" + file.string() + "'", "Check the path");
    if (!std::filesystem::is_regular_file(file, ignored))
        throw Error(ErrorCode::Io, "'" + file.string() + "' is not a file", "Give a file");
    std::ifstream stream(file, std::ios::binary);
    std::array<char, 65536> buffer;
    while (stream.read(buffer.data(), buffer.size()) || stream.gcount() > 0)
        hash.add(buffer.data(), static_cast<std::size_t>(stream.gcount()));
    if (!stream.eof())
        throw Error(ErrorCode::Io, "cannot read '" + file.string() + "'", "Check the file's permissions");
}

} // namespace

std::string sha256(std::span<const std::uint8_t> bytes)
{
    Sha256 hash;
    hash.add(bytes.data(), bytes.size());
    return hash.hex();
}

std::string sha256(const std::string &text)
{
    Sha256 hash;
    hash.add(text.data(), text.size());
    return hash.hex();
}

std::string sha256OfFile(const std::filesystem::path &file)
{
    return sha256OfFiles({&file, 1});
}

std::string sha256OfFiles(std::span<const std::filesystem::path> files)
{
    Sha256 hash;
    for (const std::filesystem::path &file : files)
        addFile(hash, file);
    return hash.hex();
}

} // namespace mutascope
