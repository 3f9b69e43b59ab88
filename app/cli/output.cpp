// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"
#include "core/base/error.h"
#include <algorithm>
#include <cerrno>
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

} // namespace

void printText(const std::string &text)
{
    std::string_view rest = text;
    while (!rest.empty()) {
        const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
        if (written < 0 && errno != EINTR)
            throwUnwritable();
        rest.remove_prefix(written < 0 ? 0 : std::size_t(written));
    }
}

void printJson(const nlohmann::json &object)
{
    printText(object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

void printMessage(const std::string &text)
{
    const std::string line = "mutascope-cli: " + text + "\n";
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
