// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/store/session_store.h"
#include <filesystem>
#include <map>
#include <memory>

namespace mutascope::cli {

// That --out names a session or a new file, in a folder that can be written. Throws Error{Usage|Io|NotFound}.
void checkSessionOutput(const std::filesystem::path &file);

// The session a run goes into. A file made for a run that then never began is taken away again.
class OutputSession {
public:
    explicit OutputSession(const std::filesystem::path &file);
    ~OutputSession();
    OutputSession(const OutputSession &) = delete;
    OutputSession &operator=(const OutputSession &) = delete;
    SessionStore &store() { return *m_store; }

private:
    std::filesystem::path m_file;
    bool m_fresh;
    std::unique_ptr<SessionStore> m_store;
};

// NAME=VALUE of each --set. Throws Error{Usage}.
std::map<std::string, std::string> settingsOf(const std::vector<std::string> &texts);

} // namespace mutascope::cli
