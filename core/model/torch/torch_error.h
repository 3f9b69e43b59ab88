// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/error.h"
#include <string>
#include <utility>

namespace mutascope {

// The line of a LibTorch message that a person can use: without stack traces and TorchScript tracebacks.
std::string plainMessage(const std::exception &error);

// Runs work; what LibTorch throws becomes Error{BadModel, "<what>: <its message>", hint}.
template <typename Work> auto translated(const std::string &what, const std::string &hint, const Work &work)
{
    try {
        return work();
    } catch (const Error &) {
        throw;
    } catch (const std::bad_alloc &) {
        throw Error(ErrorCode::BadModel, what + ": not enough memory", "Use a smaller batch");
    } catch (const std::exception &error) {
        throw Error(ErrorCode::BadModel, what + ": " + plainMessage(error), hint);
    }
}

} // namespace mutascope
