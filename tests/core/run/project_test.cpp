// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hash.h"
#include "core/model/training.h"
#include "core/run/project.h"
#include "tests/core/base/expect_error.h"
#include "tests/core/data/idx_files.h"
#include <nlohmann/json.hpp>
#include <sys/stat.h>

namespace mutascope {

namespace {

// A folder with a data set of three 8x8 images of classes 0, 1 and 2, and a project file beside it.
class ProjectTest : public testing::Test {
protected:
    ProjectTest()
    {
        Bytes images = idxHeader({3, 8, 8});
        images.insert(images.end(), 3 * 64, 128);
        for (const char *split : {"train", "t10k"}) {
            folder.write(std::string(split) + "-images-idx3-ubyte", images);
            folder.write(std::string(split) + "-labels-idx1-ubyte", joined(idxHeader({3}), {0, 1, 2}));
        }
    }

    Project open(const std::string &text) const
    {
        folder.write("project.json", text);
        return openProject(folder.path());
    }

    void expectRefused(const std::string &text, const std::string &part) const
    {
        expectError(ErrorCode::BadData, part, [&] { open(text); });
    }

    // A project of the data above with a model of its size.
    Project withModel(int classes) const
    {
        saveUntrained("lenet1", {8, 8, 1}, classes, 1, folder.path() / "m.pt");
        Project project = open(minimal);
        project.model.file = "m.pt";
        return project;
    }

    TempFolder folder;
    const std::string minimal = R"({"mutascope_project": 1,
"model": {"file": "m.pt", "input": [8, 8, 1]},
"data": {"path": "."}})";
};

} // namespace

TEST_F(ProjectTest, DefaultsOfAMinimalFile)
{
    const Project project = open(minimal);
    EXPECT_EQ(project.name, folder.path().filename());
    EXPECT_EQ(project.model.input, (ImageShape{8, 8, 1}));
    EXPECT_EQ(project.model.scale, 255);
    EXPECT_TRUE(project.model.mean.empty());
    EXPECT_EQ(project.dataFormat, "idx");
    EXPECT_EQ(project.defaultGenerator, "deephunter");
    EXPECT_EQ(project.defaultCriterion, "kmnc:1000");
    EXPECT_EQ(project.defaultLayers, "default");
}

TEST_F(ProjectTest, ReadsEveryKey)
{
    const Project project = open(R"({"mutascope_project": 1, "name": "n", "description": "d",
        "model": {"file": "sub/m.pt", "input": [32, 30, 3], "scale": 1, "mean": [0.5, 0.25, 0.125],
                  "std": [1, 2, 3], "channel_order": "bgr", "sha256": "ab"},
        "data": {"format": "idx", "path": "/nowhere", "classes": ["a", "b"], "sha256": "cd"},
        "defaults": {"generator": "random", "criterion": "nc:0.5", "layers": "conv"}})");
    EXPECT_EQ(project.name, "n");
    EXPECT_EQ(project.description, "d");
    EXPECT_EQ(project.model.input, (ImageShape{32, 30, 3}));
    EXPECT_EQ(project.model.mean, (std::vector<float>{0.5, 0.25, 0.125}));
    EXPECT_EQ(project.model.std, (std::vector<float>{1, 2, 3}));
    EXPECT_EQ(project.model.scale, 1);
    EXPECT_EQ(project.model.channelOrder, "bgr");
    EXPECT_EQ(project.model.sha256, "ab");
    EXPECT_EQ(project.classNames, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(project.dataSha256, "cd");
    EXPECT_EQ(project.defaultGenerator, "random");
    EXPECT_EQ(project.defaultCriterion, "nc:0.5");
    EXPECT_EQ(project.defaultLayers, "conv");
}

TEST_F(ProjectTest, PathsStartAtTheFolder)
{
    Project project = open(minimal);
    EXPECT_EQ(project.modelFile(), folder.path() / "m.pt");
    project.dataPath = "/usr/share";
    EXPECT_EQ(project.dataFolder(), "/usr/share");
    EXPECT_EQ(openProject(folder.path() / "project.json").modelFile(), folder.path() / "m.pt");
}

