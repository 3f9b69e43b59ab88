// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/array_dataset.h"
#include "core/run/model_import.h"
#include "core/run/model_import_findings.h"
#include "core/run/model_import_input.h"
#include "tests/core/base/expect_error.h"
#include "tests/support/fake_model.h"
#include <cmath>

namespace mutascope {

namespace {

Measurement measured(std::vector<int> labels, std::vector<int> predicted)
{
    Measurement result;
    for (std::size_t i = 0; i < labels.size(); ++i)
        result.correct += labels[i] == predicted[i] ? 1 : 0;
    result.labels = std::move(labels);
    result.predicted = std::move(predicted);
    return result;
}

std::vector<std::string> allowedNames(const std::vector<PixelRule> &rules)
{
    std::vector<std::string> names;
    for (const PixelRule &rule : rules)
        if (rule.allowed)
            names.push_back(rule.description);
    return names;
}

const PixelStatistics grey{{0.2F}, {0.3F}};
const PixelStatistics colours{{0.1F, 0.2F, 0.3F}, {0.4F, 0.5F, 0.6F}};

// What findingsOf() says about numbers that are made up; the model has four classes.
class FindingsTest : public testing::Test {
protected:
    std::vector<ImportFinding> about(const Measurement &measurement)
    {
        DatasetSpec native = spec;
        const ArrayDataset data(spec, std::vector<std::uint8_t>(64), {0});
        native.shape = nativeShape;
        return findingsOf({request, model, false, native, data, classes, measurement, search, training});
    }
    std::string textOf(const Measurement &measurement)
    {
        std::string text;
        for (const ImportFinding &finding : about(measurement))
            text += finding.text + "\n" + finding.tryThis + "\n";
        return text;
    }
    static bool warned(const std::vector<ImportFinding> &findings, const std::string &text)
    {
        return std::ranges::any_of(findings, [&](const ImportFinding &finding) {
            return finding.level == ImportFinding::Level::Warning
                && finding.text.find(text) != std::string::npos;
        });
    }
    // n images of each class, each predicted as mapping says.
    static Measurement mapped(const std::vector<int> &mapping, int n)
    {
        std::vector<int> labels, predicted;
        for (int i = 0; i < n; ++i)
            for (std::size_t c = 0; c < mapping.size(); ++c) {
                labels.push_back(int(c));
                predicted.push_back(mapping[c]);
            }
        return measured(labels, predicted);
    }

