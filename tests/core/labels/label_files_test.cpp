// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/label_files.h"
#include "core/labels/label_reading.h"
#include "core/store/uuid.h"
#include "tests/core/labels/label_fixture.h"
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <nlohmann/json.hpp>
#include <set>

namespace mutascope {
namespace {

using namespace labeltest;
using nlohmann::json;

class LabelFiles : public LabelFixture {
protected:
    void begin(LabelQuestion question = LabelQuestion::Class, const std::vector<std::string> &names = {})
    {
        makeSession(6);
        LabelProtocol asked = plainProtocol(question);
        asked.classNames = names;
        protocol = LabelStore(file, Mode::ReadWrite).createProtocol(asked);
        std::filesystem::copy_file(file, copy);
        const LabelStore store(file, Mode::ReadOnly);
        items = store.items(protocol.uuid, 0);
    }

    // All kinds of answers, a note that needs quoting, two labellers.
    void labelSome()
    {
        LabelStore store(file, Mode::ReadWrite);
        const Labeller ann = store.labellerNamed("Ann");
        label(store, protocol, ann, items[0].uuid, {LabelAnswer::Seen, 2, "a \"cow\", or\nnot; ü"});
        label(store, protocol, ann, items[1].uuid, plain(LabelAnswer::Invalid));
        label(store, protocol, ann, items[2].uuid, plain(LabelAnswer::Unsure));
        label(store, protocol, store.labellerNamed("Bo"), items[0].uuid, seen(0));
    }

    std::string exported(LabelFormat format) const
    {
        std::string text;
        exportLabels(LabelStore(file, Mode::ReadOnly), protocol.uuid, 0, format,
                     [&](const std::string &part) { text += part; });
        return text;
    }

    ImportResult import(LabelFormat format, const std::string &text, const std::string &labeller = {})
    {
        LabelStore store(copy, Mode::ReadWrite);
        return importLabels(store, protocol.uuid, 0, format, text, "file", labeller);
    }

    // As protocols of earlier versions are, which may have one name twice.
    void beginOld(LabelQuestion question, const std::vector<std::string> &names)
    {
        begin(question, {"a", "b", "c", "d"});
        protocol.classNames = names;
        for (const std::filesystem::path &each : {file, copy}) {
            SQLite::Database database(each.string(), SQLite::OPEN_READWRITE);
            SQLite::Statement update(database,
                                     "UPDATE label_protocols SET definition = "
                                     "json_set(definition, '$.class_names', json(?))");
            update.bind(1, json(names).dump());
            ASSERT_EQ(update.exec(), 1);
        }
        ASSERT_EQ(LabelStore(copy, Mode::ReadOnly).protocol(protocol.uuid).classNames, names);
    }

    // What is said of the first images goes out and comes in again, in each format.
    void expectBack(const std::vector<LabelVerdict> &verdicts)
    {
        const std::filesystem::path blank = folder / "blank.mscope";
        std::filesystem::copy_file(copy, blank);
        {
            LabelStore store(file, Mode::ReadWrite);
            const Labeller ann = store.labellerNamed("Ann");
            for (std::size_t i = 0; i < verdicts.size(); ++i)
                label(store, protocol, ann, items[i].uuid, verdicts[i]);
        }
        for (const LabelFormat format :
             {LabelFormat::Csv, LabelFormat::JsonLines, LabelFormat::LabelStudio}) {
            SCOPED_TRACE(formatName(format));
            std::filesystem::copy_file(blank, copy, std::filesystem::copy_options::overwrite_existing);
            EXPECT_EQ(import(format, exported(format)).labels, std::int64_t(verdicts.size()));
            const auto labels = LabelStore(copy, Mode::ReadOnly).labels(protocol.uuid, 0);
            for (std::size_t i = 0; i < verdicts.size(); ++i)
                EXPECT_EQ(labels[i].labels.at(0).verdict, verdicts[i]);
        }
    }

    // What holds, without what a format does not carry.
    static std::vector<LabelEvent> held(const std::filesystem::path &at, const LabelProtocol &protocol)
    {
        auto events = LabelStore(at, Mode::ReadOnly).rows().current({protocol.uuid, 1});
        for (LabelEvent &event : events)
            event.program.clear();
        return events;
    }

