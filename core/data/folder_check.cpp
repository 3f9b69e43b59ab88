// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/folder_check.h"
#include "core/base/error.h"
#include <fmt/format.h>

namespace mutascope {

void checkFolder(const std::filesystem::path &folder, const std::string &hint)
{
    std::error_code ignored;
    if (!std::filesystem::exists(folder, ignored))
        throw Error(ErrorCode::NotFound, fmt::format("there is no folder '{}'", folder.string()),
                    "Check the path");
    if (!std::filesystem::is_directory(folder, ignored))
        throw Error(ErrorCode::BadData,
                    fmt::format("'{}' is a file where a folder is expected", folder.string()), hint);
}

} // namespace mutascope
