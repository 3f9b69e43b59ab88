// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/state_codec.h"
#include "core/coverage/neuron_profile.h"
#include "tests/core/coverage/coverage_fixture.h"

namespace mutascope {
namespace {

using namespace coveragetest;

const std::vector<int> counts = {3, 4};

std::unique_ptr<Criterion> used(const std::string &text)
{
    auto criterion = make(text, counts);
    criterion->fit(randomTrace(counts, 30, 1));
    criterion->commit(TraceRows::all(randomTrace(counts, 30, 2, 1.5)));
    return criterion;
}

void expectRefused(Criterion &criterion, const std::string &bytes, const std::string &word = "")
{
    const std::string before = criterion.save();
    const Error error = errorOf([&] { criterion.load(bytes); });
    EXPECT_EQ(error.code(), ErrorCode::BadData) << error.what();
    EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
    EXPECT_FALSE(error.hint().empty());
    EXPECT_EQ(criterion.save(), before); // a refused state leaves it as it was
}

class CriterionState : public ::testing::TestWithParam<std::string> { };

TEST_P(CriterionState, EveryTruncationIsRefused)
{
    const std::string bytes = used(GetParam())->save();
    auto criterion = used(GetParam());
    for (std::size_t length = 0; length < bytes.size(); ++length)
        expectRefused(*criterion, bytes.substr(0, length));
    expectRefused(*criterion, bytes + '\0');
}

TEST_P(CriterionState, EveryChangedByteIsRefused)
{
    const std::string bytes = used(GetParam())->save();
    auto criterion = used(GetParam());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        std::string changed = bytes;
        changed[i] = char(changed[i] ^ 0x10);
        expectRefused(*criterion, changed);
    }
}

INSTANTIATE_TEST_SUITE_P(All, CriterionState,
                         ::testing::Values("nc", "kmnc:5", "nbc", "snac", "tknc:2", "bknc:2", "tknp", "lsc:9",
                                           "dsc:9", "mdsc:9", "ann", "nlc"),
                         [](const auto &test) { return test.param.substr(0, test.param.find(':')); });

TEST(CriterionStateOwner, AnotherCriterionParameterOrLayerSetIsRefused)
{
    const std::string bytes = used("kmnc:5")->save();
    expectRefused(*used("kmnc:6"), bytes, "kmnc:k=5");
    expectRefused(*used("tknc:2"), bytes, "kmnc:k=5");
    expectRefused(*used("nbc:margin=1"), used("nbc")->save(), "'nbc'");
    expectRefused(*make("kmnc:5", {4, 3}), bytes, "layer0");
    expectRefused(*make("kmnc:5", {7}), bytes, "layers");
    expectRefused(*used("nc"), "", "short");
    expectRefused(*used("nc"), std::string(1000, 'x'));
}

// A well-formed state, with its checksum, of what no criterion can have saved: nc over two neurons.
std::string forged(std::uint32_t version, const std::string &fit, const std::vector<std::uint64_t> &words)
{
    StateWriter writer;
    writer.text("mutascope-coverage");
    writer.u32(version);
    writer.text("nc:t=0.75");
    writer.u64(1);
    writer.u64(2);
    writer.text(fit);
    writer.words(words);
    return writer.sealed();
}

TEST(CriterionStateOwner, ImpossibleContentIsRefused)
{
    auto nc = make("nc", {2});
    nc->load(forged(1, "", {3}));
    EXPECT_EQ(nc->value(), 1.0);
    expectRefused(*nc, forged(2, "", {3}), "version");
    expectRefused(*nc, forged(1, "", {4}), "do not exist"); // a third item
    expectRefused(*nc, forged(1, "", {}), "size");
    expectRefused(*nc, forged(1, "", {1, 0}), "size");
    expectRefused(*nc, forged(1, "?", {1}), "too long");
}

// Only the profile of a fit: low, high, count, mean, sum of squares.
std::string profileOf(std::uint64_t rows, float low, float high, std::uint64_t count, double mean,
                      double squares)
{
    StateWriter writer;
    writer.u64(rows);
    writer.f32(low);
    writer.f32(high);
    writer.u64(count);
    writer.f64(mean);
    writer.f64(squares);
    return writer.bytes();
}

void loadProfile(const std::string &bytes)
{
    StateReader reader(bytes);
    NeuronProfile::load(reader, 1);
}

TEST(NeuronProfileState, ImpossibleValuesAreRefused)
{
    loadProfile(profileOf(2, -1, 1, 2, 0, 2));
    loadProfile(profileOf(2, inf, -inf, 0, 0, 0)); // nothing finite was seen
    for (const std::string &bytes :
         {profileOf(2, 1, -1, 2, 0, 2), profileOf(2, nan, 1, 2, 0, 2), profileOf(2, -1, inf, 2, 0, 2),
          profileOf(2, -1, 1, 3, 0, 2), profileOf(2, -1, 1, 2, double(nan), 2), profileOf(2, -1, 1, 2, 0, -1),
          profileOf(2, -1, 1, 2, 0, double(inf)), profileOf(2, -1, 1, 0, 0, 0),
          profileOf(2, -1, 1, 2, 0, 2) + "x", std::string("short")})
        EXPECT_EQ(errorOf([&] { loadProfile(bytes); }).code(), ErrorCode::BadData);
}

// 2, 4, 4, 4, 5, 5, 7, 9 have the mean 5 and the population standard deviation 2.
TEST(NeuronProfileState, RangeAndDeviationOfKnownValues)
{
    NeuronProfile profile(2);
    const float offset = 1e6f; // would cancel in a sum of squares
    for (const float value : {2, 4, 4, 4, 5, 5, 7, 9})
        profile.add(traceOf({2}, {{value, offset + value}}));
    profile.add(traceOf({2}, {{nan, inf}}));
    EXPECT_EQ(profile.rows(), 9u);
    EXPECT_EQ(profile.range().low[0], 2);
    EXPECT_EQ(profile.range().high[0], 9);
    EXPECT_NEAR(profile.deviation(0), 2, 1e-12);
    EXPECT_NEAR(profile.deviation(1), 2, 1e-6);
    EXPECT_EQ(NeuronProfile(1).deviation(0), 0);
}

} // namespace
} // namespace mutascope
