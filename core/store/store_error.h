// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <SQLiteCpp/Exception.h>
#include <filesystem>
#include <nlohmann/json.hpp>

// The one place where what SQLite, the JSON library and std::filesystem throw becomes an Error of ours.
namespace mutascope {

[[noreturn]] void throwStoreError(const SQLite::Exception &error, const std::filesystem::path &file);
[[noreturn]] void throwStoreError(const nlohmann::json::exception &error, const std::filesystem::path &file);
[[noreturn]] void throwStoreError(const std::filesystem::filesystem_error &error,
                                  const std::filesystem::path &file);
// A file that has our mark but cannot be trusted any more.
[[noreturn]] void throwDamaged(const std::filesystem::path &file, const std::string &why);
// A file that is none of ours.
[[noreturn]] void throwForeign(const std::filesystem::path &file, const std::string &what);

// action(), with its library exceptions translated.
template <typename Action> decltype(auto) translated(const std::filesystem::path &file, Action &&action)
{
    try {
        return action();
    } catch (const SQLite::Exception &error) {
        throwStoreError(error, file);
    } catch (const nlohmann::json::exception &error) {
        throwStoreError(error, file);
    } catch (const std::filesystem::filesystem_error &error) {
        throwStoreError(error, file);
    }
}

} // namespace mutascope
