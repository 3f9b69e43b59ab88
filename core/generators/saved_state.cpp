// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/saved_state.h"
#include "core/base/error.h"

namespace mutascope {

void throwBadSavedState(const std::string &why)
{
    throw Error(ErrorCode::BadData, "the saved state of the generator cannot be used: " + why,
                "The file is damaged or the run's settings were changed; start a new run");
}

std::string packState(const nlohmann::json &state)
{
    std::string bytes;
    nlohmann::json::to_cbor(state, bytes);
    return bytes;
}

nlohmann::json unpackState(const std::string &generator, const std::string &bytes)
{
    nlohmann::json state;
    try {
        state = nlohmann::json::from_cbor(bytes);
    } catch (const nlohmann::json::exception &) {
        throwBadSavedState("it is truncated or no state at all");
    }
    if (savedValue<std::string>(state, "generator") != generator)
        throwBadSavedState("it belongs to another generator");
    return state;
}

} // namespace mutascope
