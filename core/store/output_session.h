// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/store/session_store.h"
#include <filesystem>
#include <memory>

namespace mutascope {

// The session a run goes into. A file made for a run that then never began is taken away again. Throws as
// SessionStore does.
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

} // namespace mutascope
