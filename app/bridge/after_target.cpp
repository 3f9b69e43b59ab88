// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/after_target.h"

#include "app/bridge/convert.h"
#include "core/store/writer_lock.h"

#include <thread>

namespace mutascope::bridge {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds lockPatience(2000); // pages that are left give their lock back
constexpr std::chrono::milliseconds stoppedPatience(3000); // what was reached is worth that much
constexpr std::chrono::milliseconds pollInterval(100);

std::unique_ptr<SessionStore> tryOpen(const QString &file)
{
    try {
        return std::make_unique<SessionStore>(toPath(file), SessionStore::Mode::Create);
    } catch (const Error &error) {
        if (error.code() == ErrorCode::Locked)
            return nullptr;
        throw;
    }
}

} // namespace

void checkTarget(const QString &file)
{
    const fs::path path = toPath(file);
    const fs::path folder = fs::absolute(path).lexically_normal().parent_path();
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored))
        throw Error(ErrorCode::NotFound, "there is no folder '" + folder.string() + "'",
                    "Make it first, or choose another place for the session");
    if (fs::exists(path, ignored))
        const SessionStore session(path, SessionStore::Mode::ReadOnly);
    const WriterLock lock(path, lockPatience);
}

std::unique_ptr<SessionStore> openTarget(const QString &file, RunControl &control, JobInbox &inbox)
{
    std::optional<Clock::time_point> deadline;
    for (;;) {
        if (auto store = tryOpen(file))
            return store;
        inbox.setPhase(QStringLiteral("waiting until nothing else writes the session"), -1);
        if (control.stopRequested() && !deadline)
            deadline = Clock::now() + stoppedPatience;
        if (deadline && Clock::now() >= *deadline)
            return std::make_unique<SessionStore>(toPath(file),
                                                  SessionStore::Mode::Create); // says who has it
        std::this_thread::sleep_for(pollInterval);
    }
}

} // namespace mutascope::bridge