    FakeModel model;
    ImportRequest request;
    DatasetSpec spec{"npz", {8, 8, 1}, 4, {"a", "b", "c", "d"}, "test", {}, {}};
    ImageShape nativeShape{8, 8, 1};
    int classes = 4;
    SearchResult search;
    TrainingProblem training;
};

} // namespace

TEST_F(FindingsTest, SayWhetherTheTrainingImagesCanBeUsed)
{
    const Measurement measurement = mapped({0, 1, 2, 3}, 5);
    EXPECT_EQ(textOf(measurement).find("training"), std::string::npos);
    training = {"no folder 'train'", true};
    EXPECT_NE(textOf(measurement).find("there are no training images: no folder 'train'"), std::string::npos);
    EXPECT_FALSE(warned(about(measurement), "training"));
    training = {"train.npz is cut off", false};
    EXPECT_TRUE(warned(about(measurement), "the training images cannot be used: train.npz is cut off"));
}

TEST(ImportSample, IsEvenOverTheClassesAndSpread)
{
    const std::vector<int> labels = {0, 0, 0, 0, 1, 1, 2};
    EXPECT_EQ(balancedSample(labels, 4), (std::vector<std::size_t>{0, 2, 4, 6}));
    EXPECT_EQ(balancedSample(labels, 2), (std::vector<std::size_t>{0, 4}));
    EXPECT_EQ(balancedSample(labels, 7).size(), 7U);
    EXPECT_EQ(balancedSample(labels, 100).size(), 7U);
    EXPECT_TRUE(balancedSample({}, 10).empty());
}

TEST(ImportMeasure, AccuracyAndLikelihood)
{
    FakeModel model;
    const std::vector<Seed> seeds = fakeSeeds(model, 70);
    std::vector<std::uint8_t> pixels;
    std::vector<int> labels;
    double likelihood = 0;
    for (std::size_t i = 0; i < seeds.size(); ++i) {
        const Image &image = seeds[i].image;
        pixels.insert(pixels.end(), image.pixels.begin(), image.pixels.end());
        labels.push_back(i < 7 ? (model.label(image) + 1) % 4 : model.label(image));
        ImageBatch one(image.shape);
        one.append(image);
        const auto row = model.predict(one).probabilitiesOf(0);
        likelihood += std::log(std::max(double(row[std::size_t(labels.back())]), 1e-12)) / 70;
    }
    const ArrayDataset data({"npz", {8, 8, 1}, 4, {"a", "b", "c", "d"}, "test", {}, {}}, pixels, labels);
    std::vector<double> progress;
    const Measurement all
        = measure(model, data, {}, RunControl(), [&](double share) { progress.push_back(share); });
    EXPECT_DOUBLE_EQ(all.accuracy(), 0.9);
    EXPECT_NEAR(all.logLikelihood, likelihood, 1e-6);
    EXPECT_EQ(progress.back(), 1);
    EXPECT_EQ(measure(model, data, {0, 1, 69}, RunControl(), [](double) {}).correct, 1U);
    RunControl stopped;
    stopped.stop();
    expectError(ErrorCode::Usage, "stopped", [&] { measure(model, data, {}, stopped, [](double) {}); });
}

TEST(ImportMeasure, MappingOfLabels)
{
    const Measurement m = measured({0, 0, 0, 1, 1, 1, 3}, {2, 2, 1, 0, 0, -1, 3});
    const LabelMapping mapping = labelMapping(m, 4);
    EXPECT_EQ(mapping.output, (std::vector<int>{2, 0, -1, 3}));
    EXPECT_TRUE(mapping.oneToOne);
    EXPECT_DOUBLE_EQ(mapping.accuracy, 5.0 / 7);
    EXPECT_FALSE(labelMapping(measured({0, 1}, {2, 2}), 2).oneToOne);
    EXPECT_FALSE(mappingIsMeaningful(m, 4));
    EXPECT_NEAR(standardError(0.5, 100), 0.05, 1e-12);
    EXPECT_GT(standardError(1, 100), 0);
}

TEST(ImportPixels, StatisticsOfTheData)
{
    // Two images of 1x2 RGB pixels: red 0 51 102 255, green all 255, blue all 0.
    const ArrayDataset data({"npz", {1, 2, 3}, 1, {"a"}, "test", {}, {}},
                            {0, 255, 0, 51, 255, 0, 102, 255, 0, 255, 255, 0}, {0, 0});
    const PixelStatistics found = pixelStatistics(data);
    EXPECT_EQ(found.mean, (std::vector<float>{0.4F, 1, 0})); // (0 + .2 + .4 + 1) / 4
    EXPECT_FLOAT_EQ(found.std[0], 0.374F); // sqrt((0 + .04 + .16 + 1) / 4 - .16) = .3742
    EXPECT_FLOAT_EQ(found.std[1], 0.001F); // never 0
}

TEST(ImportPixels, WhatIsGivenIsNotChanged)
{
    ImportRequest request;
    EXPECT_EQ(allowedNames(pixelRules(request, grey, 1)).size(), 5U);
    EXPECT_EQ(allowedNames(pixelRules(request, colours, 3)).size(), 7U);
    request.scale = 1;
    EXPECT_EQ(allowedNames(pixelRules(request, grey, 1)), (std::vector<std::string>{"0 to 255"}));
    request.scale = 100;
    EXPECT_EQ(allowedNames(pixelRules(request, grey, 1)), (std::vector<std::string>{"pixel / 100"}));
    request.mean = {0.7F};
    const std::vector<PixelRule> rules = pixelRules(request, grey, 1);
    EXPECT_EQ(allowedNames(rules).size(), 1U);
    EXPECT_EQ(rules.size(), 6U); // the usual ones, to doubt it
    EXPECT_EQ(rules[0].scale, 100);
    EXPECT_EQ(rules[0].mean, request.mean);
    EXPECT_TRUE(rules[0].std.empty());
    request.scale.reset();
    EXPECT_EQ(allowedNames(pixelRules(request, grey, 1)).size(), 2U); // of either range
}

TEST(ImportPixels, ChannelOrderTakesMeansAlong)
{
    ImportRequest request;
    request.channelOrder = "bgr";
    std::vector<PixelRule> rules = pixelRules(request, colours, 3);
    EXPECT_EQ(rules.back().mean, (std::vector<float>{0.3F, 0.2F, 0.1F}));
    EXPECT_EQ(withOrder(rules.back(), "rgb").mean, colours.mean);
    EXPECT_EQ(withOrder(rules.back(), "rgb").std, colours.std);
    request.mean = {1, 2, 3};
    rules = pixelRules(request, colours, 3);
    EXPECT_EQ(rules[0].channelOrder, "bgr");
    EXPECT_EQ(rules[0].mean, *request.mean); // in the model's order already
}

TEST(ImportInput, LikelyOnesFirst)
{
    const std::vector<ImageShape> greyShapes = likelyInputs({28, 28, 1}, true);
    EXPECT_EQ(greyShapes[0], (ImageShape{28, 28, 1}));
    EXPECT_EQ(greyShapes[1], (ImageShape{28, 28, 3}));
    EXPECT_EQ(greyShapes.size(), 18U); // nine sizes, none twice
    EXPECT_EQ(likelyInputs({50, 40, 3}, true)[0], (ImageShape{50, 40, 3}));
    EXPECT_EQ(likelyInputs({375, 500, 3}, false)[0], (ImageShape{224, 224, 3})); // photographs
    EXPECT_EQ(likelyInputs({}, true)[0], (ImageShape{28, 28, 3}));
    for (const ImageShape &shape : likelyInputs({28, 28, 1}, true, 3))
        EXPECT_EQ(shape.channels, 3);
}

TEST(ImportInput, DataIsResizedWhereItMust)
{
    ImportRequest request;
    request.data = "/data";
    const DatasetSpec native{"npz", {28, 28, 1}, 2, {"a", "b"}, "test", {}, {}};
    EXPECT_TRUE(sourceFor(request, native, {28, 28, 1}).options.empty());
    EXPECT_EQ(sourceFor(request, native, {32, 32, 3}).options.at("resize"),
              ParamValue(std::string("center-crop")));
    request.dataOptions["resize"] = std::string("stretch");
    EXPECT_EQ(sourceFor(request, native, {32, 32, 3}).options.at("resize"),
              ParamValue(std::string("stretch")));
}

TEST(Import, ProjectOfAProposal)
{
    ImportProposal proposal;
    proposal.model.file = "/models/m.onnx";
    proposal.model.input = {32, 32, 3};
    proposal.model.sha256 = "abc";
    proposal.data = {"npz", "/data/x.npz", {32, 32, 3}, {}, {{"first", std::int64_t(10)}}};
    proposal.classNames = {"cat", "dog"};
    const Project project = projectOf(proposal, "/projects/mine/");
    EXPECT_EQ(project.name, "mine");
    EXPECT_EQ(project.folder, "/projects/mine");
    EXPECT_EQ(project.modelFile(), "/models/m.onnx");
    EXPECT_EQ(project.dataFormat, "npz");
    EXPECT_EQ(project.dataOptions.at("first"), ParamValue(std::int64_t(10)));
    EXPECT_EQ(project.classNames, proposal.classNames);
    EXPECT_TRUE(project.model.sha256.empty());
}

TEST(Import, StopsAndRefuses)
{
    RunControl stopped;
    stopped.stop();
    expectError(ErrorCode::Usage, "stopped", [&] { proposeImport({}, stopped); });
    ImportRequest request;
    request.data = "/no/such/place";
    expectError(ErrorCode::NotFound, "/no/such/place", [&] { proposeImport(request, RunControl()); });
}

TEST_F(FindingsTest, NothingToSay)
{
    EXPECT_EQ(textOf(mapped({0, 1, 2, 3}, 25)), "");
}

TEST_F(FindingsTest, RulesThatDoEquallyWell)
{
    search.chosen.rule.description = "x";
    search.equallyGood = {"y", "z"};
    const std::vector<ImportFinding> findings = about(mapped({0, 1, 2, 3}, 25));
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].level, ImportFinding::Level::Note);
    EXPECT_NE(findings[0].text.find("does not tell 'x' from 'y' and 'z'"), std::string::npos);
}

