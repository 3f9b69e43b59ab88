// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/error.h"
#include <gtest/gtest.h>
#include <string>

namespace mutascope {

// Runs action, which must throw Error{code} with `part` in its message; the message is one line and begins
// in lower case.
template <typename Action> void expectError(ErrorCode code, const std::string &part, Action action)
{
    SCOPED_TRACE("expected: " + part);
    try {
        action();
        ADD_FAILURE() << "no error";
    } catch (const Error &e) {
        const std::string message = e.message();
        EXPECT_EQ(e.code(), code) << message;
        EXPECT_NE(message.find(part), std::string::npos) << message;
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
        EXPECT_FALSE(message.empty() || (message[0] >= 'A' && message[0] <= 'Z' && message[1] >= 'a'))
            << message;
    }
}

} // namespace mutascope
