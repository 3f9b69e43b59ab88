// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/run_data.h"
#include "core/base/hash.h"

namespace mutascope {

std::string artefactKey(const std::string &kind, const nlohmann::json &description)
{
    return sha256(kind + '\n' + description.dump());
}

} // namespace mutascope
