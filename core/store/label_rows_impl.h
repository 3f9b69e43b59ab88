// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/store/label_rows.h"
#include "core/store/session_impl.h"

namespace mutascope {

struct LabelRows::Impl {
    Impl(const std::filesystem::path &file, SessionStore::Mode how) : mode(how), connection(file, how) { }

    template <typename Action> decltype(auto) guard(Action &&action)
    {
        return translated(connection.file(), std::forward<Action>(action));
    }

    SessionStore::Mode mode;
    Connection connection;
};

// Throws Error{NotFound}.
std::int64_t protocolRow(Connection &connection, const ProtocolKey &key);

} // namespace mutascope
