// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/generators/deepfault/deepfault_rig.h"
#include "tests/support/error_code.h"

namespace mutascope {
namespace {

using Rig = DeepFaultRig;

TEST(DeepFaultBadInput, ABlackBoxIsRefusedWithAdvice)
{
    Rig rig;
    rig.model.blackBox = true;
    try {
        rig.start();
        FAIL();
    } catch (const Error &error) {
        EXPECT_EQ(error.code(), ErrorCode::Unsupported);
        EXPECT_NE(error.hint().find("random"), std::string::npos);
    }
}

TEST(DeepFaultBadInput, WrongSettingsAreWrongUsage)
{
    for (const Rig::Settings &bad :
         {Rig::Settings{{"distance", "0.5"}}, Rig::Settings{{"layers", "conv9"}}}) {
        Rig rig(bad);
        EXPECT_EQ(codeOf([&] { rig.start(); }), ErrorCode::Usage);
    }
}

} // namespace
} // namespace mutascope
