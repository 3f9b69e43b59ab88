// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/output_session.h"

namespace mutascope {

namespace {

bool isThere(const std::filesystem::path &file)
{
    std::error_code ignored;
    return std::filesystem::exists(file, ignored);
}

} // namespace

OutputSession::OutputSession(const std::filesystem::path &file)
    : m_file(file), m_fresh(!isThere(file)),
      m_store(std::make_unique<SessionStore>(file, SessionStore::Mode::Create))
{
}

OutputSession::~OutputSession()
{
    try {
        const bool unused = m_fresh && m_store->runs().empty();
        m_store.reset();
        if (unused)
            std::filesystem::remove(m_file);
    } catch (const std::exception &) {
        // An empty session left behind does no harm.
    }
}

} // namespace mutascope
