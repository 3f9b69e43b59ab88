// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/cell_measurer.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/metrics/features.h"
#include "core/metrics/unit_distance.h"
#include "core/metrics/validator.h"
#include "core/model/decorators.h"
#include "core/model/layer_slices.h"
#include "core/run/campaign/cell_tests.h"
#include "core/run/campaign/feature_rows.h"
#include "core/run/campaign/validity_judges.h"
#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace mutascope {

namespace fs = std::filesystem;

namespace {

constexpr int measuresVersion = 3; // raised where measures of the same tests change
constexpr std::size_t batchSize = 256;
constexpr std::size_t referenceImages = 2000;
constexpr std::size_t samplesKept = 8;

std::size_t forwardBatch(const AssessmentPlan &plan)
{
    return std::size_t(
        effectiveParams(plan.configOf(plan.generators.front().id, 1)).integer("forward-batch"));
}

ParamSet paramsOf(const MetricInfo &info, const AssessmentPlan &plan)
{
    ParamSet params(info.params);
    if (params.contains("network") && !plan.lpips.empty())
        params.set("network", plan.lpips.string());
    return params;
}

} // namespace

// The model under test, the network that features come from, and the validator.
class CellMeasurer::Networks {
public:
    Networks(const Project &project, const AssessmentPlan &plan)
        : m_bare(project.openModel()), m_model(*m_bare, forwardBatch(plan))
    {
        setModelThreads(1);
        if (!m_model.layers().empty())
            m_layers = selectLayers(m_model.layers(), plan.layers);
        if (!plan.features.empty())
            openFeatures(plan.features);
        Model &from = m_featureModel ? *m_featureModel : static_cast<Model &>(m_model);
        m_features.emplace(from, from.layers().empty() ? "outputs" : "penultimate");
    }

    // False where progress stopped it.
    bool openValidator(const Project &project, const AssessmentPlan &plan, const fs::path &cache,
                       const MetricProgress &progress)
    {
        ValidatorOptions options;
        options.epochs = plan.validatorEpochs;
        options.trainingImages = plan.validatorImages;
        options.folder = cache;
        m_validator
            = Validator::prepare(*project.openData("train"), *project.openData("test"), options, progress);
        return m_validator.has_value();
    }

    Model &model() { return m_model; }
    const LayerSet &layers() const { return m_layers; }
    std::vector<LayerSlice> slices() const { return sliceLayers(m_model.layers(), m_layers); }
    const FeatureNetwork &features() const { return *m_features; }
    // trace: of the model under test, over the same images; null: there is none.
    FeatureRows featuresOf(const ImageBatch &images, const Trace *trace) const
    {
        if (trace && !m_featureModel)
            if (auto rows = m_features->featuresFrom(*trace))
                return std::move(*rows);
        return m_features->features(images);
    }
    const std::optional<Validator> &validator() const { return m_validator; }

private:
    // Fed like the model under test.
    void openFeatures(const fs::path &file)
    {
        ModelSpec spec = m_model.spec();
        spec.file = file;
        spec.sha256.clear();
        spec.output.clear();
        spec.classes = 0;
        m_featureModel = loadTorchScript(file, spec);
    }

    std::unique_ptr<Model> m_bare;
    BatchingModel m_model;
    LayerSet m_layers;
    std::unique_ptr<Model> m_featureModel;
    std::optional<FeatureNetwork> m_features;
    std::optional<Validator> m_validator;
};

namespace {

// The tests of one cell on their way through all metrics.
class Measuring {
public:
    Measuring(const MeasureSetup &setup, const RunRecord &run, const std::optional<Validator> &validator)
        : m_run(run)
    {
        m_context.referenceValidatorScores = validator ? &validator->referenceScores() : nullptr;
        m_context.classes = setup.classes;
        m_context.reference = setup.reference.count > 0 ? &setup.reference : nullptr;
        m_context.seed = setup.plan.seed;
        for (const std::string &id : setup.plan.metrics)
            m_infos.push_back(&metricInfo(id));
        m_plan = &setup.plan;
    }

    void begin(const ImageShape &shape)
    {
        m_context.shape = shape;
        for (const MetricInfo *info : m_infos)
            m_metrics.push_back(info->create(paramsOf(*info, *m_plan), m_context));
    }

