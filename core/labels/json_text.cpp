// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/json_text.h"
#include "core/base/error.h"
#include <fmt/format.h>
#include <limits>

namespace mutascope {

using nlohmann::json;

json parseJson(const std::string &text, const std::string &source)
{
    constexpr int deepest = 64; // beyond it the stack of whoever walks over it is in danger
    try {
        return json::parse(text, [&](int depth, json::parse_event_t, json &) {
            if (depth > deepest)
                throw Error(ErrorCode::BadData,
                            fmt::format("{}: its JSON is nested more than {} levels deep", source, deepest));
            return true;
        });
    } catch (const json::exception &error) {
        throw Error(ErrorCode::BadData, fmt::format("{}: this is no JSON: {}", source, error.what()));
    }
}

std::string jsonLine(const json &value)
{
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

JsonFields::JsonFields(const json &object, std::string what) : m_object(object), m_what(std::move(what))
{
    if (!object.is_object())
        throw Error(ErrorCode::BadData, m_what + " is no JSON object");
}

const json *JsonFields::find(const char *key)
{
    m_read.insert(key);
    const auto found = m_object.find(key);
    return found == m_object.end() ? nullptr : &*found;
}

void JsonFields::checkNothingLeft() const
{
    for (const auto &[key, value] : m_object.items())
        if (!m_read.contains(key))
            throw Error(ErrorCode::BadData, fmt::format("{} has an unknown key '{}'", m_what, key),
                        "It may be of a newer version; or remove the key");
}

void JsonFields::throwBad(const char *key, const std::string &expected) const
{
    throw Error(ErrorCode::BadData, fmt::format("'{}' of {} must be {}", key, m_what, expected));
}

void JsonFields::get(const char *key, const json &found, bool &value) const
{
    if (!found.is_boolean())
        throwBad(key, "true or false");
    value = found.get<bool>();
}

void JsonFields::get(const char *key, const json &found, std::string &value) const
{
    if (!found.is_string())
        throwBad(key, "a text");
    value = found.get<std::string>();
}

void JsonFields::get(const char *key, const json &found, std::int64_t &value) const
{
    const bool tooLarge = found.is_number_unsigned()
        && found.get<std::uint64_t>() > std::uint64_t(std::numeric_limits<std::int64_t>::max());
    if (!found.is_number_integer() || tooLarge)
        throwBad(key, "a whole number");
    value = found.get<std::int64_t>();
}

void JsonFields::get(const char *key, const json &found, int &value) const
{
    std::int64_t wide = 0;
    get(key, found, wide);
    if (wide < std::numeric_limits<int>::min() || wide > std::numeric_limits<int>::max())
        throwBad(key, "a smaller number");
    value = int(wide);
}

void JsonFields::get(const char *key, const json &found, std::uint64_t &value) const
{
    if (!found.is_number_unsigned())
        throwBad(key, "a whole number, not negative");
    value = found.get<std::uint64_t>();
}

void JsonFields::get(const char *key, const json &found, double &value) const
{
    if (!found.is_number())
        throwBad(key, "a number");
    value = found.get<double>();
}

void JsonFields::get(const char *key, const json &found, std::vector<std::string> &value) const
{
    if (!found.is_array())
        throwBad(key, "a list of texts");
    value.clear();
    for (const auto &entry : found)
        get(key, entry, value.emplace_back());
}

void JsonFields::get(const char *key, const json &found, std::vector<std::int64_t> &value) const
{
    if (!found.is_array())
        throwBad(key, "a list of whole numbers");
    value.clear();
    for (const auto &entry : found)
        get(key, entry, value.emplace_back());
}

} // namespace mutascope
