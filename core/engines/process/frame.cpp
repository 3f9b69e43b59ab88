// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/process/frame.h"
#include "core/base/error.h"
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace mutascope::engines {

namespace {

constexpr std::string_view magic = "MSE1";
constexpr std::size_t headSize = 16;
constexpr std::uint64_t longestHeader = std::uint64_t(1) << 26;
constexpr std::uint64_t longestBytes = std::uint64_t(1) << 32;

void appendNumber(std::string &text, std::uint64_t number, int size)
{
    for (int i = 0; i < size; ++i)
        text += char((number >> (8 * i)) & 0xff);
}

std::uint64_t numberAt(const std::string &text, std::size_t at, int size)
{
    std::uint64_t number = 0;
    for (int i = 0; i < size; ++i)
        number |= std::uint64_t(std::uint8_t(text[at + std::size_t(i)])) << (8 * i);
    return number;
}

// Fewer only at the end of the input.
std::size_t readUpTo(int file, char *data, std::size_t size)
{
    std::size_t done = 0;
    while (done < size) {
        const ssize_t count = ::read(file, data + done, size - done);
        if (count == 0)
            break;
        if (count < 0 && errno != EINTR)
            throw Error(ErrorCode::Io, std::string("cannot read a message: ") + std::strerror(errno));
        done += count > 0 ? std::size_t(count) : 0;
    }
    return done;
}

[[noreturn]] void throwGarbage()
{
    throw Error(ErrorCode::BadData, "what arrived is no message of the engine protocol");
}

} // namespace

std::string encode(const Message &message)
{
    const std::string header = message.header.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    std::string frame(magic);
    frame.reserve(headSize + header.size() + message.bytes.size());
    appendNumber(frame, header.size(), 4);
    appendNumber(frame, message.bytes.size(), 8);
    frame += header;
    frame += message.bytes;
    return frame;
}

FrameReader::State FrameReader::add(const char *data, std::size_t size)
{
    m_bytes.append(data, size);
    const std::size_t known = std::min(m_bytes.size(), magic.size());
    if (m_bytes.compare(0, known, magic, 0, known) != 0)
        return State::Garbage;
    if (m_bytes.size() < headSize)
        return State::More;
    const std::uint64_t header = numberAt(m_bytes, 4, 4);
    const std::uint64_t bytes = numberAt(m_bytes, 8, 8);
    if (header > longestHeader || bytes > longestBytes || m_bytes.size() > headSize + header + bytes)
        return State::Garbage;
    return m_bytes.size() < headSize + header + bytes ? State::More : parse();
}

FrameReader::State FrameReader::parse()
{
    const std::size_t header = numberAt(m_bytes, 4, 4);
    m_message.header = nlohmann::json::parse(
        m_bytes.begin() + headSize, m_bytes.begin() + std::ptrdiff_t(headSize + header), nullptr, false);
    m_message.bytes = m_bytes.substr(headSize + header);
    m_bytes.clear();
    return m_message.header.is_object() ? State::Complete : State::Garbage;
}

std::optional<Message> readMessage(int file)
{
    std::string head(headSize, '\0');
    const std::size_t count = readUpTo(file, head.data(), head.size());
    if (count == 0)
        return std::nullopt;
    FrameReader reader;
    if (count < headSize || reader.add(head.data(), head.size()) == FrameReader::State::Garbage)
        throwGarbage();
    std::string rest(numberAt(head, 4, 4) + numberAt(head, 8, 8), '\0');
    if (readUpTo(file, rest.data(), rest.size()) != rest.size()
        || reader.add(rest.data(), rest.size()) != FrameReader::State::Complete)
        throwGarbage();
    return reader.take();
}

void writeMessage(int file, const Message &message)
{
    const std::string frame = encode(message);
    for (std::size_t done = 0; done < frame.size();) {
        const ssize_t count = ::write(file, frame.data() + done, frame.size() - done);
        if (count < 0 && errno != EINTR)
            throw Error(ErrorCode::Io, std::string("cannot write a message: ") + std::strerror(errno));
        done += count > 0 ? std::size_t(count) : 0;
    }
}

} // namespace mutascope::engines
