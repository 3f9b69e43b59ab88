// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/error.h"
#include <functional>
#include <gtest/gtest.h>

namespace mutascope {

// The code of the error that call throws, which must have a hint; a failure of the test where it throws none.
inline ErrorCode codeOf(const std::function<void()> &call)
{
    try {
        call();
    } catch (const Error &error) {
        EXPECT_FALSE(error.hint().empty()) << error.what();
        return error.code();
    }
    ADD_FAILURE() << "no error";
    return ErrorCode::Internal;
}

} // namespace mutascope
