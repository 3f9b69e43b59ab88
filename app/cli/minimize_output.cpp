// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/minimize_output.h"
#include "app/cli/output.h"
#include "app/cli/paths.h"
#include "core/base/error.h"
#include "core/run/run.h"
#include <fmt/format.h>

namespace mutascope::cli {

namespace fs = std::filesystem;

namespace {

bool isFolder(const fs::path &out)
{
    std::error_code ignored;
    return fs::is_directory(out, ignored) || (out.extension() != ".mscope" && !fs::exists(out, ignored));
}

} // namespace

void checkDerivedTarget(const fs::path &out)
{
    std::error_code ignored;
    if (!isFolder(out)) {
        const PathKind kind = kindOf(out);
        if (kind == PathKind::Other)
            throw Error(ErrorCode::Usage, fmt::format("--out: '{}' is no session file", out.string()),
                        "Name a new FILE.mscope, a session to add the run to, or a new folder");
        return checkOutputFile(out, PathKind::Session);
    }
    if (fs::is_directory(out, ignored) && !fs::is_empty(out, ignored))
        throw Error(ErrorCode::Usage, fmt::format("--out: the folder '{}' is not empty", out.string()),
                    "Name a new folder, or a session file ending in .mscope");
    const fs::path parent = fs::absolute(out).lexically_normal().parent_path();
    if (!fs::is_directory(out, ignored) && !fs::is_directory(parent, ignored))
        throw Error(ErrorCode::NotFound, fmt::format("there is no folder '{}'", parent.string()),
                    "Make it first, or choose another place for the output");
}

WrittenRun writeDerivedRun(const DerivedRun &run, Model &verifier, const fs::path &out, RunControl &control)
{
    WrittenRun written{out, isFolder(out), {}};
    SessionStore store(written.folder ? fs::path(":memory:") : out, SessionStore::Mode::Create);
    written.stored = storeDerivedRun(store, run, verifier);
    if (written.folder) {
        exportRun(store, written.stored.run, out, {}, control);
        written.stored.run = 0;
    }
    return written;
}

nlohmann::json jsonOf(const WrittenRun &written)
{
    return {{"out", written.out.string()},
            {"run", written.folder ? nlohmann::json() : nlohmann::json(written.stored.run)},
            {"failing", written.stored.failing},
            {"verified", written.stored.verified}};
}

std::string textOf(const WrittenRun &written)
{
    const std::string where = written.folder ? "PNG files" : fmt::format("run {}", written.stored.run);
    return fmt::format("{}: {}, {}, {} verified\n", written.out.string(), where,
                       plural(written.stored.failing, "failing test"), grouped(written.stored.verified));
}

} // namespace mutascope::cli
