// SPDX-License-Identifier: GPL-3.0-or-later
// A session made by hand around an untrained model: what it predicts is asked of the model itself, so that it
// is known which tests really fail.
#include "core/base/csv_field.h"
#include "core/base/hash.h"
#include "core/model/training.h"
#include "core/mutate/constraint.h"
#include "core/run/exporter_manifest.h"
#include "core/run/run.h"
#include "tests/core/base/expect_error.h"
#include "tests/core/data/temp_folder.h"
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace mutascope {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr ImageShape shape{8, 8, 1};
constexpr int classes = 3;

Image patterned(int number)
{
    Image image{shape, {}};
    for (std::size_t i = 0; i < shape.size(); ++i)
        image.pixels.push_back(std::uint8_t((number * 37 + int(i) * (number + 3)) % 256));
    return image;
}

std::string contentOf(const fs::path &file)
{
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

std::vector<json> jsonLines(const fs::path &file)
{
    std::vector<json> rows;
    std::istringstream lines(contentOf(file));
    for (std::string line; std::getline(lines, line);)
        rows.push_back(json::parse(line));
    return rows;
}

class ExportTest : public testing::Test {
protected:
    ExportTest() : store(":memory:", SessionStore::Mode::Create)
    {
        saveUntrained("lenet1", shape, classes, 1, folder.path() / "m.pt");
        project.name = "p";
        project.folder = folder.path();
        project.model.file = "m.pt";
        project.model.input = shape;
        project.dataPath = "/nowhere"; // neither export nor verify needs the data
        project.classNames = {"T-shirt/top", "a, \"b\"", ".."};
        model = project.loadModel();
        // Test 1 fails, 2 (a child of 1) is kept, 3 claims to fail, but does not.
        const int wrong = (predictedOf(1) + 1) % classes;
        label = wrong;
        createRun();
        Checkpoint checkpoint;
        add(checkpoint, test(1, 0, "rotate", {{"degrees", -7}}, wrong, predictedOf(1) != wrong));
        add(checkpoint, test(2, 1, "blur", {{"size", 3}}, wrong, false));
        add(checkpoint, test(3, 0, "noise", {}, predictedOf(3), true));
        store.writeCheckpoint(run, checkpoint);
    }

    int predictedOf(int number)
    {
        ImageBatch batch(shape);
        batch.append(patterned(number));
        return model->predict(batch).predicted(0);
    }

    void createRun()
    {
        RunRecord record;
        record.generator = "random";
        record.config = "{}";
        record.versions = "{}";
        record.project = projectSnapshot(project, sha256OfFile(folder.path() / "m.pt"), "0");
        run = store.createRun(record, {{0, 4711, label, {0.2F, 0.3F, 0.5F}, patterned(0)}});
    }

    static TestRecord test(std::int64_t id, std::int64_t parent, const std::string &mutator,
                           const std::map<std::string, double> &values, int classOfSeed, bool failing)
    {
        TestRecord out;
        out.id = id;
        out.parent = parent;
        out.mutation = {mutator, values, mutator == "noise" ? 18446744073709551615U : 0};
        out.label = classOfSeed;
        out.failing = failing;
        out.kept = !failing;
        out.confidence = 0.5F;
        out.probabilities = {0.5F, 0.25F, 0.25F};
        return out;
    }

    void add(Checkpoint &checkpoint, TestRecord record)
    {
        const Image image = patterned(int(record.id));
        const PixelDistance distance = pixelDistance(patterned(0), image);
        record.predicted = predictedOf(int(record.id));
        record.l0 = distance.l0;
        record.linf = distance.linf;
        record.imageSha256 = sha256(image.pixels);
        checkpoint.tests.push_back(record);
        checkpoint.pngs.push_back(encodePng(image));
        checkpoint.counters.tests += 1;
    }

    ExportResult exportAll(const ExportOptions &options = {})
    {
        return exportRun(store, run, out, options, control);
    }

    TempFolder folder;
    Project project;
    std::unique_ptr<Model> model;
    SessionStore store;
    RunControl control;
    std::int64_t run = 0;
    int label = 0;
    const fs::path out = folder.path() / "out";
};

} // namespace

TEST_F(ExportTest, WritesTheVeryImages)
{
    const ExportResult result = exportAll();
    EXPECT_EQ(result.written, 3);
    const std::vector<json> rows = jsonLines(out / "manifest.jsonl");
    ASSERT_EQ(rows.size(), 3U);
    for (const json &row : rows) {
        const std::string png = contentOf(out / row.at("file").get<std::string>());
        const Image image = decodePng(std::vector<std::uint8_t>(png.begin(), png.end()));
        EXPECT_EQ(image, patterned(row.at("id").get<int>()));
        const std::string seed = contentOf(out / row.at("seed_file").get<std::string>());
        EXPECT_EQ(decodePng(std::vector<std::uint8_t>(seed.begin(), seed.end())), patterned(0));
    }
}

TEST_F(ExportTest, VerifiedIsAskedOfTheModel)
{
    EXPECT_EQ(exportAll().verified, 1);
    const std::vector<json> rows = jsonLines(out / "manifest.jsonl");
    EXPECT_EQ(rows.at(0).at("verified"), true);
    EXPECT_TRUE(rows.at(1).at("verified").is_null()); // not a failing test
    EXPECT_EQ(rows.at(2).at("verified"), false); // the session says failing, the model does not
    EXPECT_EQ(rows.at(2).at("predicted_from_file"), predictedOf(3));
}

TEST_F(ExportTest, VerifyFindsTheSame)
{
    const VerifyResult result = verifyRun(store, run, control);
    EXPECT_EQ(result.tests, 2);
    EXPECT_EQ(result.stillFailing, 1);
    EXPECT_EQ(result.notReproduced, std::vector<std::int64_t>{3});
}

TEST_F(ExportTest, ManifestTellsLineageAndNorms)
{
    exportAll();
    const json row = jsonLines(out / "manifest.jsonl").at(1);
    EXPECT_EQ(row.at("lineage"), json::parse(R"([{"mutator":"rotate","values":{"degrees":-7.0}},
                              {"mutator":"blur","values":{"size":3.0}}])"));
    EXPECT_EQ(row.at("parent"), 1);
    EXPECT_EQ(row.at("dataset_index"), 4711);
    std::set<int> differing;
    int largest = 0;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const int difference = std::abs(patterned(2).pixels[i] - patterned(0).pixels[i]);
        largest = std::max(largest, difference);
        if (difference != 0)
            differing.insert(int(i));
    }
    EXPECT_EQ(row.at("l0"), differing.size());
    EXPECT_EQ(row.at("linf"), largest);
    // 64 bits that no JSON number of other programs holds
    EXPECT_EQ(jsonLines(out / "manifest.jsonl").at(2).at("lineage").at(0).at("noise_seed"),
              "18446744073709551615");
}

