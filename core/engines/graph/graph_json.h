// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/graph/attributes.h"
#include "core/engines/graph/operator.h"
#include <nlohmann/json.hpp>

// Reading JSON that may be damaged: everything throws Error{BadData}.
namespace mutascope::engines {

[[noreturn]] void throwBadGraph(const std::string &why);
nlohmann::json attributesJson(const Attributes &attributes);
Attributes attributesFrom(const nlohmann::json &json, const Operator &op);
const Operator &operatorFrom(const nlohmann::json &json);
TensorType typeFrom(const nlohmann::json &json);
Fill fillFrom(const nlohmann::json &json);
int indexFrom(const nlohmann::json &json, std::size_t end);

} // namespace mutascope::engines
