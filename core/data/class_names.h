// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace mutascope {

constexpr int mostClasses = 100'000;

// "0", "1", ...
std::vector<std::string> numberedNames(int classes);

// One name a line; empty lines at the end do not count. Throws Error{BadData}.
std::vector<std::string> readNameFile(const std::filesystem::path &file);

// Bytes that are no UTF-8 become '?': names go into JSON, SQLite and onto the screen.
std::string asUtf8(const std::string &text);

// The classes that data names by words, in order.
struct ClassOrder {
    std::vector<std::string> keys; // as the data writes them; the index is the class
    std::vector<std::string> names; // as people read them
    std::map<std::string, int> classes() const; // of the keys
};

// Without a list: sorted by their bytes, as torchvision's ImageFolder does. With a list: its order where it
// has the data's names; where it has none of them but as many, it renames the sorted ones. Throws
// Error{BadData} where it has some of them only; source is named.
ClassOrder orderClasses(const std::set<std::string> &found, const std::vector<std::string> &given,
                        const std::string &source);

} // namespace mutascope
