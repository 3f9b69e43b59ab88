// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/stop.h"
#include "core/metrics/metric.h"
#include "core/model/model.h"
#include "core/store/session_store.h"
#include <functional>

namespace mutascope {

// Stored tests, judged once more: what the model makes of the images as they are stored.
struct TracedTests {
    std::vector<TestRecord> tests; // predicted: now; without failing ones that do not fail any more
    Trace trace; // of the tests, over the layers; without layers the outputs alone
    std::int64_t notReproduced = 0; // left out
    bool stopped = false;
};

// In portions, the model's calls bounded. Throws Error{Unsupported} where the values need too much memory.
TracedTests traceTests(const SessionStore &store, std::int64_t run, const std::vector<TestRecord> &tests,
                       Model &model, const LayerSet &layers, const RunControl &control,
                       const std::function<void(double)> &onProgress);
// The same of images that are no tests.
Trace traceImages(const ImageBatch &images, Model &model, const LayerSet &layers);

// Which layer deep features come from.
struct FeatureLayer {
    std::string name; // "fc2.relu", "outputs"
    LayerSet layers; // empty: the outputs
};
// name: as FeatureNetwork has it; "penultimate" of a model that shows no layers: its outputs.
FeatureLayer featureLayer(Model &model, const std::string &name);
FeatureRows featuresOf(const Trace &trace);

// Failing tests of a run, or all stored ones. Throws Error{NotFound} where there is none.
std::vector<TestRecord> testsOf(const SessionStore &store, std::int64_t run, bool all);

} // namespace mutascope
