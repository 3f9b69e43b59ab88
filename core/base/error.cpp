// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include <algorithm>
#include <cctype>
#include <vector>

namespace mutascope {

namespace {

// Spelling that people mix up ('_' for '-', capitals) does not count as a difference.
std::string folded(const std::string &name)
{
    std::string out = name;
    for (char &c : out)
        c = c == '_' ? '-' : char(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

// Optimal string alignment distance: insert, delete, replace, swap of neighbours.
std::size_t editDistance(const std::string &a, const std::string &b)
{
    std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        above[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before.swap(above);
        above.swap(row);
    }
    return above[b.size()];
}

constexpr std::size_t mostListed = 30; // more is nothing to read: a data set may have thousands of classes

std::string listed(std::span<const std::string> names)
{
    std::string out;
    for (const std::string &name : names.first(std::min(names.size(), mostListed)))
        out += (out.empty() ? "" : ", ") + name;
    if (names.size() > mostListed)
        out += " and " + std::to_string(names.size() - mostListed) + " more";
    return out;
}

} // namespace

std::string Error::message() const
{
    std::string out = what();
    if (!m_hint.empty()) {
        const bool ended = !out.empty() && std::string(".!?:").find(out.back()) != std::string::npos;
        out += (ended ? " " : ". ") + m_hint;
    }
    std::replace_if(
        out.begin(), out.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return out;
}

int exitCode(ErrorCode code)
{
    return code == ErrorCode::Usage ? 2 : 1;
}

std::string nearestName(const std::string &name, std::span<const std::string> candidates)
{
    const std::string wanted = folded(name);
    std::size_t best = wanted.size() / 3 + 1;
    std::string nearest;
    for (const std::string &candidate : candidates) {
        const std::size_t distance = editDistance(wanted, folded(candidate));
        if (distance < best) {
            best = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

void throwUnknownName(const std::string &kind, const std::string &name,
                      std::span<const std::string> candidates)
{
    const std::string nearest = nearestName(name, candidates);
    std::string hint = "There is none to choose from";
    if (!nearest.empty())
        hint = "Did you mean '" + nearest + "'?";
    else if (!candidates.empty())
        hint = "Known: " + listed(candidates);
    throw Error(ErrorCode::Usage, "unknown " + kind + " '" + name + "'", hint);
}

} // namespace mutascope
