// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/stats/bootstrap.h"
#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

// How well an automated score tells valid images from invalid ones, by what people say about some of them.
namespace mutascope {

// A finite score, the higher the less like a real image, beside the verdict of people.
struct LabelledScore {
    double score = 0;
    bool valid = false;
};

// Images up to the threshold are called valid.
struct RocPoint {
    double threshold = 0;
    double validKept = 0; // share of the valid ones that are called valid
    double invalidKept = 0; // share of the invalid ones that are
};

// People against the automated judgement.
struct AutomatedAgreement {
    std::size_t bothValid = 0;
    std::size_t peopleOnly = 0; // called valid by people only
    std::size_t automatedOnly = 0;
    std::size_t bothInvalid = 0;
    std::optional<double> raw;
    std::optional<double> cohen;
    std::optional<double> ac1;
};

struct ValidityCalibration {
    std::size_t valid = 0;
    std::size_t invalid = 0;
    // Probability that an invalid image scores higher than a valid one; none without both.
    std::optional<double> auc;
    std::optional<Interval> aucInterval;
    std::vector<RocPoint> roc; // ascending thresholds; from nothing is valid to everything is
    // Where validKept - invalidKept is largest (Youden, "Index for rating diagnostic tests", 1950), half-way
    // to the next score; none without both.
    std::optional<double> threshold;
    AutomatedAgreement
        calibrated; // by five-fold cross-validation: the labels that choose judge none of theirs
    AutomatedAgreement uncalibrated; // with the threshold that real images alone give
};

// Throws Error{Internal} where a score is not finite. The same arguments give the same result.
ValidityCalibration calibrateValidity(std::span<const LabelledScore> labelled, double uncalibratedThreshold,
                                      const BootstrapOptions &options = {});

nlohmann::json toJson(const ValidityCalibration &calibration);

} // namespace mutascope
