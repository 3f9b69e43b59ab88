// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <chrono>
#include <filesystem>

namespace mutascope {

// The right to write a session: an advisory flock(2) on FILE-lock. The kernel drops it with the process,
// however that ends, so a file left behind locks nobody out. It is a file of its own because closing a second
// descriptor of the session itself would drop the POSIX locks SQLite holds in this process.
class WriterLock {
public:
    // Waits up to patience for another holder. Throws Error{Locked|Io}.
    WriterLock(const std::filesystem::path &file, std::chrono::milliseconds patience);
    ~WriterLock();
    WriterLock(const WriterLock &) = delete;
    WriterLock &operator=(const WriterLock &) = delete;

    static std::filesystem::path lockFileOf(const std::filesystem::path &file);

private:
    bool tryAcquire();
    [[noreturn]] void throwLocked() const;

    std::filesystem::path m_file;
    std::filesystem::path m_lockFile;
    int m_descriptor = -1;
};

} // namespace mutascope
