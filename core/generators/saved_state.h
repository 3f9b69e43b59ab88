// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <nlohmann/json.hpp>
#include <string>

// A generator's state between two steps: a JSON object as CBOR bytes. It comes back from a file, so nothing
// in it is believed unseen.
namespace mutascope {

[[noreturn]] void throwBadSavedState(const std::string &why);

std::string packState(const nlohmann::json &state);
// Throws Error{BadData} on bytes that are no state of this generator.
nlohmann::json unpackState(const std::string &generator, const std::string &bytes);

template <typename Value> Value savedValue(const nlohmann::json &object, const char *key)
{
    try {
        return object.at(key).get<Value>();
    } catch (const nlohmann::json::exception &) {
        throwBadSavedState(std::string("'") + key + "' is missing or of another type");
    }
}

} // namespace mutascope
