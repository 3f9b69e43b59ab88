// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/state_codec.h"
#include "core/base/error.h"
#include <array>
#include <bit>

namespace mutascope {

namespace {

constexpr std::size_t checksumBytes = 8;

// FNV-1a, 64 bits: against accidents, not against forgers (the values are checked one by one as well).
std::uint64_t checksum(std::string_view bytes)
{
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char byte : bytes)
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
    return hash;
}

} // namespace

void throwBadState(const std::string &why)
{
    throw Error(ErrorCode::BadData, "the saved state cannot be used: " + why,
                "The file is damaged, or belongs to another model, layer set or configuration");
}

void StateWriter::put(std::uint64_t value, int bytes)
{
    std::array<char, 8> ordered{};
    for (std::size_t i = 0; i < ordered.size(); ++i)
        ordered[i] = char(value >> (8 * i) & 0xff);
    m_bytes.append(ordered.data(), std::size_t(bytes));
}

void StateWriter::f32(float value)
{
    u32(std::bit_cast<std::uint32_t>(value));
}

void StateWriter::f64(double value)
{
    u64(std::bit_cast<std::uint64_t>(value));
}

void StateWriter::text(std::string_view value)
{
    u64(value.size());
    m_bytes += value;
}

void StateWriter::words(std::span<const std::uint64_t> values)
{
    u64(values.size());
    m_bytes.reserve(m_bytes.size() + 8 * values.size());
    for (const std::uint64_t value : values)
        u64(value);
}

std::string StateWriter::sealed() const
{
    StateWriter end;
    end.u64(checksum(m_bytes));
    return m_bytes + end.m_bytes;
}

StateReader StateReader::unsealed(std::string_view bytes)
{
    if (bytes.size() < checksumBytes)
        throwBadState("it is too short");
    const std::string_view body = bytes.substr(0, bytes.size() - checksumBytes);
    StateReader end(bytes.substr(body.size()));
    if (end.u64() != checksum(body))
        throwBadState("its checksum is wrong");
    return StateReader(body);
}

std::uint64_t StateReader::take(std::size_t bytes)
{
    if (m_rest.size() < bytes)
        throwBadState("it ends too early");
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i)
        value |= std::uint64_t(static_cast<unsigned char>(m_rest[i])) << (8 * i);
    m_rest.remove_prefix(bytes);
    return value;
}

float StateReader::f32()
{
    return std::bit_cast<float>(u32());
}

double StateReader::f64()
{
    return std::bit_cast<double>(u64());
}

std::string_view StateReader::text()
{
    const std::uint64_t length = u64();
    if (length > m_rest.size())
        throwBadState("it ends too early");
    const std::string_view value = m_rest.substr(0, length);
    m_rest.remove_prefix(length);
    return value;
}

void StateReader::words(std::span<std::uint64_t> target)
{
    if (u64() != target.size() || m_rest.size() / 8 < target.size())
        throwBadState("its size is another");
    for (std::uint64_t &value : target)
        value = u64();
}

void StateReader::expectEnd() const
{
    if (!m_rest.empty())
        throwBadState("it is too long");
}

} // namespace mutascope
