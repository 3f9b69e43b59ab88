// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

// What is in folders, sorted by the bytes of the names. Hidden entries (".git", "__MACOSX") are not seen.
// Throw Error{Io} where a folder cannot be read.
namespace mutascope {

std::vector<std::filesystem::path> subFolders(const std::filesystem::path &folder);
// The regular files directly in the folder.
std::vector<std::filesystem::path> filesIn(const std::filesystem::path &folder);
// Those in it and in all folders below it.
std::vector<std::filesystem::path> filesBelow(const std::filesystem::path &folder);

// "train" and "test" to the folders of that meaning (train/, val/ ...) which hold folders of classes. Empty
// where there is none: "train" is then a class like "car".
std::map<std::string, std::filesystem::path> splitFolders(const std::filesystem::path &root);

} // namespace mutascope
