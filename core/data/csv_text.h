// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace mutascope {

struct CsvRow {
    std::size_t line = 0; // where it begins, from 1
    std::vector<std::string> fields;
};

// Comma-separated values after RFC 4180: fields in quotes may hold separators, line breaks and doubled
// quotes; rows end with CR LF or LF. Rows without a character are left out, a UTF-8 byte order mark too.
// Throws Error{BadData} that names source and line.
void forCsvRows(std::string_view text, char separator, const std::string &source,
                const std::function<void(const CsvRow &)> &callback);

} // namespace mutascope
