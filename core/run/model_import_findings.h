// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/model_import_search.h"

namespace mutascope {

// Why the training split cannot be used; "": it can.
struct TrainingProblem {
    std::string what = {};
    bool missing = false; // there is none
};

// What is known at the end of an import.
struct ImportFacts {
    const ImportRequest &request;
    const Model &model; // with the chosen rule
    bool declaredInput = false; // by the model's file
    const DatasetSpec &native; // of the data as it is
    const Dataset &data; // in the model's shape
    int dataClasses = 0; // before names were added
    const Measurement &measurement;
    const SearchResult &search;
    const TrainingProblem &trainProblem;
};

// Warnings first.
std::vector<ImportFinding> findingsOf(const ImportFacts &facts);

} // namespace mutascope
