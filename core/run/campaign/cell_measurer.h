// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/stop.h"
#include "core/run/campaign/assessment_plan.h"
#include "core/run/campaign/cell_measures.h"
#include "core/run/campaign/coverage_set.h"
#include "core/run/profile_cache.h"

namespace mutascope {

// Where what is learnt from the data is kept; empty: nowhere.
struct MeasurePlaces {
    std::filesystem::path profiles;
    std::filesystem::path networks;
};

// What every cell of an assessment is held against; made once, then only read.
struct MeasureSetup {
    Project project;
    AssessmentPlan plan;
    MeasurePlaces places;
    std::string coverageState; // of a fitted CoverageSet; "": the model shows no neurons
    FeatureRows reference; // of real training images
    std::string featureLayer;
    int classes = 0;
    std::string withoutValidator; // why there is none, where one was wanted

    // All that the measures of a cell depend on beside its run.
    std::string key() const;
};

// Fits all criteria, trains the validator (both kept) and looks at real images. onProgress(share). Throws
// Error; Usage where control asks to stop.
MeasureSetup prepareMeasuring(const Project &project, const AssessmentPlan &plan, const MeasurePlaces &places,
                              const RunControl &control, const std::function<void(double)> &onProgress);

// Measures finished cells, one after the other, in one thread: with a model of its own. Which thread measures
// which cell does not change the numbers.
class CellMeasurer {
public:
    explicit CellMeasurer(const MeasureSetup &setup);
    ~CellMeasurer();
    CellMeasurer(const CellMeasurer &) = delete;
    CellMeasurer &operator=(const CellMeasurer &) = delete;

    // Nothing where goOn said no between two batches.
    std::optional<CellMeasures> measure(const SessionStore &store, std::int64_t run, std::int64_t peakBytes,
                                        const std::function<bool()> &goOn);

    class Networks;

private:
    // The features of the images; what they cover is added to coverage, where there is one. One traced pass
    // serves both where they are of the same model.
    FeatureRows pass(const ImageBatch &images, CoverageSet *coverage);
    const MeasureSetup &m_setup;
    std::unique_ptr<Networks> m_networks;
};

} // namespace mutascope
