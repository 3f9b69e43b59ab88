// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/cli/options.h"
#include "core/run/model_import.h"
#include <map>

namespace mutascope::cli {

// What 'new' is given about a model and its data, as texts.
struct ImportTexts {
    std::string model;
    std::string data;
    std::string format;
    std::string input;
    std::optional<double> scale;
    std::string mean;
    std::string std;
    std::string channelOrder;
    std::string output;
    std::string classes; // a file
    std::vector<std::string> dataOptions; // "name=value"
    std::map<std::string, std::string> subset; // "first" -> "1000"
    bool blackBox = false;
    std::int64_t images = 0;
};

// texts must live as long as the parser.
void addImportOptions(CLI::App &command, ImportTexts &texts);

// Throws Error{Usage|BadData|NotFound}.
ImportRequest importRequestOf(const ImportTexts &texts);

} // namespace mutascope::cli