TEST_F(FindingsTest, PermutedLabels)
{
    const std::string text = textOf(mapped({2, 0, 1, 3}, 25));
    EXPECT_NE(text.find("permuted"), std::string::npos) << text;
    EXPECT_NE(text.find("0 (a) -> 2, 1 (b) -> 0, 2 (c) -> 1)"), std::string::npos) << text;
    spec.format = "folder";
    EXPECT_NE(textOf(mapped({2, 0, 1, 3}, 25)).find("model's outputs: b, c, a, d"), std::string::npos);
    EXPECT_EQ(textOf(mapped({2, 0, 1, 3}, 2)).find("permuted"), std::string::npos); // too few images
}

TEST_F(FindingsTest, OffByOne)
{
    const std::string text = textOf(mapped({1, 2, 3, 4}, 25));
    EXPECT_NE(text.find("off by 1"), std::string::npos) << text;
    EXPECT_NE(text.find("Number the classes from 1"), std::string::npos) << text;
}

TEST_F(FindingsTest, ConstantAndNotFinite)
{
    EXPECT_NE(textOf(mapped({2, 2, 2, 2}, 25)).find("same class for every image: c"), std::string::npos);
    Measurement broken = mapped({0, 1, 2, 3}, 25);
    broken.predicted[0] = -1;
    broken.notFinite = 1;
    EXPECT_NE(textOf(broken).find("for 1 of 100 images"), std::string::npos);
}

