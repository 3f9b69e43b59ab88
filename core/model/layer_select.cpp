// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/model/model.h"
#include <algorithm>
#include <set>

namespace mutascope {

namespace {

const std::vector<std::string> kinds = {"conv", "linear", "activation", "pool", "norm", "softmax"};

std::string trimmed(const std::string &text)
{
    const auto begin = text.find_first_not_of(" \t");
    return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::vector<std::string> split(const std::string &patterns)
{
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= patterns.size();) {
        const auto end = std::min(patterns.find(',', begin), patterns.size());
        parts.push_back(trimmed(patterns.substr(begin, end - begin)));
        begin = end + 1;
    }
    std::erase(parts, "");
    return parts;
}

// '*' stands for any run of characters.
bool globMatches(const char *pattern, const char *text)
{
    for (; *pattern != '\0' && *pattern != '*'; ++pattern, ++text)
        if (*pattern != *text)
            return false;
    if (*pattern == '\0')
        return *text == '\0';
    do {
        if (globMatches(pattern + 1, text))
            return true;
    } while (*text++ != '\0');
    return false;
}

template <typename Predicate>
void addWhere(const std::vector<LayerInfo> &layers, std::set<int> &chosen, const Predicate &wanted)
{
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (wanted(layers[i]))
            chosen.insert(int(i));
}

void addDefault(const std::vector<LayerInfo> &layers, std::set<int> &chosen)
{
    const auto ofKind = [](const std::string &kind) {
        return [kind](const LayerInfo &layer) { return layer.kind == kind; };
    };
    if (std::none_of(layers.begin(), layers.end(), ofKind("activation"))) {
        addWhere(layers, chosen, ofKind("conv"));
        addWhere(layers, chosen, ofKind("linear"));
        if (chosen.empty()) // operations of other kinds only: better all of them than no coverage
            addWhere(layers, chosen, [](const LayerInfo &) { return true; });
        return;
    }
    addWhere(layers, chosen, ofKind("activation"));
    const auto last = std::find_if(layers.rbegin(), layers.rend(), ofKind("linear"));
    if (last != layers.rend())
        chosen.insert(int(layers.rend() - last) - 1);
}

[[noreturn]] void throwUnknownLayer(const std::vector<LayerInfo> &layers, const std::string &pattern)
{
    std::vector<std::string> names = {"default", "all"};
    names.insert(names.end(), kinds.begin(), kinds.end());
    for (const auto &layer : layers)
        names.push_back(layer.name);
    throwUnknownName("layer", pattern, names);
}

void addPattern(const std::vector<LayerInfo> &layers, const std::string &pattern, std::set<int> &chosen)
{
    const auto before = chosen.size();
    if (pattern == "default")
        return addDefault(layers, chosen);
    // A layer's name goes before a kind: a layer named "softmax" is that one layer.
    const auto named = [&](const LayerInfo &layer) { return layer.name == pattern; };
    if (std::any_of(layers.begin(), layers.end(), named))
        return addWhere(layers, chosen, named);
    std::set<int> matching;
    addWhere(layers, matching, [&](const LayerInfo &layer) {
        return pattern == "all" || layer.kind == pattern || globMatches(pattern.c_str(), layer.name.c_str());
    });
    chosen.merge(matching);
    const bool known = pattern == "all" || std::find(kinds.begin(), kinds.end(), pattern) != kinds.end();
    if (chosen.size() == before && matching.empty() && !known)
        throwUnknownLayer(layers, pattern);
}

} // namespace

LayerSet selectLayers(const std::vector<LayerInfo> &layers, const std::string &patterns)
{
    std::set<int> chosen;
    for (const auto &pattern : split(patterns))
        addPattern(layers, pattern, chosen);
    if (chosen.empty())
        throw Error(ErrorCode::Usage, "the layer choice '" + patterns + "' picks no layer of this model",
                    "List the model's layers with 'mutascope-cli info', or use 'default'");
    return {chosen.begin(), chosen.end()};
}

} // namespace mutascope
