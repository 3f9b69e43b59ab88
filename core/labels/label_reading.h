// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/labels/label_files.h"

namespace mutascope {

// Columns of Csv and keys of JsonLines, in this order; those an import does not need are only written.
const std::vector<std::string> &labelColumns();

// Throw Error{BadData} where text is none of the format; single rows that are not understood become refused.
std::vector<IncomingLabel> readLabelCsv(const std::string &text, const std::string &source,
                                        LabelProblems &refused);
std::vector<IncomingLabel> readLabelLines(const std::string &text, const std::string &source,
                                          LabelProblems &refused);
std::vector<IncomingLabel> readLabelStudio(const std::string &text, const std::string &source,
                                           LabelProblems &refused);

// The words of Label Studio's choices, one a verdict: "dog"; "class 3: dog" where several have that name.
std::vector<std::string> labelStudioChoices(const LabelProtocol &protocol);
std::string labelStudioChoice(const LabelVerdict &verdict, const LabelProtocol &protocol);

} // namespace mutascope
