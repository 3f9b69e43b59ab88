// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/writer_lock.h"
#include "core/base/error.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace mutascope {

namespace {

[[noreturn]] void throwCannotLock(const std::filesystem::path &file, const std::string &why)
{
    throw Error(ErrorCode::Io, "cannot write beside session '" + file.string() + "': " + why,
                "Its folder must be writable, on a file system with locks; copy the session to another "
                "folder or open it for reading only");
}

int openLockFile(const std::filesystem::path &lockFile)
{
    const int flags = O_CLOEXEC | O_NOFOLLOW;
    const int writable = ::open(lockFile.c_str(), O_RDWR | O_CREAT | flags, 0666);
    if (writable >= 0 || (errno != EACCES && errno != EPERM))
        return writable;
    // Left behind by another user: the lock works on a descriptor for reading, too.
    const int cause = errno;
    const int readable = ::open(lockFile.c_str(), O_RDONLY | flags);
    if (readable < 0)
        errno = cause;
    return readable;
}

// Between open and flock the last holder may have removed the file: then the lock is on a nameless one.
bool stillNamed(int descriptor, const std::filesystem::path &lockFile)
{
    struct stat held { };
    struct stat named { };
    return ::fstat(descriptor, &held) == 0 && ::stat(lockFile.c_str(), &named) == 0
        && held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

// Who holds the lock, for the message of the one who does not get it. Best effort.
void writeOwner(int descriptor)
{
    const std::string text = std::to_string(::getpid()) + "\n";
    if (::ftruncate(descriptor, 0) == 0) {
        [[maybe_unused]] const ssize_t written = ::pwrite(descriptor, text.data(), text.size(), 0);
    }
}

} // namespace

std::filesystem::path WriterLock::lockFileOf(const std::filesystem::path &file)
{
    return file.string() + "-lock";
}

WriterLock::WriterLock(const std::filesystem::path &file, std::chrono::milliseconds patience)
    : m_file(file), m_lockFile(lockFileOf(file))
{
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (!tryAcquire()) {
        if (std::chrono::steady_clock::now() >= deadline)
            throwLocked();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    writeOwner(m_descriptor);
}

WriterLock::~WriterLock()
{
    ::unlink(m_lockFile.c_str()); // before the lock goes, so that only its holder removes the file
    ::close(m_descriptor);
}

bool WriterLock::tryAcquire()
{
    const int descriptor = openLockFile(m_lockFile);
    if (descriptor < 0)
        throwCannotLock(m_file, std::strerror(errno));
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && stillNamed(descriptor, m_lockFile)) {
        m_descriptor = descriptor;
        return true;
    }
    const int cause = errno;
    const bool named = stillNamed(descriptor, m_lockFile);
    ::close(descriptor);
    if (named && cause != EWOULDBLOCK && cause != EINTR)
        throwCannotLock(m_file, std::strerror(cause));
    return false;
}

void WriterLock::throwLocked() const
{
    std::string owner;
    std::ifstream(m_lockFile) >> owner;
    const bool known = !owner.empty() && owner.find_first_not_of("0123456789") == std::string::npos;
    if (known && owner == std::to_string(::getpid()))
        throw Error(
            ErrorCode::Locked,
            "session '" + m_file.string() + "' is being written by something else in this program",
            "Wait until that has ended, or leave the page where it is labelled; reading it is possible "
            "meanwhile");
    throw Error(ErrorCode::Locked,
                "session '" + m_file.string() + "' is being written by "
                    + (known ? "another program (process " + owner + ")" : "another program"),
                "Wait until that run has finished, close the other window, or choose another file; reading "
                "it is possible meanwhile");
}

} // namespace mutascope
