// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

// Results go to the standard output, everything else (progress, messages) to the standard error.
namespace mutascope::cli {

// Thrown where the reader of the standard output has gone away ("| head"): there is nobody to tell.
class OutputClosed { };

void printText(const std::string &text); // throws Error{Io} or OutputClosed
void printJson(const nlohmann::json &object); // on one line
void printOrWrite(const std::string &text, const std::string &file); // into the file, where one is named

void printMessage(const std::string &text); // "mutascope-cli: text" on the standard error

// Columns that line up; the last one may be of any length.
class Table {
public:
    void add(std::vector<std::string> row) { m_rows.push_back(std::move(row)); }
    std::string text(const std::string &indent = "") const;

private:
    std::vector<std::size_t> widths() const;
    std::vector<std::vector<std::string>> m_rows;
};

std::string joined(const std::vector<std::string> &words, const std::string &separator = ", ");
std::string grouped(std::int64_t number); // 12,345
std::string percent(double share); // "12.34 %"
std::string plural(std::int64_t count, const std::string &one, const std::string &many = {}); // "2 tests"

} // namespace mutascope::cli
