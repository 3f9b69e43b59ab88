// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/stop.h"
#include "core/data/data_source.h"
#include "core/run/project.h"
#include <functional>
#include <optional>

// From a model file and a data set to a project: what the model takes (size, channels, range, normalisation)
// is found by trying, and judged by the accuracy. docs/own-model.md describes it for users.
namespace mutascope {

struct ImportRequest {
    std::filesystem::path model;
    std::filesystem::path data;
    std::string format; // of the data; "": found out
    std::map<std::string, ParamValue> dataOptions; // of the format
    // Given values are never changed; what is not given is found out.
    std::optional<ImageShape> input;
    std::optional<float> scale;
    std::optional<std::vector<float>> mean;
    std::optional<std::vector<float>> std;
    std::string channelOrder; // "rgb", "bgr" or ""
    std::vector<std::string> classNames; // empty: those of the data
    std::string output; // see ModelSpec::output
    bool blackBox = false; // see ModelSpec::blackBox
    std::size_t images = 1000; // for the accuracy, as many of each class as possible; 0: the whole test split
};

struct ImportFinding {
    enum class Level { Note, Warning };
    Level level = Level::Note;
    std::string text; // what was found
    std::string tryThis; // "" where nothing is to be done
};

// One way to prepare the pixels, as it was tried.
struct ImportCandidate {
    std::string description; // "pixel / 255, ImageNet mean and std, BGR"
    double accuracy = 0;
    std::size_t images = 0;
};

struct ImportProposal {
    ModelSpec model; // classes, probabilities and SHA-256 as found
    DataSource data; // in the model's shape
    std::vector<std::string> classNames; // one a class of the data
    double accuracy = 0;
    std::size_t images = 0; // it was measured on
    std::vector<ImportFinding> findings; // warnings first
    std::vector<ImportCandidate> tried; // in the order they were tried
};

// phase: "reading the data", "trying the model", ...; fraction of it, or -1.
using ImportProgress = std::function<void(const std::string &phase, double fraction)>;

// Deterministic. Throws what opening the data and probing and running the model throw, and Error{Usage} where
// control asked to stop.
ImportProposal proposeImport(const ImportRequest &request, const RunControl &control,
                             const ImportProgress &onProgress = {});

// The project of a proposal; the model stays where it is.
Project projectOf(const ImportProposal &proposal, const std::filesystem::path &folder);

} // namespace mutascope
