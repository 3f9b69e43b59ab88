// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/stop.h"
#include "core/labels/automated_validity.h"
#include "core/labels/validity_calibration.h"
#include "core/store/session_store.h"
#include <functional>

namespace mutascope {

// One automated score against people.
struct LabelValidity {
    ValidityScore score = ValidityScore::Reconstruction;
    double uncalibratedThreshold = 0;
    ValidityCalibration calibration;
};

struct LabelValidityReport {
    std::vector<LabelValidity> scores;
    std::size_t labelled = 0; // tests that people call valid or invalid
    std::size_t leftOut = 0; // of these, where a score is not finite
    bool stopped = false; // nothing above is filled then
};

// Scores the tests of a run that people call valid or invalid, by networks trained on the data of the run's
// project (kept in the validator's folder), and calibrates each score on what they say. Throws
// Error{NotFound} where nobody called any valid or invalid; as Project and Validator do.
LabelValidityReport labelValidity(const SessionStore &store, std::int64_t run,
                                  const AutomatedValidityOptions &options, const RunControl &control,
                                  const std::function<void(double)> &onProgress);

nlohmann::json toJson(const LabelValidityReport &report);

} // namespace mutascope