TEST_F(ExportTest, CsvSaysTheSame)
{
    exportAll();
    const std::string csv = contentOf(out / "manifest.csv");
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 4);
    EXPECT_EQ(csv.find("id,file,seed_file,dataset_index,label,label_name,predicted"), 0U);
    EXPECT_NE(csv.find(R"("{""degrees"":-7.0}")"), std::string::npos) << csv;
    EXPECT_EQ(csvField("plain"), "plain");
    EXPECT_EQ(csvField("a, \"b\""), R"("a, ""b""")");
    EXPECT_EQ(csvField("two\nlines"), "\"two\nlines\"");
}

TEST_F(ExportTest, FiltersAndIds)
{
    ExportOptions options;
    options.filter.failing = true;
    EXPECT_EQ(exportAll(options).written, 2);
    options.ids = {1, 2};
    EXPECT_EQ(exportRun(store, run, folder.path() / "ids", options, control).written, 1);
    options.ids = {99};
    expectError(ErrorCode::NotFound, "has no test 99",
                [&] { exportRun(store, run, folder.path() / "none", options, control); });
    EXPECT_FALSE(fs::exists(folder.path() / "none"));
}

TEST_F(ExportTest, WithoutSeeds)
{
    ExportOptions options;
    options.seeds = false;
    exportAll(options);
    EXPECT_FALSE(fs::exists(out / "seeds"));
    EXPECT_EQ(jsonLines(out / "manifest.jsonl").at(0).at("seed_file"), "");
}

TEST_F(ExportTest, FailedExportLeavesNothing)
{
    Checkpoint checkpoint;
    add(checkpoint, test(4, 0, "blur", {}, label, false));
    checkpoint.tests.back().predicted = classes; // the model has no such class
    store.writeCheckpoint(run, checkpoint);
    expectError(ErrorCode::BadData, "inconsistent", [&] { exportAll(); });
    EXPECT_FALSE(fs::exists(out));
    fs::create_directory(out);
    expectError(ErrorCode::BadData, "inconsistent", [&] { exportAll(); });
    EXPECT_TRUE(fs::is_empty(out)); // it was there before
}

TEST_F(ExportTest, OverwritesNothing)
{
    fs::create_directory(out);
    std::ofstream(out / "mine") << "x";
    expectError(ErrorCode::Io, "is not empty", [&] { exportAll(); });
    EXPECT_EQ(contentOf(out / "mine"), "x");
    fs::remove_all(out);
    std::ofstream(out.string()) << "a file";
    expectError(ErrorCode::Io, "cannot make the folder", [&] { exportAll(); });
}

TEST_F(ExportTest, ClassNamesBecomeHarmlessFolders)
{
    EXPECT_EQ(
        classFolders({"T-shirt/top", "a, \"b\"", "..", "", "Bag", "bag", "../../etc"}),
        (std::vector<std::string>{"T-shirt-top", "a-b", "class-2", "class-3", "Bag", "bag-5", "-..-etc"}));
    exportAll();
    for (const json &row : jsonLines(out / "manifest.jsonl")) {
        const fs::path file = fs::weakly_canonical(out / row.at("file").get<std::string>());
        EXPECT_EQ(file.string().find((fs::weakly_canonical(out) / "tests/").string()), 0U);
    }
}

} // namespace mutascope