TEST_F(ProjectTest, SavedFileReadsBackTheSame)
{
    Project project = open(minimal);
    project.model.mean = {0.286F};
    project.model.std = {0.353F};
    project.classNames = {"T-shirt/top", "a \"quoted\" name"};
    project.description = "two\nlines";
    saveProject(project);
    const Project again = openProject(folder.path());
    EXPECT_EQ(toJson(again), toJson(project));
    EXPECT_EQ(again.model.mean, project.model.mean);
    EXPECT_EQ(again.classNames, project.classNames);
}

TEST_F(ProjectTest, RefusesWrongKeysWithTheirLine)
{
    expectRefused(R"({"mutascope_project": 1,
"modle": {}})",
                  "line 2: unknown key 'modle'. Did you mean 'model'?");
    expectRefused(R"({"mutascope_project": 1,
"model": {"file": "m.pt",
"input": [8, 8, 1], "maen": [1]}, "data": {"path": "."}})",
                  "line 3: unknown key 'model.maen'. Did you mean 'model.mean'?");
    expectRefused(R"({"mutascope_project": 1, "model": {"file": "m.pt", "input": [8, 8, 1]}})",
                  "'data' is missing");
    expectRefused(R"({"mutascope_project": 1, "model": {"input": [8, 8, 1]}, "data": {"path": "."}})",
                  "'model.file' is missing");
}

TEST_F(ProjectTest, RefusesWrongValues)
{
    const auto withModelKeys = [](const std::string &keys) {
        return R"({"mutascope_project": 1, "model": {"file": "m.pt", )" + keys
            + R"(}, "data": {"path": "."}})";
    };
    const std::string input = R"("input": [8, 8, 1], )";
    expectRefused(withModelKeys(R"("input": [8, 8])"), "'model.input' must be [height, width, channels]");
    expectRefused(withModelKeys(R"("input": [8, 8, 2])"), "'model.input' must be");
    expectRefused(withModelKeys(R"("input": [8, 0, 1])"), "'model.input' must be");
    expectRefused(withModelKeys(R"("input": [8, 1e9, 1])"), "'model.input' must be");
    expectRefused(withModelKeys(input + R"("mean": [0, 0])"), "'model.mean' must be one number a channel");
    expectRefused(withModelKeys(input + R"("mean": ["x"])"), "'model.mean[0]' must be a 32-bit real number");
    expectRefused(withModelKeys(input + R"("std": [0])"), "'model.std' must be numbers from 1e-6 to 1e6");
    expectRefused(withModelKeys(input + R"("scale": -1)"), "'model.scale' must be a number from 1e-6 to 1e6");
    expectRefused(withModelKeys(input + R"("channel_order": "gbr")"), "'model.channel_order' must be");
}

TEST_F(ProjectTest, RefusesWhatTheLibraryWouldTake)
{
    const auto withModelKey = [](const std::string &key) {
        return R"({"mutascope_project": 1, "model": {"file": "m.pt", "input": [8, 8, 1], )" + key
            + R"(}, "data": {"path": "."}})";
    };
    expectRefused(withModelKey(R"("scale": 1, "scale": 2)"), "the key 'scale' stands twice");
    expectRefused(withModelKey(R"("scale": 1e400)"), "a number that is too large");
    expectRefused(withModelKey(R"("scale": 1e39)"), "'model.scale' must be a number from 1e-6 to 1e6");
    expectRefused(withModelKey(R"("mean": [1e39])"), "'model.mean[0]' must be");
    expectRefused(withModelKey(R"("sha256": "a\u0000b")"), "'model.sha256' must be a text");
    const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
    expectRefused(withModelKey("\"scale\": " + deep), "nested more than 64 levels"); // no stack overflow
}

TEST_F(ProjectTest, RefusesFilesWithoutAnEnd)
{
    std::filesystem::create_symlink("/dev/zero", folder.path() / "project.json");
    expectError(ErrorCode::Io, "no regular file", [&] { openProject(folder.path()); });
    std::filesystem::remove(folder.path() / "project.json");
    ASSERT_EQ(::mkfifo((folder.path() / "project.json").c_str(), 0600), 0);
    expectError(ErrorCode::Io, "no regular file", [&] { openProject(folder.path()); });
}

