// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/versions.h"
#include "core/model/version.h"
#include <nlohmann/json.hpp>
#include <opencv2/core/version.hpp>
#include <sqlite3.h>

namespace mutascope {

std::string versionsJson()
{
    return nlohmann::json({{"mutascope", MUTASCOPE_VERSION},
                           {"torch", torchVersion()},
                           {"opencv", CV_VERSION},
                           {"sqlite", sqlite3_libversion()}})
        .dump();
}

} // namespace mutascope
