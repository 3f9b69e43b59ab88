// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/validity_calibration.h"
#include "core/base/error.h"
#include "core/base/rng.h"
#include "core/base/shuffle.h"
#include "core/metrics/stats/agreement.h"
#include "core/metrics/stats/effect_size.h"
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

constexpr std::size_t folds = 5;

std::vector<double> scoresOf(std::span<const LabelledScore> labelled, bool valid)
{
    std::vector<double> scores;
    for (const LabelledScore &one : labelled)
        if (one.valid == valid)
            scores.push_back(one.score);
    return scores;
}

std::optional<double> areaUnder(std::span<const LabelledScore> labelled)
{
    return a12(scoresOf(labelled, false), scoresOf(labelled, true));
}

std::vector<LabelledScore> sortedByScore(std::span<const LabelledScore> labelled)
{
    std::vector<LabelledScore> sorted(labelled.begin(), labelled.end());
    std::ranges::sort(sorted, {}, &LabelledScore::score);
    return sorted;
}

double share(std::size_t part, std::size_t whole)
{
    return whole == 0 ? 0 : double(part) / double(whole);
}

// One point a different score, half-way to the next, so that a value between two decides by the nearer.
std::vector<RocPoint> rocOf(std::span<const LabelledScore> labelled)
{
    const std::vector<LabelledScore> sorted = sortedByScore(labelled);
    const auto valid = std::size_t(std::ranges::count(sorted, true, &LabelledScore::valid));
    std::vector<RocPoint> points;
    if (sorted.empty())
        return points;
    points.push_back({std::nextafter(sorted.front().score, -INFINITY), 0, 0});
    std::size_t validKept = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        validKept += sorted[i].valid;
        const bool last = i + 1 == sorted.size();
        if (!last && sorted[i + 1].score == sorted[i].score)
            continue;
        const double threshold
            = last ? sorted[i].score : sorted[i].score + (sorted[i + 1].score - sorted[i].score) / 2;
        points.push_back(
            {threshold, share(validKept, valid), share(i + 1 - validKept, sorted.size() - valid)});
    }
    return points;
}

std::optional<double> youden(std::span<const LabelledScore> labelled)
{
    const auto valid = std::size_t(std::ranges::count(labelled, true, &LabelledScore::valid));
    if (valid == 0 || valid == labelled.size())
        return std::nullopt;
    const std::vector<RocPoint> roc = rocOf(labelled);
    return std::ranges::max_element(roc, {},
                                    [](const RocPoint &point) { return point.validKept - point.invalidKept; })
        ->threshold;
}

// Pairs of what people and the machine say: valid or not.
AutomatedAgreement agreementOf(const std::vector<std::pair<bool, bool>> &pairs)
{
    AutomatedAgreement result;
    Ratings ratings{{}, 2};
    for (const auto &[people, automated] : pairs) {
        ratings.items.push_back({people ? 0 : 1, automated ? 0 : 1});
        result.bothValid += people && automated;
        result.peopleOnly += people && !automated;
        result.automatedOnly += !people && automated;
        result.bothInvalid += !people && !automated;
    }
    result.raw = rawAgreement(ratings);
    result.cohen = cohensKappa(ratings, 0, 1);
    result.ac1 = gwetAc1(ratings);
    return result;
}

// Each judged by the threshold of those outside its fold; left out where these are all of one kind.
AutomatedAgreement crossValidated(std::span<const LabelledScore> labelled, std::uint64_t seed)
{
    std::vector<LabelledScore> order(labelled.begin(), labelled.end());
    shuffle(order, Rng(seed));
    std::vector<std::pair<bool, bool>> pairs;
    for (std::size_t fold = 0; fold < folds; ++fold) {
        std::vector<LabelledScore> others;
        for (std::size_t i = 0; i < order.size(); ++i)
            if (i % folds != fold)
                others.push_back(order[i]);
        const auto threshold = youden(others);
        for (std::size_t i = fold; threshold && i < order.size(); i += folds)
            pairs.emplace_back(order[i].valid, order[i].score <= *threshold);
    }
    return agreementOf(pairs);
}

nlohmann::json toJson(const AutomatedAgreement &agreement)
{
    const auto orNull = [](const std::optional<double> &value) {
        return value ? nlohmann::json(*value) : nlohmann::json();
    };
    return {{"both_valid", agreement.bothValid},
            {"people_only", agreement.peopleOnly},
            {"automated_only", agreement.automatedOnly},
            {"both_invalid", agreement.bothInvalid},
            {"raw", orNull(agreement.raw)},
            {"cohen", orNull(agreement.cohen)},
            {"ac1", orNull(agreement.ac1)}};
}

} // namespace

ValidityCalibration calibrateValidity(std::span<const LabelledScore> labelled, double uncalibratedThreshold,
                                      const BootstrapOptions &options)
{
    if (!std::ranges::all_of(labelled, [](const LabelledScore &one) { return std::isfinite(one.score); }))
        throw Error(ErrorCode::Internal, "a validity score is not finite");
    ValidityCalibration result;
    result.valid = std::size_t(std::ranges::count(labelled, true, &LabelledScore::valid));
    result.invalid = labelled.size() - result.valid;
    result.auc = areaUnder(labelled);
    if (result.auc)
        result.aucInterval = bootstrapInterval(
            labelled.size(),
            [&](std::span<const std::size_t> chosen) {
                std::vector<LabelledScore> resample;
                for (const std::size_t index : chosen)
                    resample.push_back(labelled[index]);
                return areaUnder(resample);
            },
            options);
    result.roc = rocOf(labelled);
    result.threshold = youden(labelled);
    result.calibrated = crossValidated(labelled, options.seed);
    std::vector<std::pair<bool, bool>> pairs;
    for (const LabelledScore &one : labelled)
        pairs.emplace_back(one.valid, one.score <= uncalibratedThreshold);
    result.uncalibrated = agreementOf(pairs);
    return result;
}

nlohmann::json toJson(const ValidityCalibration &calibration)
{
    nlohmann::json object{{"valid", calibration.valid},
                          {"invalid", calibration.invalid},
                          {"auc", nullptr},
                          {"auc_interval", nullptr},
                          {"threshold", nullptr},
                          {"calibrated", toJson(calibration.calibrated)},
                          {"uncalibrated", toJson(calibration.uncalibrated)},
                          {"roc", nlohmann::json::array()}};
    if (calibration.auc)
        object["auc"] = *calibration.auc;
    if (calibration.aucInterval)
        object["auc_interval"] = {calibration.aucInterval->low, calibration.aucInterval->high};
    if (calibration.threshold)
        object["threshold"] = *calibration.threshold;
    for (const RocPoint &point : calibration.roc)
        object["roc"].push_back({{"threshold", point.threshold},
                                 {"valid_kept", point.validKept},
                                 {"invalid_kept", point.invalidKept}});
    return object;
}

} // namespace mutascope
