// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/stop.h"
#include "core/data/dataset.h"
#include "core/model/model.h"
#include "core/model/model_failure.h"
#include <functional>
#include <memory>

// How well a model does on a sample of labelled images.
namespace mutascope {

// Ascending indices of count images, as even over the classes as these allow, spread over each class.
std::vector<std::size_t> balancedSample(const std::vector<int> &labels, std::size_t count);

// These images of a data set, held in memory.
std::unique_ptr<Dataset> sampleOf(const Dataset &data, const std::vector<std::size_t> &images);

struct Measurement {
    std::vector<int> labels;
    std::vector<int> predicted; // -1 where an output is not finite
    std::size_t correct = 0;
    std::size_t notFinite = 0; // the model's failures among them
    FailedImages failed = {};
    double logLikelihood = 0; // mean, of the labels
    std::size_t count() const { return labels.size(); }
    double accuracy() const { return labels.empty() ? 0 : double(correct) / double(labels.size()); }
};

// images empty: all. Throws Error{Usage} where control asks to stop.
Measurement measure(Model &model, const Dataset &data, const std::vector<std::size_t> &images,
                    const RunControl &control, const std::function<void(double)> &onProgress);

// Which output the images of a class mostly get.
struct LabelMapping {
    std::vector<int> output; // of each class; -1: no image
    double accuracy = 0; // if these were the labels
    bool oneToOne = false;
};
LabelMapping labelMapping(const Measurement &measurement, int classes);

// Few images of a class are mapped to something by chance; from this many on it means something.
bool mappingIsMeaningful(const Measurement &measurement, int classes);

// One standard error of a share.
double standardError(double share, std::size_t count);

} // namespace mutascope
