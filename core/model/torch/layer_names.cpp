// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/layer_graph.h"
#include <map>
#include <set>
#include <sstream>
#include <torch/script.h>

namespace mutascope {

namespace {

// A module without children and with one kind of tap speaks for its operator.
bool isLeaf(torch::jit::Module module, const std::string &path)
{
    std::istringstream parts(path);
    for (std::string part; std::getline(parts, part, '.');) {
        if (!module.hasattr(part) || !module.attr(part).isModule())
            return false;
        module = module.attr(part).toModule();
    }
    return module.children().size() == 0;
}

std::string uniqueName(const std::string &wanted, std::set<std::string> &taken)
{
    std::string name = wanted;
    for (int number = 2; !taken.insert(name).second; ++number)
        name = wanted + "_" + std::to_string(number);
    return name;
}

} // namespace

void nameTaps(std::vector<Tap> &taps, const torch::jit::Module &module)
{
    std::map<std::string, std::set<std::string>> operations; // of each module
    for (const Tap &tap : taps)
        operations[tap.modulePath].insert(tap.operation);
    std::set<std::string> taken;
    std::map<std::string, int> numbers;
    for (Tap &tap : taps) {
        if (!tap.modulePath.empty() && operations[tap.modulePath].size() == 1
            && isLeaf(module, tap.modulePath)) {
            tap.name = uniqueName(tap.modulePath, taken);
            continue;
        }
        const std::string stem = tap.modulePath + (tap.modulePath.empty() ? "" : ".") + tap.operation;
        tap.name = uniqueName(stem + std::to_string(++numbers[stem]), taken);
    }
}

} // namespace mutascope
