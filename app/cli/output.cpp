// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"
#include "app/cli/printable.h"
#include "core/base/error.h"
#include "core/base/output_file.h"
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace mutascope::cli {

namespace {

[[noreturn]] void throwUnwritable()
{
    if (errno == EPIPE)
        throw OutputClosed();
    throw Error(ErrorCode::Io, std::string("cannot write to the standard output: ") + std::strerror(errno));
}

// Characters, not bytes: names may hold letters outside ASCII.
std::size_t widthOf(const std::string &text)
{
    return std::size_t(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

// Bytes of the control character there, U+0000 to U+001F and U+007F to U+009F in UTF-8; 0: it is none.
std::size_t controlLength(const std::string &text, std::size_t at)
{
    const auto byte = std::uint8_t(text[at]);
    const auto next = at + 1 < text.size() ? std::uint8_t(text[at + 1]) : 0U;
    if (byte == 0xc2 && next >= 0x80 && next < 0xa0)
        return 2;
    return byte < ' ' || byte == 0x7f ? 1 : 0;
}

// JSON without what it allows in texts and a terminal would obey.
std::string escaped(const std::string &json)
{
    std::string out;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const std::size_t length = controlLength(json, i);
        out += length == 0 ? std::string(1, json[i])
                           : fmt::format("\\u{:04x}", std::uint8_t(json[length == 2 ? i + 1 : i]));
        i += length == 2 ? 1 : 0;
    }
    return out;
}

void writeAll(std::string_view rest)
{
    while (!rest.empty()) {
        const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
        if (written < 0 && errno != EINTR)
            throwUnwritable();
        rest.remove_prefix(written < 0 ? 0 : std::size_t(written));
    }
}

} // namespace

std::string printable(const std::string &text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t length = controlLength(text, i);
        out += length > 0 && text[i] != '\n' && text[i] != '\t' ? '?' : text[i];
        i += length > 1 ? 1 : 0;
    }
    return out;
}

void printText(const std::string &text)
{
    writeAll(printable(text));
}

void printJson(const nlohmann::json &object)
{
    writeAll(escaped(object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)) + "\n");
}

void printOrWrite(const std::string &text, const std::string &file)
{
    if (file.empty())
        printText(text);
    else
        replaceFile(file, text);
}

void printMessage(const std::string &text)
{
    const std::string line = "mutascope-cli: " + printable(text) + "\n";
    std::fwrite(line.data(), 1, line.size(), stderr);
    std::fflush(stderr);
}

std::vector<std::size_t> Table::widths() const
{
    std::vector<std::size_t> out;
    for (const auto &row : m_rows) {
        out.resize(std::max(out.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i)
            out[i] = std::max(out[i], widthOf(row[i]));
    }
    return out;
}

std::string Table::text(const std::string &indent) const
{
    const std::vector<std::size_t> columns = widths();
    std::string out;
    for (const auto &row : m_rows) {
        std::string line = indent;
        for (std::size_t i = 0; i < row.size(); ++i)
            line += row[i] + std::string(columns[i] - widthOf(row[i]) + 2, ' ');
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    return out;
}

std::string joined(const std::vector<std::string> &words, const std::string &separator)
{
    return fmt::format("{}", fmt::join(words, separator));
}

std::string grouped(std::int64_t number)
{
    std::string digits = std::to_string(number);
    const std::ptrdiff_t first = number < 0 ? 1 : 0;
    for (auto at = std::ptrdiff_t(digits.size()) - 3; at > first; at -= 3)
        digits.insert(std::size_t(at), 1, ',');
    return digits;
}

std::string percent(double share)
{
    // Nearly all is not all: one of 100,000 that is missing must not read 100.00 %.
    return fmt::format("{:.2f} %", share < 1 ? std::min(share * 100, 99.99) : share * 100);
}

std::string plural(std::int64_t count, const std::string &one, const std::string &many)
{
    return grouped(count) + " " + (count == 1 ? one : many.empty() ? one + "s" : many);
}

} // namespace mutascope::cli