    void add(const CellTests &tests)
    {
        const MetricBatch &batch = tests.batch();
        for (const auto &metric : m_metrics)
            metric->add(batch);
        for (std::size_t i = 0; i < batch.count(); ++i) {
            m_verified += batch.failing[i];
            if (batch.failing[i])
                m_failingClasses.insert(batch.labels[i]);
            if (batch.failing[i] && batch.testFeatures.count > 0)
                m_samples.push_back(
                    {tests.ids()[i],
                     std::sqrt(squaredUnitDistance(batch.testFeatures.row(i), batch.seedFeatures.row(i)))});
        }
    }

    CellMeasures result(const std::vector<std::pair<std::string, double>> &coverageAdded,
                        const std::vector<int> &seedLabels, std::int64_t peakBytes)
    {
        CellMeasures measures;
        const RunTotals totals = totalsOf(coverageAdded, peakBytes);
        for (std::size_t i = 0; i < m_infos.size(); ++i)
            measures.metrics[m_infos[i]->id] = m_metrics[i]->value(totals);
        addFigures(measures, totals);
        chooseSamples(measures);
        std::ranges::set_difference(std::set<int>(seedLabels.begin(), seedLabels.end()), m_failingClasses,
                                    std::back_inserter(measures.silentClasses));
        measures.message = m_run.message;
        return measures;
    }

private:
    RunTotals totalsOf(const std::vector<std::pair<std::string, double>> &coverageAdded,
                       std::int64_t peakBytes) const
    {
        const Counters &counters = m_run.counters;
        RunTotals totals;
        totals.generated = counters.tests;
        totals.failing = m_verified;
        totals.seedsAttempted = counters.seeds;
        totals.modelCalls = counters.modelCalls;
        totals.seconds = counters.seconds;
        totals.trainingSeconds = counters.trainingSeconds;
        totals.trainingCalls = counters.trainingCalls;
        totals.peakBytes = peakBytes;
        totals.coverageAdded = coverageAdded;
        return totals;
    }

    void addFigures(CellMeasures &measures, const RunTotals &totals) const
    {
        const Counters &counters = m_run.counters;
        measures.figures
            = {{"tests", double(counters.tests)},    {"failing-tests", double(totals.failing)},
               {"seeds", double(counters.seeds)},    {"model-calls", double(counters.modelCalls)},
               {"search-seconds", counters.seconds}, {"training-seconds", counters.trainingSeconds}};
        if (!m_run.criterion.empty())
            measures.figures["run-coverage"] = m_run.coverageEnd;
        for (const auto &[criterion, added] : totals.coverageAdded)
            measures.figures["added-" + criterion.substr(0, criterion.find(':'))] = added;
    }

    void chooseSamples(CellMeasures &measures)
    {
        std::ranges::stable_sort(m_samples, {}, &CellSample::distance);
        const auto count = std::ptrdiff_t(std::min(samplesKept, m_samples.size()));
        measures.natural.assign(m_samples.begin(), m_samples.begin() + count);
        measures.unnatural.assign(m_samples.rbegin(), m_samples.rbegin() + count);
    }

    const RunRecord &m_run;
    const AssessmentPlan *m_plan;
    MetricContext m_context;
    std::vector<const MetricInfo *> m_infos;
    std::vector<std::unique_ptr<Metric>> m_metrics; // of m_infos
    std::vector<CellSample> m_samples;
    std::set<int> m_failingClasses; // of the seeds
    std::int64_t m_verified = 0;
};

std::vector<std::pair<std::string, double>>
addedSince(const std::vector<std::pair<std::string, double>> &before, const CoverageSet &coverage)
{
    std::vector<std::pair<std::string, double>> added = coverage.values();
    for (std::size_t i = 0; i < added.size(); ++i)
        added[i].second -= before[i].second;
    return added;
}

} // namespace

std::string MeasureSetup::key() const
{
    const nlohmann::json whole = toJson(plan);
    return sha256(nlohmann::json({measuresVersion, whole.at("measuring"), plan.modelSha256, plan.dataSha256,
                                  plan.layers, plan.versions, plan.seed})
                      .dump());
}

namespace {

[[noreturn]] void throwStopped()
{
    throw Error(ErrorCode::Usage, "stopped before the first run began");
}

// Three pieces of work share a progress.
class Preparation {
public:
    Preparation(const Project &project, const AssessmentPlan &plan, const MeasurePlaces &places,
                const RunControl &control, const std::function<void(double)> &onProgress)
        : m_setup{project, plan, places, {}, {}, {}, 0, {}}, m_control(control), m_onProgress(onProgress),
          m_networks(project, plan), m_train(project.openData("train"))
    {
    }

