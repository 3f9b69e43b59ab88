// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/strict_json.h"
#include "core/run/project_error.h"
#include <fmt/format.h>
#include <set>
#include <vector>

namespace mutascope {

namespace {

using nlohmann::json;
constexpr int deepest = 64;

class StrictReader {
public:
    bool onEvent(int depth, json::parse_event_t event, const json &value)
    {
        if (depth > deepest)
            throw ProjectKeyError("", fmt::format("its JSON is nested more than {} levels deep", deepest),
                                  "Check the brackets");
        if (event == json::parse_event_t::object_start)
            m_keys.emplace_back();
        else if (event == json::parse_event_t::object_end)
            m_keys.pop_back();
        else if (event == json::parse_event_t::key)
            checkNew(value.get_ref<const std::string &>());
        return true;
    }

private:
    void checkNew(const std::string &key)
    {
        if (!m_keys.back().insert(key).second)
            throw ProjectKeyError(key, fmt::format("the key '{}' stands twice in one object", key),
                                  "Remove one of the two");
    }

    std::vector<std::set<std::string>> m_keys; // of the open objects
};

} // namespace

json parseStrictly(const std::string &text)
{
    StrictReader reader;
    return json::parse(text, [&](int depth, json::parse_event_t event, json &value) {
        return reader.onEvent(depth, event, value);
    });
}

} // namespace mutascope