TEST_F(ProjectTest, RefusesWhatIsNoProject)
{
    expectRefused("{\n\"a\": 1,\n]", "line 3");
    expectRefused("[]", "no Mutascope project");
    expectRefused(R"({"name": "x"})", "'mutascope_project' is missing");
    expectError(ErrorCode::NewerVersion, "version 2", [&] { open(R"({"mutascope_project": 2})"); });
    expectError(ErrorCode::NotFound, "there is no project", [&] { openProject(folder.path() / "none"); });
}

TEST_F(ProjectTest, DataIsNamedByTheProject)
{
    Project project = open(minimal);
    project.classNames = {"zero", "one", "two", "three"};
    const auto data = project.openData("test");
    EXPECT_EQ(data->size(), 3U);
    EXPECT_EQ(data->spec().classes, 4);
    EXPECT_EQ(data->spec().classNames.at(3), "three");
    project.classNames = {"zero", "one"};
    expectError(ErrorCode::BadData, "is of class 2, but only 2 classes are named",
                [&] { project.openData("test"); });
    project.dataPath = "elsewhere";
    expectError(ErrorCode::NotFound, "elsewhere' does not exist", [&] { project.openData("test"); });
    project.dataFormat = "idxx";
    project.dataPath = ".";
    expectError(ErrorCode::BadData, "Did you mean 'idx'?", [&] { project.openData("test"); });
}

TEST_F(ProjectTest, DataOptionsBelongToTheFormat)
{
    const auto withData = [](const std::string &keys) {
        return R"({"mutascope_project": 1, "model": {"file": "m.pt", "input": [4, 4, 3]},
"data": {"path": ".", )"
            + keys + "}}";
    };
    const Project project
        = open(withData(R"("options": {"per-class": 1, "range": "1:3", "resize": "stretch"})"));
    const auto data = project.openData("test");
    EXPECT_EQ(data->size(), 2U);
    EXPECT_EQ(data->spec().shape, (ImageShape{4, 4, 3}));
    saveProject(project);
    EXPECT_EQ(toJson(openProject(folder.path())), toJson(project));
    EXPECT_EQ(projectFromSnapshot(projectSnapshot(project, "", "")).dataOptions, project.dataOptions);
    expectRefused(withData(R"("options": {"per-clas": 1})"),
                  "line 2: 'data.options.per-clas': unknown parameter 'per-clas'. Did you mean 'per-class'?");
    expectRefused(withData(R"("options": {"first": -1})"), "'data.options.first'");
    expectRefused(withData(R"("options": {"first": [1]})"), "'data.options.first'");
    expectRefused(withData(R"("options": {"range": "1\u0000"})"), "'data.options.range' must be a text");
    expectRefused(withData(R"("options": [])"), "'data.options' must be an object");
    expectRefused(withData(R"("format": "", "options": {"first": 1})"), "needs 'data.format'");
    expectRefused(withData(R"("format": "ixd", "options": {"first": 1})"), "Did you mean 'idx'?");
    expectRefused(withData(R"("optoins": {})"), "Did you mean 'data.options'?");
}

TEST_F(ProjectTest, TheFormatCanBeFoundOut)
{
    Project project = open(minimal);
    project.dataFormat = "";
    EXPECT_EQ(project.openData("test")->spec().format, "idx");
    saveProject(project);
    EXPECT_EQ(openProject(folder.path()).dataFormat, "");
}

TEST_F(ProjectTest, ModelMustFitTheData)
{
    Project project = withModel(3);
    EXPECT_EQ(project.openModel()->spec().classes, 3);
    project.classNames = {"a", "b", "c", "d"};
    expectError(ErrorCode::BadModel, "tells 3 classes apart, the data has 4", [&] { project.openModel(); });
    project.model.file = "other.pt";
    expectError(ErrorCode::NotFound, "other.pt' does not exist", [&] { project.openModel(); });
}

TEST_F(ProjectTest, ModelMustBeTheRecordedFile)
{
    Project project = withModel(3);
    project.model.sha256 = sha256OfFile(folder.path() / "m.pt");
    EXPECT_EQ(project.loadModel()->spec().sha256, project.model.sha256);
    saveUntrained("lenet1", {8, 8, 1}, 3, 2, folder.path() / "m.pt");
    expectError(ErrorCode::BadModel, "has changed", [&] { project.loadModel(); });
}

