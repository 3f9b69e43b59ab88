// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/compressed.h"
#include "core/store/engine_records.h"
#include "tests/core/store/session_fixture.h"
#include <SQLiteCpp/Database.h>
#include <limits>

namespace mutascope {
namespace {

using namespace sessiontest;
using Mode = SessionStore::Mode;

EngineFindingRecord someFinding(int number, std::int64_t example)
{
    EngineFindingRecord finding;
    finding.number = number;
    finding.signature = "opencv | conversion | refused | " + std::to_string(number);
    finding.engine = "opencv";
    finding.stage = "conversion";
    finding.symptom = "refused";
    finding.operators = "Tile";
    finding.message = "no such \"layer\"\n'line'";
    finding.signal = 11;
    finding.difference = 0.25;
    finding.count = 3;
    finding.firstModel = 1;
    finding.exampleModel = example;
    return finding;
}

Checkpoint someEngines(std::vector<EngineModelRecord> models, std::vector<EngineFindingRecord> findings)
{
    auto engines = std::make_shared<EngineCheckpoint>();
    engines->campaign = {R"({"models":5})", "[]", "{}", R"(["Add","Tile"])", {0, 7, 4000000000u, 1}};
    engines->models = std::move(models);
    engines->findings = std::move(findings);
    engines->coverage = {{5, 9, 2, 1.5, {0.5, 0.4, 0.3, 0.2, 0.1, 0}, 0.3}};
    Checkpoint checkpoint;
    checkpoint.engines = engines;
    return checkpoint;
}

TEST_F(SessionFixture, ACampaignComesBackAsItWasWritten)
{
    const EngineModelRecord model{4, 3, R"({"nodes":[)" + std::string(5000, '7') + "]}"};
    {
        SessionStore store(file, Mode::Create);
        store.createRun(someRun(), {});
        EXPECT_FALSE(store.isEngineCampaign(1));
        store.writeCheckpoint(1, someEngines({model}, {someFinding(1, 4), someFinding(2, 4)}));
    }
    const SessionStore store(file, Mode::ReadOnly);
    const EngineCampaignRecord campaign = store.engineCampaign(1);
    EXPECT_EQ(campaign.edges, (std::vector<std::uint32_t>{0, 7, 4000000000u, 1}));
    EXPECT_EQ(campaign.operators, R"(["Add","Tile"])");
    EXPECT_EQ(store.engineFindings(1),
              (std::vector<EngineFindingRecord>{someFinding(1, 4), someFinding(2, 4)}));
    EXPECT_EQ(store.engineModel(1, 4), model);
    const std::vector<EngineCoveragePoint> points = store.engineCoverage(1);
    ASSERT_EQ(points.size(), 1U);
    EXPECT_EQ(points[0], (EngineCoveragePoint{5, 9, 2, 1.5, {0.5, 0.4, 0.3, 0.2, 0.1, 0}, 0.3}));
}

TEST_F(SessionFixture, ModelsNoFindingNeedsAreDropped)
{
    SessionStore store(file, Mode::Create);
    store.createRun(someRun(), {});
    store.writeCheckpoint(1,
                          someEngines({{4, 3, "{}"}, {5, 9, "{}"}}, {someFinding(1, 4), someFinding(2, 5)}));
    EngineFindingRecord smaller = someFinding(1, 8);
    smaller.count = 4;
    store.writeCheckpoint(1, someEngines({{8, 2, "{}"}}, {smaller}));
    EXPECT_EQ(errorOf([&] { store.engineModel(1, 4); }).code(), ErrorCode::NotFound);
    EXPECT_EQ(store.engineModel(1, 5).operators, 9);
    EXPECT_EQ(store.engineFindings(1)[0].count, 4);
    EXPECT_EQ(store.engineFindings(1)[0].exampleModel, 8);
    EXPECT_EQ(store.engineExampleOperators(1), (std::map<int, int>{{1, 2}, {2, 9}}));
}

TEST_F(SessionFixture, OperatorsOfAMissingExampleAreRefusedLikeTheExample)
{
    SessionStore store(file, Mode::Create);
    store.createRun(someRun(), {});
    store.writeCheckpoint(1, someEngines({}, {someFinding(1, 4)}));
    EXPECT_EQ(errorOf([&] { store.engineExampleOperators(1); }).message(),
              errorOf([&] { store.engineModel(1, 4); }).message());
}

TEST_F(SessionFixture, TriageIsPeoplesAndStaysOverCheckpoints)
{
    SessionStore store(file, Mode::Create);
    store.createRun(someRun(), {});
    store.writeCheckpoint(1, someEngines({{4, 3, "{}"}}, {someFinding(1, 4)}));
    for (int state = 0; state < engineTriages; ++state) {
        store.triageEngineFinding(1, 1, EngineTriage(state), "because");
        store.writeCheckpoint(1, someEngines({}, {someFinding(1, 4)}));
        EXPECT_EQ(store.engineFindings(1)[0].triage, EngineTriage(state));
        EXPECT_EQ(store.engineFindings(1)[0].note, "because");
        EXPECT_EQ(engineTriageNamed(nameOf(EngineTriage(state))), EngineTriage(state));
    }
    EXPECT_EQ(engineTriageNamed("unheard-of"), std::nullopt);
    EXPECT_EQ(errorOf([&] { store.triageEngineFinding(1, 7, EngineTriage::Ours, ""); }).code(),
              ErrorCode::NotFound);
}

TEST_F(SessionFixture, DeletingACampaignTakesAllOfIt)
{
    SessionStore store(file, Mode::Create);
    store.createRun(someRun(), {});
    store.writeCheckpoint(1, someEngines({{4, 3, "{}"}}, {someFinding(1, 4)}));
    store.deleteRun(1);
    EXPECT_TRUE(store.runs().empty());
    store.createRun(someRun(), {});
    EXPECT_EQ(errorOf([&] { store.engineFindings(2); }).code(), ErrorCode::NotFound);
}

TEST_F(SessionFixture, AFindingInAnUnknownStateIsDamage)
{
    {
        SessionStore store(file, Mode::Create);
        store.createRun(someRun(), {});
        store.writeCheckpoint(1, someEngines({{4, 3, "{}"}}, {someFinding(1, 4)}));
    }
    {
        SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
        database.exec("PRAGMA ignore_check_constraints=ON");
        database.exec("UPDATE engine_findings SET triage = 'sad'");
    }
    const SessionStore store(file, Mode::ReadOnly);
    EXPECT_EQ(errorOf([&] { store.engineFindings(1); }).code(), ErrorCode::BadData);
}

TEST(Compressed, IsTheSameAgainAndRefusesWhatIsNot)
{
    for (const std::size_t size : {0U, 1U, 100000U}) {
        std::string text;
        for (std::size_t i = 0; i < size; ++i)
            text += char('a' + i % 7);
        const std::vector<std::uint8_t> packed = compressed(text);
        const std::vector<std::uint8_t> back = decompressed(packed, size);
        EXPECT_EQ(std::string(back.begin(), back.end()), text);
        if (size > 0) {
            EXPECT_EQ(errorOf([&] { decompressed(packed, size - 1); }).code(), ErrorCode::BadData);
        }
        for (std::size_t cut = 0; cut < packed.size(); cut += 3)
            EXPECT_EQ(errorOf([&] { decompressed(std::span(packed).first(cut), 200000); }).code(),
                      ErrorCode::BadData);
    }
    std::vector<std::uint8_t> longer = compressed(std::string(1000, 'x'));
    longer[0] = 0xff; // it says another length
    EXPECT_EQ(errorOf([&] { decompressed(longer, 200000); }).code(), ErrorCode::BadData);
}

} // namespace
} // namespace mutascope
