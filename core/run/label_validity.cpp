// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/label_validity.h"
#include "core/base/error.h"
#include "core/run/project.h"
#include <cmath>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

// Tests with a verdict about validity, in order.
std::vector<TestVerdict> judgedTests(const SessionStore &store, std::int64_t run)
{
    std::vector<TestVerdict> tests = store.humanVerdicts(run);
    std::erase_if(tests, [](const TestVerdict &test) {
        return !isValid(test.verdict) && test.verdict != HumanVerdict::Invalid;
    });
    if (tests.empty())
        throw Error(ErrorCode::NotFound,
                    "nobody called a test of run " + std::to_string(run) + " valid or invalid",
                    "Label some of its tests first");
    return tests;
}

ImageBatch imagesOf(const SessionStore &store, std::int64_t run, const std::vector<TestVerdict> &tests)
{
    ImageBatch batch;
    for (const TestVerdict &test : tests) {
        const Image image = store.image(run, test.test);
        if (batch.empty())
            batch = ImageBatch(image.shape);
        batch.append(image);
    }
    return batch;
}

bool allFinite(const ValidityScoreSet &scores, std::size_t row)
{
    return std::isfinite(scores[0][row]) && std::isfinite(scores[1][row]) && std::isfinite(scores[2][row]);
}

} // namespace

LabelValidityReport labelValidity(const SessionStore &store, std::int64_t run,
                                  const AutomatedValidityOptions &options, const RunControl &control,
                                  const std::function<void(double)> &onProgress)
{
    const std::vector<TestVerdict> tests = judgedTests(store, run);
    const Project project = projectFromSnapshot(store.run(run).project);
    const std::unique_ptr<Model> model = project.openModel();
    LabelValidityReport report;
    const auto automated = AutomatedValidity::prepare(*model, *project.openData("train"),
                                                      *project.openData("test"), options, [&](double share) {
                                                          onProgress(share);
                                                          return !control.stopRequested();
                                                      });
    if (!automated) {
        report.stopped = true;
        return report;
    }
    const ValidityScoreSet scores = automated->scores(imagesOf(store, run, tests));
    report.labelled = tests.size();
    for (const ValidityScore score : validityScores) {
        std::vector<LabelledScore> labelled;
        for (std::size_t i = 0; i < tests.size(); ++i)
            if (allFinite(scores, i))
                labelled.push_back({scores[std::size_t(score)][i], isValid(tests[i].verdict)});
        report.leftOut = tests.size() - labelled.size();
        const double threshold = automated->threshold(score);
        report.scores.push_back({score, threshold, calibrateValidity(labelled, threshold)});
    }
    return report;
}

nlohmann::json toJson(const LabelValidityReport &report)
{
    nlohmann::json object{{"judged_by", "automated scores, calibrated on labels of people"},
                          {"labelled", report.labelled},
                          {"left_out", report.leftOut},
                          {"stopped", report.stopped},
                          {"scores", nlohmann::json::array()}};
    for (const LabelValidity &one : report.scores) {
        nlohmann::json score = toJson(one.calibration);
        score["score"] = scoreName(one.score);
        score["uncalibrated_threshold"] = one.uncalibratedThreshold;
        object["scores"].push_back(std::move(score));
    }
    return object;
}

} // namespace mutascope
