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
constexpr std::size_t headSize = FrameHead::size;
constexpr std::uint64_t longestHeader = std::uint64_t(1) << 26;
constexpr std::uint64_t longestBytes = std::uint64_t(1) << 32;

void putNumber(char *place, std::uint64_t number, int size)
{
    for (int i = 0; i < size; ++i)
        place[i] = char((number >> (8 * i)) & 0xff);
}

std::uint64_t numberAt(const char *place, int size)
{
    std::uint64_t number = 0;
    for (int i = 0; i < size; ++i)
        number |= std::uint64_t(std::uint8_t(place[i])) << (8 * i);
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

std::array<char, FrameHead::size> FrameHead::encoded() const
{
    std::array<char, size> head{};
    std::ranges::copy(magic, head.begin());
    putNumber(head.data() + 4, header, 4);
    putNumber(head.data() + 8, bytes, 8);
    return head;
}

FrameHead FrameHead::decoded(const char *head)
{
    return {numberAt(head + 4, 4), numberAt(head + 8, 8)};
}

std::string encode(const Message &message)
{
    const std::string header = message.header.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    const auto head = FrameHead{header.size(), message.bytes.size()}.encoded();
    std::string frame;
    frame.reserve(headSize + header.size() + message.bytes.size());
    frame.append(head.data(), head.size());
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
    const FrameHead head = FrameHead::decoded(m_bytes.data());
    if (head.header > longestHeader || head.bytes > longestBytes || m_bytes.size() > headSize + head.rest())
        return State::Garbage;
    return m_bytes.size() < headSize + head.rest() ? State::More : parse();
}

FrameReader::State FrameReader::parse()
{
    const std::size_t header = FrameHead::decoded(m_bytes.data()).header;
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
    std::string rest(FrameHead::decoded(head.data()).rest(), '\0');
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
