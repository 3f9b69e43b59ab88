// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/session_folder.h"

#include "core/base/error.h"

namespace mutascope::bridge {

void makeFolderOf(const std::filesystem::path &file)
{
    std::error_code failure;
    const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
    std::filesystem::create_directories(folder, failure);
    if (failure)
        throw Error(ErrorCode::Io, "cannot make the folder '" + folder.string() + "': " + failure.message(),
                    "Choose another place for the session");
}

} // namespace mutascope::bridge
