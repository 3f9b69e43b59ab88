// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/class_names.h"
#include "core/base/error.h"
#include "core/data/byte_reader.h"
#include "core/data/class_name_check.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope {

namespace {

// Length of the UTF-8 sequence (RFC 3629) at the position; 0: it is none.
std::size_t sequenceLength(const std::string &text, std::size_t at)
{
    const auto byte = [&](std::size_t i) { return i < text.size() ? std::uint8_t(text[i]) : 0U; };
    const unsigned first = byte(at), second = byte(at + 1);
    if (first < 0x80)
        return 1;
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4)
        return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(at + i) & 0xc0) != 0x80)
            return 0;
    const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    const bool outside = (first == 0xed && second >= 0xa0) || (first == 0xf4 && second >= 0x90);
    return overlong || outside ? 0 : length;
}

// Of ASCII: line breaks, and what terminals take for commands.
bool isControl(char c)
{
    return (c >= 0 && c < ' ') || c == 0x7f;
}

std::vector<std::string> linesOf(const std::string &text)
{
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string line = text.substr(begin, end - begin);
        if (!line.empty() && line.back() == '\r')
            line.pop_back();
        lines.push_back(asUtf8(line));
        begin = end + 1;
    }
    while (!lines.empty() && lines.back().empty())
        lines.pop_back();
    return lines;
}

[[noreturn]] void throwNotListed(const std::string &name, const std::vector<std::string> &given,
                                 const std::string &source)
{
    const std::string nearest = nearestName(name, given);
    throw Error(ErrorCode::BadData,
                fmt::format("'{}' has a class '{}', which is not among the {} classes that are given", source,
                            name, given.size()),
                nearest.empty() ? "Add it to the classes of the project, or take it out of the data"
                                : fmt::format("Did you mean '{}'?", nearest));
}

} // namespace

std::vector<std::string> numberedNames(int classes)
{
    std::vector<std::string> names;
    for (int i = 0; i < classes; ++i)
        names.push_back(std::to_string(i));
    return names;
}

std::vector<std::string> readNameFile(const std::filesystem::path &file)
{
    constexpr std::size_t largest = 4 << 20;
    ByteReader reader(file);
    const std::vector<std::uint8_t> bytes
        = reader.read(std::size_t(std::min<std::uint64_t>(largest + 1, reader.largestSize())));
    if (bytes.size() > largest || std::count(bytes.begin(), bytes.end(), 0) != 0)
        throw Error(ErrorCode::BadData, fmt::format("'{}' is no list of class names", file.string()),
                    "Give a text file with one name a line");
    std::vector<std::string> names = linesOf({bytes.begin(), bytes.end()});
    if (const std::string problem = classNameProblem(names); !problem.empty())
        throw Error(ErrorCode::BadData, fmt::format("'{}': {}", file.string(), problem),
                    "Give each class a name of its own, one a line, counted from 0");
    return names;
}

std::string classNameProblem(const std::vector<std::string> &names)
{
    std::map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i].find_first_not_of(" \t") == std::string::npos)
            return fmt::format("class {} has no name", i);
        if (std::ranges::any_of(names[i], isControl))
            return fmt::format("the name of class {} holds a control character", i);
        const auto [same, added] = known.emplace(names[i], i);
        if (!added)
            return fmt::format("classes {} and {} are both called '{}'", same->second, i, names[i]);
    }
    return {};
}

std::string asUtf8(const std::string &text)
{
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = sequenceLength(text, at);
        out += length == 0 ? "?" : text.substr(at, length);
        at += std::max<std::size_t>(length, 1);
    }
    return out;
}

std::string asLine(const std::string &text)
{
    std::string out = asUtf8(text);
    std::ranges::replace_if(out, isControl, '?');
    return out;
}

std::map<std::string, int> ClassOrder::classes() const
{
    std::map<std::string, int> out;
    for (std::size_t i = 0; i < keys.size(); ++i)
        out.emplace(keys[i], int(i));
    return out;
}

ClassOrder orderClasses(const std::set<std::string> &found, const std::vector<std::string> &given,
                        const std::string &source)
{
    const std::vector<std::string> sorted(found.begin(), found.end());
    if (given.empty())
        return {sorted, sorted};
    const std::set<std::string> known(given.begin(), given.end());
    const auto listed = [&](const std::string &name) { return known.count(name) != 0; };
    const auto stranger = std::find_if_not(sorted.begin(), sorted.end(), listed);
    if (stranger == sorted.end())
        return {given, given};
    if (sorted.size() == given.size() && std::none_of(sorted.begin(), sorted.end(), listed))
        return {sorted, given};
    throwNotListed(*stranger, given, source);
}

} // namespace mutascope
