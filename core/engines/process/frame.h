// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

// What Mutascope and an engine's program tell each other (docs/engine-plugins.md). A frame on the wire:
// "MSE1", the length of the header (4 bytes, little endian), that of the bytes (8 bytes, little endian), the
// header (a JSON object, UTF-8), the bytes.
namespace mutascope::engines {

inline constexpr int protocolVersion = 1;

struct Message {
    nlohmann::json header = nlohmann::json::object();
    std::string bytes;
};

// What a frame begins with, for those who pass frames on without a heap.
struct FrameHead {
    static constexpr std::size_t size = 16;
    std::uint64_t header = 0; // bytes
    std::uint64_t bytes = 0;

    std::array<char, size> encoded() const;
    static FrameHead decoded(const char *head); // of size bytes
    std::uint64_t rest() const { return header + bytes; } // what follows the head
};

std::string encode(const Message &message);

// Puts a frame together from what arrives in pieces.
class FrameReader {
public:
    enum class State { More, Complete, Garbage };
    // Garbage: it does not begin as a frame does, says lengths no message has, or holds no JSON object.
    State add(const char *data, std::size_t size);
    // Of a complete frame.
    Message take() { return std::move(m_message); }

private:
    State parse();

    std::string m_bytes;
    Message m_message;
};

// Blocking, for programs that serve: nothing at the end of the input. Throws Error{BadData} on garbage,
// Error{Io} where it cannot read.
std::optional<Message> readMessage(int file);
void writeMessage(int file, const Message &message); // throws Error{Io}

} // namespace mutascope::engines
