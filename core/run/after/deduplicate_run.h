// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/after/derived_run.h"
#include <functional>

namespace mutascope {

struct DeduplicateOptions {
    double farthest = 0.05; // of deep features of unit length, 0..2; 0: equal images alone
    std::string features = "penultimate"; // layer of the model under test, or "outputs"
    bool all = false; // not only failing tests
    int threads = 0; // 0: as many as a run of this model has
};

struct DuplicateTest {
    std::int64_t test = 0; // id
    std::int64_t original = 0; // id of the earlier test it repeats
    bool equal = false; // the same pixels; else near in the features
};

struct DeduplicatedRun {
    DerivedRun run; // the originals
    std::int64_t tests = 0;
    std::vector<DuplicateTest> duplicates; // ascending ids
    std::vector<std::int64_t> kept;
    std::string layer;
    std::unique_ptr<Model> model;
    bool stopped = false;
};

// Tests of a run that repeat earlier ones. Only tests of the same seed class and predicted class are taken
// for near duplicates of each other. Throws Error{NotFound} without tests.
DeduplicatedRun deduplicateRun(const SessionStore &store, std::int64_t run, const DeduplicateOptions &options,
                               RunControl &control, const std::function<void(double)> &onProgress);

} // namespace mutascope
