// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace mutascope {

// Bytes of a state, of a criterion or a search: little-endian whatever the machine, with a checksum at the
// end, so that a session file moves between machines and damage is seen before anything is believed.
class StateWriter {
public:
    void u32(std::uint32_t value) { put(value, 4); }
    void u64(std::uint64_t value) { put(value, 8); }
    void f32(float value);
    void f64(double value);
    void text(std::string_view value); // length, then bytes
    void words(std::span<const std::uint64_t> values); // length, then values
    const std::string &bytes() const { return m_bytes; }
    // The bytes so far and their checksum.
    std::string sealed() const;

private:
    void put(std::uint64_t value, int bytes);
    std::string m_bytes;
};

// Every read checks what is left first and throws Error{BadData}.
class StateReader {
public:
    explicit StateReader(std::string_view bytes) : m_rest(bytes) { }
    // Checks and removes the checksum of StateWriter::sealed().
    static StateReader unsealed(std::string_view bytes);

    std::uint32_t u32() { return std::uint32_t(take(4)); }
    std::uint64_t u64() { return take(8); }
    float f32();
    double f64();
    // A view into the bytes given to the constructor.
    std::string_view text();
    // Checks that as many values follow before target.size() of them are read.
    void words(std::span<std::uint64_t> target);
    std::size_t remaining() const { return m_rest.size(); }
    void expectEnd() const;

private:
    std::uint64_t take(std::size_t bytes);
    std::string_view m_rest;
};

[[noreturn]] void throwBadState(const std::string &why);

} // namespace mutascope
