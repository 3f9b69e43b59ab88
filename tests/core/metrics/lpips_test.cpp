// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/lpips.h"
#include "tests/core/data/temp_folder.h"
#include "tests/core/metrics/naturalness_fixture.h"
#include "tests/support/error_code.h"
#include <fstream>

namespace mutascope {
namespace {

using namespace naturalnesstest;

const std::string source = MUTASCOPE_SOURCE_DIR;

TEST(Lpips, WithoutANetworkThereIsNoValue)
{
    const MetricValue value = valueOf("lpips", pairs({8, 8, 1}, 2, false));
    EXPECT_FALSE(value.value);
    EXPECT_NE(value.missing.find("give its TorchScript file"), std::string::npos) << value.missing;
}

TEST(Lpips, EqualImagesHaveNoDistance)
{
    MetricBatch batch = pairs({70, 66, 3}, 2, false);
    batch.tests = batch.seeds;
    MetricContext context;
    context.shape = batch.tests.shape();
    const MetricValue value
        = valueOf("lpips", batch, context, {{"network", source + "/tests/core/metrics/pair_distance.pt"}});
    EXPECT_NEAR(value.value.value(), 0, 1e-9);
    EXPECT_EQ(value.note, ""); // large enough
}

TEST(Lpips, OtherFilesAreRefused)
{
    const TempFolder folder;
    EXPECT_EQ(codeOf([] { LpipsNetwork(source + "/projects/fashion-mnist-lenet5/lenet5.pt"); }),
              ErrorCode::BadModel); // takes one batch
    EXPECT_EQ(codeOf([] { LpipsNetwork(source + "/README.md"); }), ErrorCode::BadModel);
    EXPECT_THROW(LpipsNetwork(source + "/none.pt"), Error);
    std::ifstream whole(source + "/tests/core/metrics/pair_distance.pt", std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(whole), {}};
    std::ofstream(folder.path() / "cut.pt", std::ios::binary) << bytes.substr(0, bytes.size() / 2);
    EXPECT_EQ(codeOf([&] { LpipsNetwork(folder.path() / "cut.pt"); }), ErrorCode::BadModel);
}

} // namespace
} // namespace mutascope