    MeasureSetup execute()
    {
        m_setup.classes = m_networks.model().spec().classes;
        auto reference = referenceFeatures(m_networks.features(), *m_train, referenceImages,
                                           m_setup.places.networks, progress(0));
        if (!reference)
            throwStopped();
        m_setup.reference = std::move(*reference);
        m_setup.featureLayer = m_networks.features().layer();
        fitCoverage();
        trainValidator();
        return std::move(m_setup);
    }

private:
    MetricProgress progress(int part)
    {
        return [this, part](double share) {
            m_onProgress((part + share) / 3);
            return !m_control.stopRequested();
        };
    }

    void fitCoverage()
    {
        if (m_networks.layers().empty())
            return;
        const AssessmentPlan &plan = m_setup.plan;
        const ParamSet params = effectiveParams(plan.configOf(plan.generators.front().id, 1));
        CoverageSet coverage(m_networks.slices());
        const ProfileTask task{*m_train,
                               m_networks.model(),
                               m_networks.layers(),
                               CoverageSet::text(),
                               std::size_t(params.integer("profile-limit")),
                               batchSize,
                               1};
        if (fitCriterion(coverage, task, m_setup.places.profiles, m_control, progress(1)).stopped)
            throwStopped();
        m_setup.coverageState = coverage.save();
    }

    // A validator that cannot be had costs its metrics, not the assessment.
    void trainValidator()
    {
        if (!m_setup.plan.validator)
            return;
        try {
            if (!m_networks.openValidator(m_setup.project, m_setup.plan, m_setup.places.networks,
                                          progress(2)))
                throwStopped();
        } catch (const Error &error) {
            if (m_control.stopRequested() || error.code() == ErrorCode::Io)
                throw;
            m_setup.withoutValidator = error.message();
        }
    }

    MeasureSetup m_setup;
    const RunControl &m_control;
    const std::function<void(double)> &m_onProgress;
    CellMeasurer::Networks m_networks;
    std::unique_ptr<Dataset> m_train;
};

} // namespace

MeasureSetup prepareMeasuring(const Project &project, const AssessmentPlan &plan, const MeasurePlaces &places,
                              const RunControl &control, const std::function<void(double)> &onProgress)
{
    return Preparation(project, plan, places, control, onProgress).execute();
}

CellMeasurer::CellMeasurer(const MeasureSetup &setup)
    : m_setup(setup), m_networks(std::make_unique<Networks>(setup.project, setup.plan))
{
    if (setup.plan.validator && setup.withoutValidator.empty())
        m_networks->openValidator(setup.project, setup.plan, setup.places.networks,
                                  [](double) { return true; });
}

CellMeasurer::~CellMeasurer() = default;

std::optional<CellMeasures> CellMeasurer::measure(const SessionStore &store, std::int64_t runId,
                                                  std::int64_t peakBytes, const std::function<bool()> &goOn)
{
    setModelThreads(1); // of the calling thread; the last bit of a sum may depend on it
    const RunRecord run = store.run(runId);
    std::optional<CoverageSet> coverage;
    if (!m_setup.coverageState.empty()) {
        coverage.emplace(m_networks->slices());
        coverage->load(m_setup.coverageState);
    }
    CellTests tests(store, runId);
    CoverageSet *const covered = coverage ? &*coverage : nullptr;
    const FeatureRows seedFeatures = pass(tests.seeds(), covered);
    const auto before = coverage ? coverage->values() : std::vector<std::pair<std::string, double>>();
    Measuring measuring(m_setup, run, m_networks->validator());
    measuring.begin(tests.seeds().shape());
    ValidityJudges judges;
    while (tests.next(batchSize)) {
        if (!goOn())
            return std::nullopt;
        MetricBatch &batch = tests.batch();
        batch.testFeatures = pass(batch.tests, covered);
        batch.seedFeatures = chosenRows(seedFeatures, tests.seedRows());
        if (const auto &validator = m_networks->validator()) {
            batch.validatorScores = validator->scores(batch.tests);
            judges.judgeTheRest(batch, validator->judge(batch.validatorScores));
        }
        measuring.add(tests);
    }
    CellMeasures measures = measuring.result(coverage ? addedSince(before, *coverage) : decltype(before)(),
                                             tests.seedLabels(), peakBytes);
    measures.curve = store.coverage(runId);
    judges.sign(measures.metrics);
    return measures;
}

FeatureRows CellMeasurer::pass(const ImageBatch &images, CoverageSet *coverage)
{
    if (!coverage)
        return m_networks->featuresOf(images, nullptr);
    const Trace trace = m_networks->model().trace(images, m_networks->layers());
    coverage->commit(TraceRows::all(trace));
    return m_networks->featuresOf(images, &trace);
}

} // namespace mutascope
