// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/mutate/mutator.h"
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

using nlohmann::json;

[[noreturn]] void throwBad(const std::string &why)
{
    throw Error(ErrorCode::BadData, "not a mutation: " + why,
                "The file it comes from is damaged or from another version");
}

double valueFromJson(const std::string &key, const json &value)
{
    if (!value.is_number() || !std::isfinite(value.get<double>()))
        throwBad("'" + key + "' is " + value.dump() + ", not a number");
    return value.get<double>();
}

std::map<std::string, double> valuesFromJson(const json &object)
{
    if (!object.is_object())
        throwBad("'values' is not an object");
    std::map<std::string, double> values;
    for (const auto &[key, value] : object.items())
        values[key] = valueFromJson(key, value);
    return values;
}

std::uint64_t noiseSeedFromJson(const json &value)
{
    std::uint64_t seed = 0;
    const std::string text = value.is_string() ? value.get<std::string>() : "";
    const auto result = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (text.empty() || result.ec != std::errc() || result.ptr != text.data() + text.size())
        throwBad("'noise_seed' is " + value.dump() + ", not a whole number of 64 bits as text");
    return seed;
}

} // namespace

// The noise seed is text: many readers of JSON keep only 53 bits of a number.
json toJson(const Mutation &mutation)
{
    json out = {{"mutator", mutation.mutator}, {"values", mutation.values}};
    if (mutation.noiseSeed != 0)
        out["noise_seed"] = std::to_string(mutation.noiseSeed);
    return out;
}

Mutation mutationFromJson(const json &object)
{
    if (!object.is_object())
        throwBad(std::string("it is JSON of type ") + object.type_name() + ", not an object");
    if (!object.contains("mutator") || !object.at("mutator").is_string())
        throwBad("'mutator' is missing or not text");
    Mutation out;
    for (const auto &[key, value] : object.items()) {
        if (key == "mutator")
            out.mutator = value.get<std::string>();
        else if (key == "values")
            out.values = valuesFromJson(value);
        else if (key == "noise_seed")
            out.noiseSeed = noiseSeedFromJson(value);
        else
            throwBad("'" + key + "' is unknown"); // leaving it out would replay another image
    }
    return out;
}

} // namespace mutascope
