// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/generators/sinvad/sinvad_rig.h"
#include "tests/support/error_code.h"

namespace mutascope {
namespace {

TEST(SinVadBadInput, WithoutSeedsItIsExhausted)
{
    SinVadRig rig({}, 0);
    rig.start();
    EXPECT_FALSE(rig.generator->training());
    EXPECT_EQ(rig.step(), StepResult::Exhausted);
    EXPECT_EQ(rig.generator->diagnosis(), "there is no seed to search from");
}

TEST(SinVadBadInput, ContradictionsAreWrongUsage)
{
    SinVadRig elite({{"population", "5"}, {"elite", "6"}});
    EXPECT_EQ(codeOf([&] { elite.start(); }), ErrorCode::Usage);
    SinVadRig target({{"search", "targeted"}, {"target", "4"}});
    EXPECT_EQ(codeOf([&] { target.start(); }), ErrorCode::Usage);
    SinVadRig layer({{"search", "surprise"}, {"surprise-layer", "meens"}});
    EXPECT_EQ(codeOf([&] { layer.start(); }), ErrorCode::Usage);
}

} // namespace
} // namespace mutascope
