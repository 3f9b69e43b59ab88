// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/uuid.h"
#include "core/base/hash.h"
#include <chrono>
#include <ctime>
#include <fmt/format.h>
#include <random>

namespace mutascope {

namespace {

// digits: 32 hexadecimal ones, of which version and variant are overwritten.
std::string formatted(std::string digits, char version)
{
    digits[12] = version;
    digits[16] = "89ab"[std::stoi(digits.substr(16, 1), nullptr, 16) & 3];
    for (const std::size_t place : {20, 16, 12, 8})
        digits.insert(place, 1, '-');
    return digits;
}

bool isHexDigit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

} // namespace

std::string randomUuid()
{
    std::random_device device;
    std::string digits;
    for (int word = 0; word < 4; ++word)
        digits += fmt::format("{:08x}", std::uint32_t(device()));
    return formatted(digits, '4');
}

std::string uuidOf(const std::string &text)
{
    return formatted(sha256(text).substr(0, 32), '8'); // 8: of a kind of our own (RFC 9562)
}

bool isUuid(const std::string &text)
{
    if (text.size() != 36)
        return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? text[i] != '-' : !isHexDigit(text[i]))
            return false;
    }
    return true;
}

std::string utcNowMilliseconds()
{
    using namespace std::chrono;
    const auto now = system_clock::now();
    const std::time_t seconds = system_clock::to_time_t(now);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    char text[32];
    const std::string date(text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts));
    return date + fmt::format(".{:03}Z", duration_cast<milliseconds>(now.time_since_epoch()).count() % 1000);
}

} // namespace mutascope
