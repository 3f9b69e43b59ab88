// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

// ONE declaration of a parameter feeds the form, --help, JSON, the session file and the documentation.
namespace mutascope {

enum class ParamType { Integer, Real, Boolean, Choice, Text };
using ParamValue = std::variant<std::int64_t, double, bool, std::string>; // Choice and Text: string

struct ParamSpec {
    std::string name; // kebab-case, as on the command line
    ParamType type = ParamType::Integer;
    ParamValue defaultValue;
    std::optional<double> minimum; // inclusive; numbers only
    std::optional<double> maximum;
    std::vector<std::string> choices; // Choice only
    std::string unit; // "px", "of 255", "" ...
    std::string tooltip; // one sentence
    std::string source; // paper and section, or "ours"
    std::string group; // heading in the form
    bool advanced = false;
};

std::string toText(const ParamValue &value);
const char *typeName(ParamType type); // "integer", "real", "boolean", "choice", "text"

// Values for a list of specs: starts with the defaults. Keeps the specs by value.
class ParamSet {
public:
    ParamSet() = default;
    explicit ParamSet(std::vector<ParamSpec> specs);

    // Parses, checks type, range and choices. Throws Error{Usage} that names the nearest key or the legal
    // values.
    void set(const std::string &name, const std::string &text);
    void set(const std::string &name, const ParamValue &value);
    void set(const std::string &name, const char *text) { set(name, std::string(text)); }

    std::int64_t integer(const std::string &name) const;
    double real(const std::string &name) const; // also of an Integer
    bool boolean(const std::string &name) const;
    const std::string &text(const std::string &name) const; // Text or Choice
    const ParamValue &value(const std::string &name) const;
    bool contains(const std::string &name) const { return m_values.count(name) != 0; }

    const std::vector<ParamSpec> &specs() const { return m_specs; }
    nlohmann::json toJson() const; // every value, name -> value
    void merge(const nlohmann::json &object); // sets each key; throws as set() does

private:
    const ParamSpec &spec(const std::string &name) const;
    std::vector<ParamSpec> m_specs;
    std::map<std::string, ParamValue> m_values;
};

nlohmann::json toJson(const ParamSpec &spec);

} // namespace mutascope
