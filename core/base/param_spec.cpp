// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/param_spec.h"
#include "core/base/error.h"
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

std::string numberText(double value)
{
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr; // shortest that reads back
    return {buffer, end};
}

std::string joined(const std::vector<std::string> &words)
{
    std::string out;
    for (const std::string &word : words)
        out += (out.empty() ? "" : ", ") + word;
    return out;
}

// An end of a range: 1000000 as people write it, not 1e+06.
std::string limitText(double value)
{
    const bool whole = std::trunc(value) == value && std::abs(value) < 1e15;
    return whole ? std::to_string(static_cast<std::int64_t>(value)) : numberText(value);
}

std::string rangeText(const ParamSpec &spec)
{
    const std::string unit = spec.unit.empty() ? "" : " " + spec.unit;
    if (spec.minimum && spec.maximum)
        return " from " + limitText(*spec.minimum) + " to " + limitText(*spec.maximum) + unit;
    if (spec.minimum)
        return " of " + limitText(*spec.minimum) + unit + " or more";
    if (spec.maximum)
        return " of " + limitText(*spec.maximum) + unit + " or less";
    return unit.empty() ? "" : " (" + spec.unit + ")";
}

std::string expected(const ParamSpec &spec)
{
    switch (spec.type) {
    case ParamType::Integer:
        return "a whole number" + rangeText(spec);
    case ParamType::Real:
        return "a number" + rangeText(spec);
    case ParamType::Boolean:
        return "true or false";
    case ParamType::Choice:
        return "one of: " + joined(spec.choices);
    case ParamType::Text:
        break;
    }
    return "text";
}

[[noreturn]] void throwIllegal(const ParamSpec &spec, const std::string &value)
{
    std::string hint = "Expected: " + expected(spec);
    if (spec.type == ParamType::Choice)
        if (const std::string nearest = nearestName(value, spec.choices); !nearest.empty())
            hint += ". Did you mean '" + nearest + "'?";
    throw Error(ErrorCode::Usage, "parameter '" + spec.name + "': '" + value + "' is not allowed", hint);
}

template <typename Number> std::optional<Number> parsed(const std::string &text)
{
    const char *begin = text.data();
    const char *end = begin + text.size();
    if (begin != end && *begin == '+' && end - begin > 1 && begin[1] != '-')
        ++begin;
    Number number{};
    const auto result = std::from_chars(begin, end, number);
    if (result.ec != std::errc() || result.ptr != end)
        return {};
    return number;
}

std::optional<bool> parsedBoolean(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    for (const char *word : {"true", "on", "yes", "1"})
        if (text == word)
            return true;
    for (const char *word : {"false", "off", "no", "0"})
        if (text == word)
            return false;
    return {};
}

// The text as a value of the spec's type; empty where it is none.
std::optional<ParamValue> valueOf(const ParamSpec &spec, const std::string &text)
{
    const auto wrapped = [](const auto &value) -> std::optional<ParamValue> {
        if (value)
            return ParamValue(*value);
        return {};
    };
    switch (spec.type) {
    case ParamType::Integer:
        return wrapped(parsed<std::int64_t>(text));
    case ParamType::Real:
        return wrapped(parsed<double>(text));
    case ParamType::Boolean:
        return wrapped(parsedBoolean(text));
    case ParamType::Choice:
    case ParamType::Text:
        break;
    }
    return ParamValue(text);
}

// Whole numbers may come as reals and the other way round (JSON knows one kind of number).
ParamValue asDeclared(const ParamSpec &spec, const ParamValue &value)
{
    constexpr double limit = 9007199254740992; // 2^53: whole numbers up to it are exact
    if (spec.type == ParamType::Real)
        if (const auto *whole = std::get_if<std::int64_t>(&value))
            return static_cast<double>(*whole);
    if (spec.type == ParamType::Integer)
        if (const auto *real = std::get_if<double>(&value))
            if (std::abs(*real) <= limit && std::trunc(*real) == *real)
                return static_cast<std::int64_t>(*real);
    return value;
}

bool hasDeclaredType(const ParamSpec &spec, const ParamValue &value)
{
    switch (spec.type) {
    case ParamType::Integer:
        return std::holds_alternative<std::int64_t>(value);
    case ParamType::Real:
        return std::holds_alternative<double>(value);
    case ParamType::Boolean:
        return std::holds_alternative<bool>(value);
    case ParamType::Choice:
    case ParamType::Text:
        break;
    }
    return std::holds_alternative<std::string>(value);
}

bool inRange(const ParamSpec &spec, double number)
{
    return std::isfinite(number) && (!spec.minimum || number >= *spec.minimum)
        && (!spec.maximum || number <= *spec.maximum);
}

bool legal(const ParamSpec &spec, const ParamValue &value)
{
    if (!hasDeclaredType(spec, value))
        return false;
    if (spec.type == ParamType::Integer)
        return inRange(spec, static_cast<double>(std::get<std::int64_t>(value)));
    if (spec.type == ParamType::Real)
        return inRange(spec, std::get<double>(value));
    if (spec.type == ParamType::Choice)
        return std::count(spec.choices.begin(), spec.choices.end(), std::get<std::string>(value)) != 0;
    return true;
}

