// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "tests/core/generators/deepsmart/search_rig.h"

namespace mutascope {

using Features = std::set<FakeBench::Feature>;
using Settings = SearchRig::Settings;

// As published: one leaf at a time, and the best batch of a tree is added at its end.
inline const Settings published{
    {"commit", "best"},    {"leaf-batch", "1"},   {"iterations", "12"},      {"depth", "5"},
    {"policy", "sampled"}, {"prior-weight", "0"}, {"distance-from", "root"}, {"whole-image", "false"},
    {"recent-share", "0"}, {"count", "all"},      {"reward-per", "batch"},   {"skip-failed", "false"}};
inline const Settings eager{
    {"commit", "all"}, {"leaf-batch", "4"}, {"iterations", "8"}, {"depth", "3"}, {"affine-share", "0"}};

inline Settings with(Settings settings, const Settings &more)
{
    for (const auto &[name, text] : more)
        settings[name] = text;
    return settings;
}

inline bool never(const Candidate &)
{
    return false;
}

} // namespace mutascope
