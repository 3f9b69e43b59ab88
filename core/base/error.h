// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <span>
#include <stdexcept>
#include <string>

// The one exception type of the core. what() says what went wrong and why, hint() what to do about it.
// Exceptions of libraries (c10, cv, SQLite) are translated where the library is called.
namespace mutascope {

enum class ErrorCode {
    Usage, // unknown name, key or value, bad combination of options (exit code 2)
    NotFound, // a file or row that does not exist
    BadData, // a damaged, truncated or foreign data file
    BadModel, // a model that cannot be loaded or does not fit its description
    Unsupported, // a valid thing this version cannot do
    Io, // cannot read or write, disk full
    Locked, // a session in use by another program
    NewerVersion, // a file written by a newer version
    Internal, // a fault of ours
};

class Error : public std::runtime_error {
public:
    Error(ErrorCode code, const std::string &what, std::string hint = {})
        : std::runtime_error(what), m_code(code), m_hint(std::move(hint))
    {
    }
    ErrorCode code() const { return m_code; }
    const std::string &hint() const { return m_hint; }
    // "what. hint" on one line.
    std::string message() const;

private:
    ErrorCode m_code;
    std::string m_hint;
};

// 2 for wrong usage, 1 for everything else.
int exitCode(ErrorCode code);

// The candidate nearest to name (edit distance, at most a third of its length), or "" if none is near.
std::string nearestName(const std::string &name, std::span<const std::string> candidates);

// Throws Error{Usage}: "unknown <kind> 'name'", with the nearest candidate or the first 30 as hint.
[[noreturn]] void throwUnknownName(const std::string &kind, const std::string &name,
                                   std::span<const std::string> candidates);

} // namespace mutascope
