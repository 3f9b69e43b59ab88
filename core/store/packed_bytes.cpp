// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/packed_bytes.h"
#include "core/base/error.h"
#include <bit>
#include <cstring>
#include <zlib.h>

namespace mutascope {

static_assert(std::endian::native == std::endian::little, "reals are stored little-endian");

namespace {

constexpr std::size_t sumSize = 4;

std::uint32_t checkSum(std::span<const std::uint8_t> bytes)
{
    return std::uint32_t(::crc32_z(0, bytes.data(), bytes.size()));
}

} // namespace

void Packer::integer(std::int64_t value)
{
    // Zigzag: small numbers stay small whatever their sign.
    std::uint64_t rest = (std::uint64_t(value) << 1) ^ std::uint64_t(value >> 63);
    for (; rest >= 0x80; rest >>= 7)
        m_bytes.push_back(std::uint8_t(rest | 0x80));
    m_bytes.push_back(std::uint8_t(rest));
}

void Packer::real(double value)
{
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(&value);
    m_bytes.insert(m_bytes.end(), bytes, bytes + sizeof value);
}

void Packer::text(const std::string &value)
{
    integer(std::int64_t(value.size()));
    m_bytes.insert(m_bytes.end(), value.begin(), value.end());
}

void Packer::reals(const std::vector<double> &values)
{
    size(values, sizeof(double));
    for (const double value : values)
        real(value);
}

std::vector<std::uint8_t> Packer::finished()
{
    const std::uint32_t sum = checkSum(m_bytes);
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(&sum);
    m_bytes.insert(m_bytes.end(), bytes, bytes + sumSize);
    return std::move(m_bytes);
}

Unpacker::Unpacker(std::span<const std::uint8_t> bytes, std::uint8_t version, std::string_view what)
    : m_what(what)
{
    if (bytes.size() <= sumSize)
        refuse("it is cut off");
    const auto content = bytes.first(bytes.size() - sumSize);
    std::uint32_t sum = 0;
    std::memcpy(&sum, bytes.data() + content.size(), sumSize);
    if (checkSum(content) != sum)
        refuse("its check sum is wrong");
    if (content[0] != version)
        refuse("it is of version " + std::to_string(content[0]));
    m_rest = content.subspan(1);
}

void Unpacker::refuse(const std::string &why) const
{
    throw Error(ErrorCode::BadData, "the session is damaged: " + std::string(m_what) + ": " + why,
                "Use a copy of the session");
}

std::uint8_t Unpacker::next()
{
    if (m_rest.empty())
        refuse("it is cut off");
    const std::uint8_t byte = m_rest.front();
    m_rest = m_rest.subspan(1);
    return byte;
}

std::int64_t Unpacker::integer()
{
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        const std::uint8_t byte = next();
        value |= std::uint64_t(byte & 0x7f) << shift;
        if (byte < 0x80)
            return std::int64_t((value >> 1) ^ (0 - (value & 1)));
    }
    refuse("a number has too many bytes");
}

double Unpacker::real()
{
    double value = 0;
    if (m_rest.size() < sizeof value)
        refuse("it is cut off");
    std::memcpy(&value, m_rest.data(), sizeof value);
    m_rest = m_rest.subspan(sizeof value);
    return value;
}

std::string Unpacker::text()
{
    const std::size_t size = checkedCount(integer(), 1);
    std::string value(m_rest.begin(), m_rest.begin() + std::ptrdiff_t(size));
    m_rest = m_rest.subspan(size);
    return value;
}

void Unpacker::reals(std::vector<double> &values)
{
    size(values, sizeof(double));
    for (double &value : values)
        value = real();
}

void Unpacker::finish() const
{
    if (!m_rest.empty())
        refuse("something follows its end");
}

void Unpacker::checkRange(std::int64_t value, std::int64_t least, std::int64_t most) const
{
    if (value < least || value > most)
        refuse(std::to_string(value) + " is out of range");
}

std::size_t Unpacker::checkedCount(std::int64_t count, std::size_t leastBytes) const
{
    if (count < 0 || std::uint64_t(count) > m_rest.size() / leastBytes)
        refuse("it is cut off");
    return std::size_t(count);
}

} // namespace mutascope