nlohmann::json jsonOf(const ParamValue &value)
{
    return std::visit([](const auto &v) { return nlohmann::json(v); }, value);
}

// Throws Error{Usage} on what no parameter can be: null, an array, an object, a number beyond 64 bits.
ParamValue valueOf(const std::string &name, const nlohmann::json &value)
{
    if (value.is_boolean())
        return value.get<bool>();
    if (value.is_string())
        return value.get<std::string>();
    if (value.is_number_float())
        return value.get<double>();
    const bool tooLarge = value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX;
    if (value.is_number_integer() && !tooLarge)
        return value.get<std::int64_t>();
    throw Error(ErrorCode::Usage, "parameter '" + name + "': " + value.dump() + " is not allowed",
                "Give a number, a text, true or false");
}

template <typename T> const T &typed(const std::string &name, const ParamValue &value)
{
    if (const T *found = std::get_if<T>(&value))
        return *found;
    throw Error(ErrorCode::Internal, "parameter '" + name + "' was read as another type than declared");
}

} // namespace

std::string toText(const ParamValue &value)
{
    if (const auto *flag = std::get_if<bool>(&value))
        return *flag ? "true" : "false";
    if (const auto *whole = std::get_if<std::int64_t>(&value))
        return std::to_string(*whole);
    if (const auto *real = std::get_if<double>(&value))
        return numberText(*real);
    return std::get<std::string>(value);
}

const char *typeName(ParamType type)
{
    switch (type) {
    case ParamType::Integer:
        return "integer";
    case ParamType::Real:
        return "real";
    case ParamType::Boolean:
        return "boolean";
    case ParamType::Choice:
        return "choice";
    case ParamType::Text:
        break;
    }
    return "text";
}

ParamSet::ParamSet(std::vector<ParamSpec> specs) : m_specs(std::move(specs))
{
    for (ParamSpec &declared : m_specs) {
        declared.defaultValue = asDeclared(declared, declared.defaultValue);
        if (!legal(declared, declared.defaultValue) || contains(declared.name))
            throw Error(ErrorCode::Internal,
                        "parameter '" + declared.name + "' is declared twice or has an illegal default");
        m_values[declared.name] = declared.defaultValue;
    }
}

void ParamSet::set(const std::string &name, const std::string &text)
{
    const ParamSpec &declared = spec(name);
    const auto value = valueOf(declared, text);
    if (!value || !legal(declared, *value))
        throwIllegal(declared, text);
    m_values[name] = *value;
}

void ParamSet::set(const std::string &name, const ParamValue &value)
{
    const ParamSpec &declared = spec(name);
    const ParamValue converted = asDeclared(declared, value);
    if (!legal(declared, converted))
        throwIllegal(declared, toText(value));
    m_values[name] = converted;
}

std::int64_t ParamSet::integer(const std::string &name) const
{
    return typed<std::int64_t>(name, value(name));
}

double ParamSet::real(const std::string &name) const
{
    const ParamValue &found = value(name);
    if (const auto *whole = std::get_if<std::int64_t>(&found))
        return static_cast<double>(*whole);
    return typed<double>(name, found);
}

bool ParamSet::boolean(const std::string &name) const
{
    return typed<bool>(name, value(name));
}

const std::string &ParamSet::text(const std::string &name) const
{
    return typed<std::string>(name, value(name));
}

const ParamValue &ParamSet::value(const std::string &name) const
{
    const auto found = m_values.find(name);
    if (found == m_values.end())
        throw Error(ErrorCode::Internal, "parameter '" + name + "' was read but never declared");
    return found->second;
}

nlohmann::json ParamSet::toJson() const
{
    nlohmann::json out = nlohmann::json::object();
    for (const auto &[name, value] : m_values)
        out[name] = jsonOf(value);
    return out;
}

void ParamSet::merge(const nlohmann::json &object)
{
    if (!object.is_object())
        throw Error(ErrorCode::Usage,
                    "parameters must be a JSON object, not " + std::string(object.type_name()),
                    "Write {\"name\": value, ...}");
    ParamSet merged = *this; // all or nothing
    for (const auto &[name, value] : object.items()) {
        merged.spec(name);
        merged.set(name, valueOf(name, value));
    }
    *this = std::move(merged);
}

const ParamSpec &ParamSet::spec(const std::string &name) const
{
    std::vector<std::string> names;
    for (const ParamSpec &declared : m_specs) {
        if (declared.name == name)
            return declared;
        names.push_back(declared.name);
    }
    throwUnknownName("parameter", name, names);
}

nlohmann::json toJson(const ParamSpec &spec)
{
    nlohmann::json out
        = {{"name", spec.name},   {"type", typeName(spec.type)}, {"default", jsonOf(spec.defaultValue)},
           {"unit", spec.unit},   {"tooltip", spec.tooltip},     {"source", spec.source},
           {"group", spec.group}, {"advanced", spec.advanced}};
    if (spec.minimum)
        out["minimum"] = *spec.minimum;
    if (spec.maximum)
        out["maximum"] = *spec.maximum;
    if (!spec.choices.empty())
        out["choices"] = spec.choices;
    return out;
}

} // namespace mutascope
