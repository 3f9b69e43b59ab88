// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/onnx/layer_path.h"
#include <algorithm>
#include <cctype>
#include <set>

namespace mutascope {

namespace {

using Path = std::vector<std::string>;

constexpr std::size_t deepest = 24; // a module inside another costs a call of it
constexpr std::size_t longestPart = 64;

Path split(const std::string &text, char separator)
{
    Path parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        if (end > begin)
            parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

// TorchScript's source cannot have these as names, and these mean something to a module.
bool isReserved(const std::string &name)
{
    static const std::set<std::string> reserved{
        "False", "None",   "True",  "and",  "as",     "assert",   "async",    "await",    "break", "class",
        "def",   "del",    "elif",  "else", "except", "finally",  "for",      "forward",  "from",  "global",
        "if",    "import", "in",    "is",   "lambda", "not",      "or",       "pass",     "raise", "return",
        "self",  "try",    "while", "with", "yield",  "nonlocal", "continue", "training", "print"};
    return reserved.count(name) != 0;
}

std::string identifier(const std::string &text)
{
    std::string result;
    for (const char c : text.substr(0, longestPart))
        result += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    return isReserved(result) ? result + "_" : result;
}

Path identifiers(Path parts)
{
    if (parts.size() > deepest)
        parts.resize(deepest);
    for (std::string &part : parts)
        part = identifier(part);
    return parts;
}

// A part repeats its parent's name: "layer1/layer1.0" is layer1.0.
Path fromScopes(const Path &scopes)
{
    Path path;
    std::string before;
    for (const std::string &scope : scopes) {
        const bool repeats = !before.empty() && scope.rfind(before + ".", 0) == 0;
        for (std::string &part : split(repeats ? scope.substr(before.size() + 1) : scope, '.'))
            path.push_back(std::move(part));
        before = scope;
    }
    return identifiers(std::move(path));
}

bool endsIn(const std::string &text, const std::string &end)
{
    return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

} // namespace

Path layerPath(const OnnxNode &node, const std::string &weight)
{
    if (isGivenName(weight) && endsIn(weight, ".weight"))
        return identifiers(split(weight.substr(0, weight.size() - 7), '.'));
    Path scopes = split(node.name, '/');
    if (scopes.size() > 1) {
        scopes.pop_back(); // the operator's name
        return fromScopes(scopes);
    }
    if (scopes.empty() || node.name.front() == '/')
        return {};
    return identifiers(split(node.name, '.'));
}

std::string attributeName(const std::string &name, const std::string &fallback)
{
    const std::string last = name.substr(name.find_last_of("./:") + 1);
    if (!isGivenName(name) || last.empty())
        return fallback;
    return identifier(std::isdigit(static_cast<unsigned char>(last[0])) ? "p" + last : last);
}

bool isGivenName(const std::string &name)
{
    const auto digit = [](unsigned char c) { return std::isdigit(c) != 0; };
    return !name.empty() && name.front() != '/' && name.rfind("onnx::", 0) != 0
        && !std::all_of(name.begin(), name.end(), digit);
}

} // namespace mutascope
