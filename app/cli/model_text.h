// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/dataset.h"
#include "core/model/model.h"
#include <nlohmann/json_fwd.hpp>
#include <string>

// Models and data sets for people and for programs.
namespace mutascope::cli {

nlohmann::json modelJson(const Model &model);
std::string modelText(const Model &model);
nlohmann::json specJson(const ModelSpec &spec); // modelJson() without the layers
std::string pixelsText(const ModelSpec &spec); // "divided by 255, minus 0.5, divided by 0.5"
const char *outputKind(const ModelSpec &spec); // "logits"
nlohmann::json dataJson(const Dataset &data);
std::string dataText(const Dataset &data);

} // namespace mutascope::cli
