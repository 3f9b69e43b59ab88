// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/guarded_load.h"

// What the two programs tell each other, as JSON.
namespace mutascope {

std::string requestText(const ProbeRequest &request);

// The other program's work: tries the file and describes what came of it, an Error as well. Does not throw.
std::string answerProbe(const std::filesystem::path &file, const std::string &request);

// Throws the Error that an answer holds, and Error{BadData} where it is no answer.
ProbeReport reportOf(const std::string &answer);

} // namespace mutascope
