// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/guarded_load.h"
#include "core/run/model_import.h"

// Which images a model takes, and how the data becomes such images.
namespace mutascope {

// Sizes to try, the likely ones first. native: the shape of the data, or all 0 where there is none; fixed:
// its images all have it; channels: the only number of them, 0: any.
std::vector<ImageShape> likelyInputs(const ImageShape &native, bool fixed, int channels = 0);

// Whether images of the format lie in files of their own, which may have any size.
bool hasImageFiles(const std::string &format);

// What a request says about its model, the file's SHA-256, and nothing that has to be found out.
ModelSpec importSpec(const ImportRequest &request);

// Finds the input in the other program. Sets the spec's input.
ProbeReport findInput(const ImportRequest &request, const DatasetSpec &native, ModelSpec &spec);

// The data in the model's shape: resized where it is not.
DataSource sourceFor(const ImportRequest &request, const DatasetSpec &native, const ImageShape &input);

} // namespace mutascope
