// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

// JSON that comes from anybody.
namespace mutascope {

// Throws Error{BadData} that names source: no JSON, nested too deep, no UTF-8.
nlohmann::json parseJson(const std::string &text, const std::string &source);

// One line. Bytes that are no UTF-8 become the replacement character.
std::string jsonLine(const nlohmann::json &value);

// The keys of an object, each of which may be read once; what nobody read is an unknown key.
class JsonFields {
public:
    // what: "the labelling protocol", for messages. Throws Error{BadData} where object is no object.
    JsonFields(const nlohmann::json &object, std::string what);

    // Leaves value as it is where the key is missing. Throws Error{BadData} on another type or range.
    template <typename Value> void read(const char *key, Value &value)
    {
        if (const nlohmann::json *found = find(key))
            get(key, *found, value);
    }
    const nlohmann::json *find(const char *key); // null: missing
    void checkNothingLeft() const; // throws Error{BadData}
    [[noreturn]] void throwBad(const char *key, const std::string &expected) const;

private:
    void get(const char *key, const nlohmann::json &found, bool &value) const;
    void get(const char *key, const nlohmann::json &found, std::string &value) const;
    void get(const char *key, const nlohmann::json &found, int &value) const;
    void get(const char *key, const nlohmann::json &found, std::int64_t &value) const;
    void get(const char *key, const nlohmann::json &found, std::uint64_t &value) const;
    void get(const char *key, const nlohmann::json &found, double &value) const;
    void get(const char *key, const nlohmann::json &found, std::vector<std::string> &value) const;
    void get(const char *key, const nlohmann::json &found, std::vector<std::int64_t> &value) const;
    template <typename Value>
    void get(const char *key, const nlohmann::json &found, std::optional<Value> &value) const
    {
        if (!found.is_null())
            get(key, found, value.emplace());
    }

    const nlohmann::json &m_object;
    std::string m_what;
    std::set<std::string> m_read;
};

} // namespace mutascope
