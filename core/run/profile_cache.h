// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/stop.h"
#include "core/coverage/criterion.h"
#include "core/data/dataset.h"
#include <filesystem>
#include <functional>
#include <string>

namespace mutascope {

// What a criterion is fitted on. Two fits of the same key give the same state.
struct ProfileTask {
    const Dataset &data;
    Model &model;
    const LayerSet &layers;
    std::string criterion; // canonical text
    std::size_t limit = 0; // images, 0: all
    std::size_t batch = 256;
    int threads = 1; // of the tensor library: it may change the last bit of a value
};

struct ProfileResult {
    std::size_t images = 0; // put through the model; 0 where the cache had it
    bool cached = false;
    bool stopped = false;
};

// Fits criterion, streaming over the data; onProgress(fraction) now and then. An unreadable or unwritable
// cache costs time only. folder: where profiles are kept; empty: nowhere.
ProfileResult fitCriterion(Criterion &criterion, const ProfileTask &task, const std::filesystem::path &folder,
                           const RunControl &control, const std::function<void(double)> &onProgress);

} // namespace mutascope
