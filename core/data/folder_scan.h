// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

// What is in folders, sorted by the bytes of the names. Hidden entries (".git", "__MACOSX") are not seen.
// Throw Error{Io} where a folder cannot be read.
namespace mutascope {

// Links to folders are followed, unless they lead to the folder itself or to one that holds it.
std::vector<std::filesystem::path> subFolders(const std::filesystem::path &folder);
// The regular files directly in the folder.
std::vector<std::filesystem::path> filesIn(const std::filesystem::path &folder);

struct UnusableEntry {
    std::filesystem::path path;
    std::string why; // "it is a link to nothing"
};
struct FolderContent {
    std::vector<std::filesystem::path> files; // regular ones, by links as well
    std::vector<UnusableEntry> unusable;
};
// What is in the folder and in all folders below it. Nothing is opened: links to nothing, links to folders
// (which may form a circle), pipes, devices and folders that cannot be read are unusable. Does not throw for
// them.
FolderContent contentBelow(const std::filesystem::path &folder);
// Of the entries directly in the folder, those that are neither files nor what subFolders() gives.
std::vector<UnusableEntry> unusableIn(const std::filesystem::path &folder);

// "train" and "test" to the folders of that meaning (train/, val/ ...) which hold folders of classes. Empty
// where there is none: "train" is then a class like "car".
std::map<std::string, std::filesystem::path> splitFolders(const std::filesystem::path &root);

} // namespace mutascope
