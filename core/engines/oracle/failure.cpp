// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/oracle/failure.h"
#include <array>
#include <fmt/format.h>
#include <regex>

namespace mutascope::engines {

namespace {

constexpr std::array<const char *, 3> stageNames = {"conversion", "inference", "comparison"};
constexpr std::array<const char *, 11> symptomNames
    = {"refused", "exception", "crash",      "hang",       "out of memory",    "sanitizer",
       "garbage", "shape",     "not finite", "difference", "not deterministic"};

struct Replacement {
    std::regex what;
    const char *by;
};

// In this order: names before the numbers in them. A node is named after its operator, which stays.
const std::vector<Replacement> &replacements()
{
    static const std::vector<Replacement> all = {
        {std::regex(R"(0x[0-9a-fA-F]+)"), "#"},
        {std::regex(R"((?:\.{0,2}/)+(?:[\w.+-]+/)*([\w.+-]+))"), "$1"}, // a path: its file
        {std::regex(R"(\b([A-Z][A-Za-z0-9]*)_\d+\b)"), "$1"}, // a node
        {std::regex(R"(\b[vc]\d+_\d+\b|\bx\d+\b)"), "#"}, // a value, a constant, an input
        {std::regex(R"([-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)"), "#"},
        {std::regex(R"(#(?:(?:\s*[x,*]\s*|\s+)#)+)"), "#"}, // a list of numbers, whatever its length
        {std::regex(R"(\s+)"), " "},
    };
    return all;
}

constexpr std::size_t longestMessage = 2000; // std::regex recurses

std::string normalised(const std::string &message)
{
    std::string text = message.substr(0, longestMessage);
    for (const Replacement &one : replacements())
        text = std::regex_replace(text, one.what, one.by);
    return text;
}

} // namespace

const char *nameOf(FailureStage stage)
{
    return stageNames[std::size_t(stage)];
}

const char *nameOf(Symptom symptom)
{
    return symptomNames[std::size_t(symptom)];
}

std::string EngineFailure::signature() const
{
    const bool byOperators = stage == FailureStage::Comparison && !operators.empty();
    return fmt::format("{} | {} | {} | {}", engine, nameOf(stage), nameOf(symptom),
                       byOperators ? operators : normalised(message));
}

} // namespace mutascope::engines
