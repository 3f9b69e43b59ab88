// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/training.h"
#include <CLI/CLI.hpp>
#include <map>
#include <string>

namespace mutascope::cli {

// What was given of a training's parameters, name -> text: which defaults and ranges hold is known once the
// architecture is.
using TrainTexts = std::map<std::string, std::string>;

// One option a training parameter: --epochs, --learning-rate (also --lr), ...
void addTrainingParameters(CLI::App &command, TrainTexts &texts);

// The options of an architecture's training. Throws Error{Usage}.
TrainOptions trainOptionsFrom(const std::string &architecture, const TrainTexts &texts);

} // namespace mutascope::cli