    LabelProtocol protocol;
    std::vector<LabelItem> items;
    const std::filesystem::path copy = folder / "copy.mscope";
};

TEST_F(LabelFiles, CsvAndJsonLinesComeBackAsTheyWere)
{
    for (const LabelFormat format : {LabelFormat::Csv, LabelFormat::JsonLines}) {
        SCOPED_TRACE(formatName(format));
        if (items.empty()) {
            begin();
            labelSome();
        }
        const std::string text = exported(format);
        const ImportResult first = import(format, text);
        EXPECT_EQ(first.labels + first.known, 4);
        EXPECT_EQ(first.refused.count(), 0) << first.refused.text();
        EXPECT_EQ(held(copy, protocol), held(file, protocol));
        const ImportResult second = import(format, text); // the same file twice
        EXPECT_EQ(second.labels, 0);
        EXPECT_EQ(second.known, 4);
        EXPECT_EQ(LabelStore(copy, Mode::ReadOnly).testVerdicts(1),
                  LabelStore(file, Mode::ReadOnly).testVerdicts(1));
    }
}

TEST_F(LabelFiles, LabelStudioBothWays)
{
    begin();
    labelSome();
    const std::string text = exported(LabelFormat::LabelStudio);
    const json tasks = json::parse(text);
    ASSERT_EQ(tasks.size(), 6u);
    EXPECT_EQ(tasks[0]["data"]["item"], items[0].uuid);
    EXPECT_TRUE(
        tasks[0]["data"]["image"].get<std::string>().starts_with("data:image/png;base64,iVBORw0KGgo"));
    EXPECT_EQ(tasks[1]["annotations"][0]["result"][0]["value"]["choices"], json::array({"invalid"}));
    EXPECT_EQ(import(LabelFormat::LabelStudio, text).labels, 4);
    const auto ours = LabelStore(file, Mode::ReadOnly).labels(protocol.uuid, 0);
    const auto theirs = LabelStore(copy, Mode::ReadOnly).labels(protocol.uuid, 0);
    const LabelStore store(copy, Mode::ReadOnly);
    for (std::size_t i = 0; i < ours.size(); ++i) {
        ASSERT_EQ(ours[i].labels.size(), theirs[i].labels.size());
        std::set<std::string> notes;
        for (const auto &label : ours[i].labels)
            notes.insert(answerName(label.verdict.answer) + label.verdict.note);
        for (const auto &label : theirs[i].labels)
            EXPECT_TRUE(notes.contains(answerName(label.verdict.answer) + label.verdict.note));
    }
    EXPECT_EQ(store.labellers().size(), 2u);
    EXPECT_EQ(import(LabelFormat::LabelStudio, text).known, 4);
    EXPECT_NE(labelStudioConfig(protocol).find("<Choice value=\"hen\"/>"), std::string::npos);
}

// Names that look like numbers, like the other things that can be said, and two that are the same.
class OddNames : public LabelFiles, public testing::WithParamInterface<std::vector<std::string>> { };

INSTANTIATE_TEST_SUITE_P(, OddNames,
                         testing::Values(std::vector<std::string>{"1", "0", "invalid", "valid-other: 1"},
                                         std::vector<std::string>{"dog", "cat", "dog", "class 0: dog"},
                                         std::vector<std::string>{"class: dog", "class 1: x", "", "dog"}));

TEST_P(OddNames, SeenComeBackAsThemselves)
{
    beginOld(LabelQuestion::Class, GetParam());
    expectBack({seen(0), seen(1), seen(2), seen(3), plain(LabelAnswer::Invalid)});
}

TEST_P(OddNames, OtherClassesComeBackAsThemselves)
{
    beginOld(LabelQuestion::Verdict, GetParam());
    expectBack({{LabelAnswer::ValidOther, 0},
                {LabelAnswer::ValidOther, 1},
                {LabelAnswer::ValidOther, 2},
                {LabelAnswer::ValidOther, 3}});
}

// ImageNet has two "crane" and two "maillot".
TEST_F(LabelFiles, ClassesOfOneNameAreToldApart)
{
    begin(LabelQuestion::Class, {"crane", "hen", "crane", "crane (class 0)"});
    EXPECT_EQ(protocol.classNames,
              (std::vector<std::string>{"crane (class 0) (class 0)", "hen", "crane (class 2)",
                                        "crane (class 0) (class 3)"}));
    expectBack({seen(0), seen(1), seen(2), seen(3), plain(LabelAnswer::Invalid)});
    const std::string header = "item,labeller,verdict,class_name\n";
    const ImportResult result = import(
        LabelFormat::Csv, header + items[5].uuid + ",Bo,seen,crane\n" + items[5].uuid + ",Cy,seen,hen\n");
    EXPECT_EQ(result.labels, 1);
    EXPECT_NE(result.refused.text().find("'crane'"), std::string::npos) << result.refused.text();
}

// Label Studio refuses a configuration in which two choices have one value.
TEST_P(OddNames, AreDifferentChoices)
{
    beginOld(LabelQuestion::Class, GetParam());
    const std::vector<std::string> choices = labelStudioChoices(protocol);
    EXPECT_EQ(std::set<std::string>(choices.begin(), choices.end()).size(), choices.size());
}

TEST_F(LabelFiles, ANameOfTwoClassesIsNoneOfThem)
{
    beginOld(LabelQuestion::Class, {"dog", "cat", "dog", "hen"});
    const std::string item = items[0].uuid;
    const ImportResult result = import(LabelFormat::Csv,
                                       "item,labeller,verdict,class,class_name\n" + item + ",Ann,seen,,dog\n"
                                           + item + ",Bo,seen,dog,\n" + item + ",Cy,seen,2,dog\n");
    EXPECT_EQ(result.labels, 1);
    EXPECT_EQ(result.refused.text(),
              "names that several classes have (give the class by its number): 2 (line 2: 'dog', line 3: "
              "'dog')");
    EXPECT_EQ(LabelStore(copy, Mode::ReadOnly).labels(protocol.uuid, 0)[0].labels.at(0).verdict, seen(2));
}

TEST_F(LabelFiles, AnEditedExportIsSaidAndChangesNothing)
{
    begin();
    labelSome();
    std::string text = exported(LabelFormat::Csv);
    import(LabelFormat::Csv, text);
    const auto before = held(copy, protocol);
    const std::string said = ",seen,0,cat,";
    text.replace(text.find(said), said.size(), ",invalid,,,");
    const ImportResult result = import(LabelFormat::Csv, text);
    EXPECT_EQ(result.labels, 0);
    EXPECT_EQ(result.known, 4);
    EXPECT_EQ(result.conflicts.count(), 1);
    EXPECT_NE(result.conflicts.text().find("labels that say something else here, which stays"),
              std::string::npos);
    EXPECT_EQ(held(copy, protocol), before);
}

TEST_F(LabelFiles, ClassAndNameMustFit)
{
    begin(LabelQuestion::Class, {"1", "0", "cow", "hen"});
    const std::string item = items[0].uuid;
    const ImportResult result
        = import(LabelFormat::Csv,
                 "item,labeller,verdict,class,class_name\n" + item + ",Ann,seen,0,\n" + item + ",Bo,seen,,0\n"
                     + item + ",Cy,seen,cow,\n" + item + ",Di,seen,1,0\n" + item + ",Ed,seen,1,cow\n");
    EXPECT_EQ(result.labels, 4);
    EXPECT_EQ(result.refused.text(), "unknown classes: 1 (line 6: '1 cow')");
    std::map<std::string, std::optional<int>> said;
    const LabelStore store(copy, Mode::ReadOnly);
    const auto labels = store.labels(protocol.uuid, 0);
    for (const auto &one : labels[0].labels)
        said[store.labeller(one.labeller).name] = one.verdict.seenClass;
    EXPECT_EQ(said, (std::map<std::string, std::optional<int>>{{"Ann", 0}, {"Bo", 1}, {"Cy", 2}, {"Di", 1}}));
}

// As Label Studio itself writes it: numbers of accounts, ids of regions, tasks that were skipped.
TEST_F(LabelFiles, WhatLabelStudioAddsIsUnderstood)
{
    begin(LabelQuestion::Verdict);
    const auto task = [&](std::size_t i, const std::string &choice, const json &account) {
        return json{{"id", 7 + i},
                    {"data", {{"item", items[i].uuid}, {"image", "x"}}},
                    {"annotations",
                     {{{"id", i},
                       {"completed_by", account},
                       {"was_cancelled", false},
                       {"lead_time", 2.5},
                       {"result",
                        {{{"id", "r"},
                          {"from_name", "c"},
                          {"to_name", "image"},
                          {"type", "choices"},
                          {"value", {{"choices", {choice}}}}}}}}}}};
    };
    json tasks = json::array({task(0, "valid-same", 3), task(1, "valid-other: hen", {{"email", "bo@x.org"}}),
                              task(2, "no idea", 3), task(3, "invalid", 3)});
    tasks[3]["annotations"][0]["was_cancelled"] = true;
    tasks.push_back(json::object());
    const ImportResult result = import(LabelFormat::LabelStudio, tasks.dump());
    EXPECT_EQ(result.labels, 2);
    EXPECT_EQ(result.refused.count(), 2) << result.refused.text(); // 'no idea', the empty task
    const LabelStore store(copy, Mode::ReadOnly);
    ASSERT_EQ(store.labellers().size(), 2u);
    EXPECT_EQ(store.labellers()[0].name, "Label Studio account 3");
    EXPECT_EQ(store.labels(protocol.uuid, 0)[1].labels[0].verdict.seenClass, 3);
    EXPECT_EQ(store.labels(protocol.uuid, 0)[0].labels[0].milliseconds, 2500);
}

TEST_F(LabelFiles, CocoHasWhatLabellersSayTogether)
{
    begin();
    {
        LabelStore store(file, Mode::ReadWrite);
        for (const char *name : {"Ann", "Bo", "Cy"}) {
            const Labeller who = store.labellerNamed(name);
            label(store, protocol, who, items[0].uuid, seen(name == std::string("Cy") ? 1 : 2));
            label(store, protocol, who, items[1].uuid, plain(LabelAnswer::Invalid));
        }
    }
    const json coco = json::parse(exported(LabelFormat::Coco));
    ASSERT_EQ(coco["annotations"].size(), 1u);
    EXPECT_EQ(coco["annotations"][0]["category_id"], 2);
    EXPECT_EQ(coco["annotations"][0]["image_id"], coco["images"][0]["id"]);
    EXPECT_EQ(coco["images"].size(), 6u);
    EXPECT_EQ(coco["images"][0]["file_name"], items[0].uuid + ".png");
    EXPECT_EQ(coco["images"][0]["width"], 4);
    EXPECT_EQ(coco["images"][1]["verdict"], "invalid");
    EXPECT_EQ(coco["images"][2]["verdict"], "unlabelled");
    EXPECT_EQ(coco["categories"][3]["name"], "hen");
    EXPECT_EQ(errorOf([&] { import(LabelFormat::Coco, "{}"); }).code(), ErrorCode::Unsupported);
    const LabelStore store(file, Mode::ReadOnly);
    EXPECT_EQ(exportItemImages(store, protocol.uuid, 0, folder / "images"), 6);
    EXPECT_EQ(decodePng(sessiontest::contentOf(folder / ("images/" + items[0].uuid + ".png"))),
              store.image(items[0].uuid));
}

TEST_F(LabelFiles, EverythingWrongIsCountedAndTheRestIsKept)
{
    begin();
    const std::string p = protocol.uuid;
    const std::string item = items[0].uuid;
    const std::string other = randomUuid();
    std::string csv = "protocol,version,item,labeller,verdict,class\n";
    csv += p + ",1," + item + ",Ann,seen,2\n"; // right
    csv += p + ",1," + item + ",Bo,seen,hen\n"; // right
    csv += p + ",1," + other + ",Ann,seen,2\n"; // no such test
    csv += p + ",2," + item + ",Ann,seen,2\n"; // another version
    csv += other + ",1," + item + ",Ann,seen,2\n"; // another protocol
    csv += p + ",1," + item + ",Ann,splendid,\n" + p + ",1," + item + ",Ann,,\n"; // unknown verdicts
    csv += p + ",1," + item + ",Ann,seen,unicorn\n"; // unknown class
    csv += p + ",1," + item + ",Ann,seen,4\n" + p + ",1," + item + ",Ann,valid-same,\n"; // no answers
    csv += p + ",1," + item + ",,seen,2\n"; // by nobody
    csv += p + ",one," + item + ",Ann,seen,2\n"; // no number
    csv += p + ",1," + item + "\n"; // cut off
    const ImportResult result = import(LabelFormat::Csv, csv);
    EXPECT_EQ(result.labels, 2);
    EXPECT_EQ(result.refused.count(), 11);
    const std::string text = result.refused.text();
    for (const char *part :
         {"labels for tests that do not exist: 1 (line 4: ",
          "labels of another version of the protocol: 1 (line 5: version 2)",
          "labels of another protocol: 1 (line 6)", "unknown verdicts: 2 (line 7: 'splendid', line 8: '')",
          "unknown classes: 1 (line 9: 'unicorn')", "verdicts that are no answer: 2 (",
          "labels without a labeller: 1 (line 12)", "rows in which a number is none: 1 (line 13)",
          "rows with another number of fields than the first: 1 (line 14)"})
        EXPECT_NE(text.find(part), std::string::npos) << part << " | " << text;
    EXPECT_EQ(import(LabelFormat::Csv, csv, "Cy").labels, 1); // whose nameless one it is
}

TEST_F(LabelFiles, ManyProblemsAreOneMessageWithTheFirstCases)
{
    begin();
    std::string csv = "item,verdict,labeller\n";
    for (int i = 0; i < 1000; ++i)
        csv += items[0].uuid + ",what,Ann\n";
    const ImportResult result = import(LabelFormat::Csv, csv);
    EXPECT_EQ(result.refused.text(),
              "unknown verdicts: 1000 (first: line 2: 'what', line 3: 'what', line 4: "
              "'what', ...)");
}

TEST_F(LabelFiles, TestsMayBeNamedByRunAndNumber)
{
    begin();
    const ImportResult result = import(LabelFormat::Csv,
                                       "run,test,verdict,class,labeller\n1,5,seen,1,Ann\n"
                                       "1,77,seen,1,Ann\n");
    EXPECT_EQ(result.labels, 1);
    EXPECT_EQ(result.refused.count(), 1);
    EXPECT_EQ(LabelStore(copy, Mode::ReadOnly).testVerdicts(1),
              (std::vector<TestVerdict>{{5, HumanVerdict::ValidSame, 1}}));
}

TEST_F(LabelFiles, AnotherVerdictOfTheSameLabellerIsAConflictAndBothStay)
{
    begin();
    const std::string head = "item,verdict,class,labeller\n" + items[0].uuid;
    import(LabelFormat::Csv, head + ",seen,1,Ann\n");
    const ImportResult result = import(LabelFormat::Csv, head + ",invalid,,Ann\n");
    EXPECT_EQ(result.labels, 1);
    EXPECT_EQ(result.conflicts.count(), 1);
    EXPECT_EQ(LabelStore(copy, Mode::ReadOnly).events(protocol.uuid, 0).size(), 2u);
    EXPECT_EQ(held(copy, protocol).at(0).answer, LabelAnswer::Invalid);
}

TEST_F(LabelFiles, WhatIsNoSuchFileIsSaid)
{
    begin();
    EXPECT_EQ(errorOf([&] { import(LabelFormat::Csv, ""); }).code(), ErrorCode::BadData);
    EXPECT_EQ(errorOf([&] { import(LabelFormat::Csv, "a,b\n1,2\n"); }).code(), ErrorCode::BadData);
    EXPECT_EQ(errorOf([&] { import(LabelFormat::JsonLines, "not\njson\n"); }).code(), ErrorCode::BadData);
    EXPECT_EQ(errorOf([&] { import(LabelFormat::LabelStudio, "{}"); }).code(), ErrorCode::BadData);
    EXPECT_EQ(errorOf([&] { import(LabelFormat::LabelStudio, "[1,"); }).code(), ErrorCode::BadData);
    EXPECT_EQ(
        import(LabelFormat::LabelStudio, "[1,null,[],{\"data\":{},\"annotations\":[5,{\"result\":[3]}]}]")
            .refused.count(),
        5);
    EXPECT_EQ(errorOf([] { labelFormatFromName("xml"); }).code(), ErrorCode::Usage);
    EXPECT_TRUE(LabelStore(copy, Mode::ReadOnly).events(protocol.uuid, 0).empty());
}

} // namespace
} // namespace mutascope
