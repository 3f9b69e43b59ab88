// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/error.h"

namespace mutascope {

// A wrong entry of a project file; key as "model.mean[1]", so that whoever has the text can find its line.
class ProjectKeyError : public Error {
public:
    ProjectKeyError(std::string key, const std::string &what, std::string hint = {})
        : Error(ErrorCode::BadData, "project: " + what, std::move(hint)), m_key(std::move(key)), m_what(what)
    {
    }
    const std::string &key() const { return m_key; }
    const std::string &bareWhat() const { return m_what; } // without "project: "

private:
    std::string m_key;
    std::string m_what;
};

} // namespace mutascope
