// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/data_source.h"
#include "core/model/model.h"
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>

// A project: model + preprocessing + data set + defaults, in a folder with a file project.json:
// { "mutascope_project": 1, "name": "...", "description": "...",
//   "model": { "file": "lenet5.pt", "input": [28,28,1], "scale": 255, "mean": [..], "std": [..],
//              "channel_order": "rgb" },
//   "data": { "format": "idx", "path": "/usr/share/datasets/fashion-mnist", "classes": ["T-shirt/top", ...],
//             "options": { "first": 1000 } },
//   "defaults": { "generator": "deephunter", "criterion": "kmnc:1000", "layers": "default" } }
// Relative paths start at the project's folder. Unknown keys are refused with the nearest known one.
// "sha256" in "model" and "data" is optional: the model file must then be that very file.
namespace mutascope {

struct Project {
    std::string name;
    std::string description;
    std::filesystem::path folder;
    ModelSpec model;
    std::string dataFormat = "idx"; // "": found out from the files each time the data is opened
    std::filesystem::path dataPath;
    std::map<std::string, ParamValue> dataOptions; // of the format, as the file gives them
    std::string dataSha256; // of the training and test files, in a snapshot; else ""
    std::vector<std::string> classNames;
    std::string defaultGenerator = "deephunter";
    std::string defaultCriterion = "kmnc:1000";
    std::string defaultLayers = "default";

    DataSource dataSource() const; // in the shape that the model takes
    std::unique_ptr<Dataset> openData(const std::string &split) const; // "train" or "test"
    // Loads the model and checks that it fits the data (shape, number of classes). Throws
    // Error{BadModel|BadData}.
    std::unique_ptr<Model> openModel() const;
    // The model alone, without a look at the data: for sessions whose data set is elsewhere. A SHA-256 in
    // model.sha256 must be the file's; the returned model's spec has it set.
    std::unique_ptr<Model> loadModel() const;
    std::filesystem::path modelFile() const; // absolute
    std::filesystem::path dataFolder() const; // absolute; a file where the format is one of files
};

// path: the folder or its project.json. Throws Error{NotFound|BadData}.
Project openProject(const std::filesystem::path &path);
void saveProject(const Project &project); // writes folder/project.json atomically
nlohmann::json toJson(const Project &project);
Project projectFromJson(const nlohmann::json &object, const std::filesystem::path &folder);

// What a run stores (RunRecord::project): toJson() plus absolute "folder", "model.sha256" and "data.sha256".
std::string projectSnapshot(const Project &project, const std::string &modelSha256,
                            const std::string &dataSha256);
Project projectFromSnapshot(const std::string &text); // throws Error{BadData}

// Correctly classified share of a data set, batched. onProgress(seen, total) may be empty; returns false to
// stop.
double cleanAccuracy(Model &model, const Dataset &data,
                     const std::function<bool(std::size_t, std::size_t)> &onProgress = {});

} // namespace mutascope
