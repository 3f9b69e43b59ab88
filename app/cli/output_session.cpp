// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output_session.h"
#include "app/cli/paths.h"
#include "core/base/error.h"
#include <fmt/format.h>

namespace mutascope::cli {

namespace fs = std::filesystem;

void checkSessionOutput(const fs::path &file)
{
    const PathKind kind = kindOf(file);
    if (kind == PathKind::Model || kind == PathKind::Data || kind == PathKind::Project)
        if (std::error_code error; fs::exists(file, error))
            throw Error(ErrorCode::Usage,
                        fmt::format("--out: '{}' is {}, not a session file", file.string(), describe(kind)),
                        "Name a new .mscope file, or a session to add the run to");
    checkOutputFile(file, PathKind::Session);
}

OutputSession::OutputSession(const fs::path &file) : m_file(file), m_fresh(kindOf(file) == PathKind::Missing)
{
    m_store = std::make_unique<SessionStore>(file, SessionStore::Mode::Create);
}

OutputSession::~OutputSession()
{
    try {
        const bool unused = m_fresh && m_store->runs().empty();
        m_store.reset();
        if (unused)
            fs::remove(m_file);
    } catch (const std::exception &) {
        // An empty session left behind does no harm.
    }
}

std::map<std::string, std::string> settingsOf(const std::vector<std::string> &texts)
{
    std::map<std::string, std::string> out;
    for (const std::string &text : texts) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            throw Error(ErrorCode::Usage, fmt::format("--set: '{}' is not NAME=VALUE", text),
                        "For example: --set batch-size=64");
        if (!out.emplace(text.substr(0, equals), text.substr(equals + 1)).second)
            throw Error(ErrorCode::Usage, fmt::format("--set: '{}' is given twice", text.substr(0, equals)));
    }
    return out;
}

} // namespace mutascope::cli