TEST_F(FindingsTest, LowAccuracy)
{
    Measurement low = mapped({0, 0, 1, 1}, 25); // 25 % of four classes
    EXPECT_NE(textOf(low).find("which is chance (25.00 %)"), std::string::npos) << textOf(low);
    low = mapped({0, 0, 2, 1}, 25);
    for (std::size_t i = 0; i < low.predicted.size() && low.correct > 45; ++i)
        if (low.predicted[i] == low.labels[i]) {
            low.predicted[i] = (low.labels[i] + 1) % 4;
            --low.correct;
        }
    const std::string text = textOf(low);
    EXPECT_NE(text.find("only 45.00 % of 100 images"), std::string::npos) << text;
    EXPECT_EQ(text.find("chance"), std::string::npos) << text;
}

TEST_F(FindingsTest, CountsOfClasses)
{
    classes = 3;
    EXPECT_NE(textOf(mapped({0, 1, 2}, 25)).find("background"), std::string::npos);
    classes = 2;
    EXPECT_NE(textOf(mapped({0, 1}, 25)).find("4 classes apart, the data has 2"), std::string::npos);
    classes = 5;
    Measurement fromOne = mapped({1, 2, 3, 4}, 25);
    for (int &label : fromOne.labels)
        ++label;
    EXPECT_NE(textOf(fromOne).find("labels begin at 1"), std::string::npos);
}

TEST_F(FindingsTest, WarningsComeFirst)
{
    spec.skipped = {{"a.png", "it is cut short"}};
    nativeShape = {9, 9, 1};
    const std::vector<ImportFinding> findings = about(mapped({2, 2, 2, 2}, 25));
    ASSERT_EQ(findings.size(), 3U);
    EXPECT_EQ(findings[0].level, ImportFinding::Level::Warning);
    EXPECT_EQ(findings[1].level, ImportFinding::Level::Note);
    EXPECT_NE(findings[1].text.find("9x9x1 are resized to the model's 8x8x1"), std::string::npos);
    EXPECT_NE(findings[2].text.find("a.png: it is cut short"), std::string::npos);
}

} // namespace mutascope