TEST_F(ProjectTest, SnapshotOpensFromAnywhere)
{
    Project project = open(minimal);
    project.classNames = {"a"};
    const Project again = projectFromSnapshot(projectSnapshot(project, "m-hash", "d-hash"));
    EXPECT_EQ(again.modelFile(), folder.path() / "m.pt");
    EXPECT_EQ(again.dataFolder().lexically_normal(), project.dataFolder().lexically_normal());
    EXPECT_EQ(again.model.sha256, "m-hash");
    EXPECT_EQ(again.dataSha256, "d-hash");
    EXPECT_EQ(again.folder, folder.path());
    expectError(ErrorCode::BadData, "damaged", [] { projectFromSnapshot("{"); });
}

TEST_F(ProjectTest, CleanAccuracyCountsCorrectImages)
{
    const Project project = withModel(3);
    const auto data = project.openData("test");
    const auto model = project.openModel();
    // Three equal images of three classes: whatever the model says, one of three is right.
    EXPECT_DOUBLE_EQ(cleanAccuracy(*model, *data), 1.0 / 3);
}

// Each entry is of the right kind, and still wrong; found when the file is opened, with its line.
TEST_F(ProjectTest, HandEditedNonsenseIsFoundAtOnce)
{
    const auto with = [&](const std::string &model, const std::string &data, const std::string &more) {
        return R"({"mutascope_project": 1,
"model": {"file": "m.pt", "input": [8, 8, 1])"
            + model + "},\n" + R"("data": {"path": ".")" + data + "}" + more + "}";
    };
    for (const char *scale : {"1e308", "1e-320", "0", "-1", "1e-7"})
        expectRefused(with(std::string(R"(, "scale": )") + scale, "", ""), "a number from 1e-6 to 1e6");
    expectRefused(with(R"(, "std": [1e-30])", "", ""), "numbers from 1e-6 to 1e6");
    expectRefused(with(R"(, "mean": [1e30])", "", ""), "numbers from -1e6 to 1e6");
    expectRefused(with("", R"(, "format": "idxx")", ""), "unknown data format 'idxx'");
    expectRefused(with("", R"(, "format": "idxx")", ""), "project.json', line 3");
    expectRefused(with("", R"(, "classes": ["a", "b", "a"])", ""), "classes 0 and 2 are both called 'a'");
    expectRefused(with("", R"(, "classes": ["a", " "])", ""), "class 1 has no name");
    expectRefused(with("", R"(, "classes": ["a", "b\u001b[2J"])", ""), "class 1 holds a control character");
    expectRefused(with("", "",
                       ",\n"
                       R"("defaults": {"generator": "deephuntr"})"),
                  "line 4");
    expectRefused(with("", "", R"(, "defaults": {"generator": "deephuntr"})"), "unknown generator");
    expectRefused(with("", "", R"(, "defaults": {"criterion": "kmnc:x"})"), "defaults.criterion");
    EXPECT_EQ(open(with("", "", R"(, "defaults": {"criterion": "none"})")).defaultCriterion, "none");
}

// A wrong option of the data is the project's fault, not the command line's.
TEST_F(ProjectTest, RangeErrorsNameTheProject)
{
    const Project project = open(R"({"mutascope_project": 1, "model": {"file": "m.pt", "input": [8, 8, 1]},
"data": {"format": "idx", "path": ".", "options": {"range": "7:2"}}})");
    expectError(ErrorCode::BadData, "project.json': data: '7:2' is no range",
                [&] { project.openData("test"); });
}

TEST_F(ProjectTest, AModelFileMustBeAFile)
{
    Project project = open(minimal);
    project.model.file = ".";
    expectError(ErrorCode::BadModel, "is no model file but a folder", [&] { project.loadModel(); });
    project.model.file = "/dev/zero";
    expectError(ErrorCode::BadModel, "is no model file but a device or a pipe", [&] { project.loadModel(); });
    project.model.file = "none.pt";
    expectError(ErrorCode::NotFound, "does not exist", [&] { project.loadModel(); });
}

// What a run was made with stays readable, whatever is refused today.
TEST_F(ProjectTest, SnapshotsAreNotJudged)
{
    Project project = open(minimal);
    project.classNames = {"a", "a", "b"};
    EXPECT_EQ(projectFromSnapshot(projectSnapshot(project, "", "")).classNames, project.classNames);
}

} // namespace mutascope
