// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/coverage/coverage_fixture.h"

namespace mutascope {
namespace {

using namespace coveragetest;

TEST(CriterionChoice, CanonicalText)
{
    const std::pair<std::string, std::string> cases[]
        = {{"nc", "nc:t=0.75"},
           {"nc:0.5", "nc:t=0.5"},
           {"nc:t=0.5", "nc:t=0.5"},
           {"nc:1", "nc:t=1"},
           {"kmnc", "kmnc:k=1000"},
           {"kmnc:1000", "kmnc:k=1000"},
           {"kmnc:k=1000", "kmnc:k=1000"},
           {" kmnc : k = 10000 ", "kmnc:k=10000"},
           {"nbc", "nbc"},
           {"nbc:margin=0", "nbc"},
           {"snac:margin=0.5", "snac:margin=0.5"},
           {"tknc:3", "tknc:k=3"},
           {"bknc:3", "bknc:k=3"},
           {"tknp", "tknp:k=1"},
           {"nbc:buckets=11", "nbc:buckets=11"},
           {"lsc", "lsc:k=1000,upper=2000"},
           {"dsc:10", "dsc:k=10,upper=2"},
           {"mdsc:layer=fc1", "mdsc:k=1000,upper=100,layer=fc1"},
           {"ann:9", "ann:threshold=9"},
           {"nlc", "nlc"}};
    for (const auto &[text, canonical] : cases) {
        EXPECT_EQ(parseCriterion(text).text(), canonical) << text;
        EXPECT_EQ(parseCriterion(canonical).text(), canonical); // and back again
    }
}

TEST(CriterionChoice, ValuesReachTheCriterion)
{
    EXPECT_EQ(parseCriterion("kmnc:25").params.integer("k"), 25);
    EXPECT_EQ(coverageCount(*make("kmnc:25", {4}))->total, 100u);
    EXPECT_EQ(coverageCount(*make("nbc", {4}))->total, 8u);
    EXPECT_EQ(coverageCount(*make("snac", {4}))->total, 4u);
}

TEST(CriterionChoice, MistakesAreNamed)
{
    // text, a word of the message or hint
    const std::pair<std::string, std::string> cases[]
        = {{"kmnk:1000", "kmnc"}, // the nearest name
           {"nbcc", "nbc"},
           {"foo", "tknc"}, // none is near: all of them
           {"", "criterion"},
           {":1000", "criterion"},
           {"kmnc:0", "1"}, // below the minimum
           {"kmnc:-5", "-5"},
           {"kmnc:1e400", "k"},
           {"kmnc:2.5", "2.5"},
           {"kmnc:1000001", "1000001"},
           {"kmnc:99999999999999999999", "k"},
           {"kmnc:", "kmnc:1000"},
           {"kmnc:k=", "k"},
           {"kmnc:=5", "unknown parameter"},
           {"kmnc:1000,", "name=value"},
           {"kmnc:1000,2", "name=value"},
           {"kmnc:1000,k=5", "twice"},
           {"kmnc:t=5", "k"}, // no such parameter: what there is
           {"kmnc:1000:5", "1000:5"},
           {"nc:abc", "abc"},
           {"nc:nan", "nan"},
           {"nc:1.5", "1"},
           {"nc:-0.1", "-0.1"},
           {"snac:margin=-1", "margin"},
           {"dsc:clamp=perhaps", "clamp"},
           {"lsc:samples=1", "samples"},
           {"nlc:5", "name=value"}};
    for (const auto &[text, word] : cases) {
        const std::string bad = text;
        const Error error = errorOf([&] { parseCriterion(bad); });
        EXPECT_EQ(error.code(), ErrorCode::Usage) << text;
        EXPECT_NE(error.message().find(word), std::string::npos) << text << ": " << error.message();
        EXPECT_FALSE(error.hint().empty()) << text << ": " << error.message();
    }
}

TEST(CriterionChoice, TooLargeForMemoryIsRefused)
{
    for (const std::string text : {"kmnc:1000000", "nbc:buckets=100000", "nlc"}) {
        const auto choice = parseCriterion(text);
        const Error error = errorOf([&] { choice.create(layersOf({100000})); });
        EXPECT_EQ(error.code(), ErrorCode::Usage) << text;
        EXPECT_FALSE(error.hint().empty());
    }
}

TEST(CriterionChoice, WhatDoesNotFitTheLayersIsNamed)
{
    // text, a word of the message or hint
    const std::pair<std::string, std::string> cases[]
        = {{"dsc:layer=layer7", "layer"}, {"ann:layer=nothing", "outputs"}, {"lsc:lower=5,upper=5", "upper"}};
    for (const auto &[text, word] : cases) {
        const std::string bad = text;
        const Error error = errorOf([&] { make(bad, {2, 3}); });
        EXPECT_EQ(error.code(), ErrorCode::Usage) << text;
        EXPECT_NE(error.message().find(word), std::string::npos) << error.message();
    }
}

TEST(CriterionChoice, LayersMustFollowEachOther)
{
    std::vector<LayerSlice> gap = layersOf({2, 3});
    gap[1].begin = 3;
    std::vector<LayerSlice> negative = layersOf({2});
    negative[0].count = -2;
    for (const auto &layers : {gap, negative})
        EXPECT_EQ(errorOf([&] { parseCriterion("nc").create(layers); }).code(), ErrorCode::Internal);
}

TEST(CriterionChoice, EveryCriterionDescribesItself)
{
    for (const CriterionInfo &info : criteria()) {
        EXPECT_FALSE(info.summary.empty()) << info.id;
        EXPECT_FALSE(info.paper.empty()) << info.id;
        EXPECT_EQ(criterionInfo(info.id).id, info.id);
        for (const ParamSpec &spec : info.params)
            EXPECT_FALSE(spec.tooltip.empty() || spec.source.empty()) << info.id << " " << spec.name;
    }
}

} // namespace
} // namespace mutascope
