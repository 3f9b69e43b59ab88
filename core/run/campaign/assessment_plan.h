// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/project.h"
#include "core/run/run.h"
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

// An assessment runs several generators several times on one project at equal budgets and compares them.
namespace mutascope {

// What is done with the failing tests when all runs have ended.
struct AfterSteps {
    bool retrain = false; // the model with each generator's tests, measured on those of all
    int epochs = 0; // of a retraining; 0: its own default
    std::size_t cleanImages = 0; // training images in an epoch; 0: all
    std::vector<std::filesystem::path> transfer = {}; // models that the tests are put to
    std::vector<std::string> transferSha256 = {}; // of transfer; filled in by the plan
    bool any() const { return retrain || !transfer.empty(); }
};
nlohmann::json toJson(const AfterSteps &after);
AfterSteps afterStepsFromJson(const nlohmann::json &json); // throws nlohmann's exceptions

// What somebody asks for; empty fields are chosen.
struct AssessmentRequest {
    std::filesystem::path project;
    std::vector<std::string> generators; // empty: all
    std::string preset; // of assessmentPresets(); "": none
    std::string criterion; // "none": without
    std::string layers;
    std::vector<std::string>
        settings; // "GENERATOR.key=value", or "key=value" for every generator that has it
    Budget budget;
    int repeats = 5;
    std::uint64_t seed = 1;
    std::vector<std::string> metrics; // empty: all
    std::string features; // "" or "default": the model's own; else a TorchScript file
    std::string lpips; // TorchScript file; "": none
    bool validator = true; // judge the tests' validity by a network trained on the data
    AfterSteps after = {};
};

struct PlannedGenerator {
    std::string id;
    std::map<std::string, std::string> settings; // as RunConfig::settings
};

// A generator that was asked for and cannot serve this model.
struct LeftOutGenerator {
    std::string id;
    std::string why;
};

// Everything that fixes the results. The first part fixes the runs, the second how they are measured.
struct AssessmentPlan {
    std::filesystem::path project; // folder
    std::string projectName;
    std::string modelSha256;
    std::string dataSha256; // of test and training files
    std::string preset;
    std::vector<PlannedGenerator> generators;
    std::vector<LeftOutGenerator> leftOut;
    std::string criterion; // canonical; "": none
    std::string layers;
    Budget budget;
    int repeats = 5;
    std::uint64_t seed = 1;
    std::string versions; // JSON

    std::vector<std::string> metrics;
    std::filesystem::path features; // empty: the model's own
    std::string featuresSha256;
    std::filesystem::path lpips; // empty: none
    std::string lpipsSha256;
    bool validator = true;
    int validatorEpochs = 0; // 0: the validator's own
    std::size_t validatorImages = 0; // 0: all
    AfterSteps after = {};

    RunConfig configOf(const std::string &generator, int repeat) const; // repeat from 1
    std::uint64_t seedOf(int repeat) const { return seed + std::uint64_t(repeat) - 1; }
};

// Loads the project's model and data for their hashes. Throws Error{Usage|NotFound|BadModel|BadData}; Usage
// where no generator is left or a setting is nobody's.
AssessmentPlan planAssessment(const AssessmentRequest &request);

// Objects "runs", "measuring" and "after". Each generator's runs are listed with every parameter's value.
nlohmann::json toJson(const AssessmentPlan &plan);
// What differs between the "runs" of two plans, in words; empty where they are the same.
std::vector<std::string> differencesOf(const nlohmann::json &stored, const nlohmann::json &asked);

} // namespace mutascope
