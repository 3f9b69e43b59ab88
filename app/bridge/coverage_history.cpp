// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/coverage_history.h"

#include "app/bridge/convert.h"
#include "core/base/cache.h"
#include "core/model/layer_slices.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace mutascope::bridge {

namespace {

constexpr qint64 batchSize = 64;

RunContext contextOf(const SessionStore &store, qint64 run)
{
    const RunRecord record = store.run(run);
    if (record.criterion.empty())
        throw Error(ErrorCode::Usage, "this run had no coverage criterion",
                    "Choose a criterion on the Run page to see which neurons a run covers");
    const RunConfig config = runConfigFromJson(nlohmann::json::parse(record.config, nullptr, false));
    return makeContext(projectFromSnapshot(record.project), config, false);
}

} // namespace

// Images with what each of them is: a test's id, or -1 - a seed's index.
struct CoverageHistory::Batch {
    ImageBatch images;
    std::vector<std::int64_t> origins;
};

CoverageHistory::CoverageHistory(const QString &sessionFile, qint64 run)
    : m_store(toPath(sessionFile), SessionStore::Mode::ReadOnly), m_run(run),
      m_context(contextOf(m_store, run))
{
    const auto coverage = neuronCoverage(*m_context.criterion);
    if (!coverage)
        throw Error(ErrorCode::Unsupported,
                    "the criterion " + m_context.config.criterion + " does not count single neurons",
                    "A map of the neurons exists for nc, kmnc, nbc, snac, bknc and tknc");
    m_first.resize(coverage->covered.size());
}

CoverageHistory::~CoverageHistory() = default;

std::unique_ptr<Criterion> CoverageHistory::makeCriterion() const
{
    return parseCriterion(m_context.config.criterion)
        .create(sliceLayers(m_context.model->uncounted().layers(), m_context.layers));
}

std::vector<std::uint32_t> CoverageHistory::coveredNow(const Criterion &criterion) const
{
    return neuronCoverage(criterion)->covered; // checked when the history was made
}

widgets::NeuronMapData CoverageHistory::map()
{
    const auto state = m_store.savedState(m_run);
    if (!state)
        throw Error(ErrorCode::NotFound, "the run has stored no coverage yet",
                    "Wait for its first checkpoint");
    m_context.criterion->load(state->criterion);
    NeuronCoverage coverage = *neuronCoverage(*m_context.criterion);
    widgets::NeuronMapData data;
    for (const LayerSlice &layer : sliceLayers(m_context.model->uncounted().layers(), m_context.layers))
        data.layers.push_back({QString::fromStdString(layer.name), layer.count});
    data.covered.assign(coverage.covered.begin(), coverage.covered.end());
    data.itemsPerNeuron = coverage.itemsPerNeuron;
    return data;
}

// From the cache where the run left it, as a rule.
void CoverageHistory::fit(const std::filesystem::path &cacheFolder, const Progress &progress)
{
    const auto train = m_context.project.openData("train");
    const ProfileTask task = profileTaskOf(m_context, *train);
    RunControl control;
    const auto onProgress = [&](double done) {
        if (!progress(done))
            control.stop();
    };
    fitCriterion(*m_batchwise, task, cacheFolder.empty() ? userCacheFolder() : cacheFolder, control,
                 onProgress);
}

bool CoverageHistory::traceSeeds(const std::filesystem::path &cacheFolder, const Progress &progress)
{
    if (!m_coveredBySeeds.empty())
        return true;
    m_batchwise = makeCriterion();
    if (m_context.criterionNeedsFit)
        fit(cacheFolder, progress);
    m_rowwise = makeCriterion();
    m_rowwise->load(m_batchwise->save());
    std::fill(m_first.begin(), m_first.end(), 0);
    const std::vector<SeedRecord> seeds = m_store.seeds(m_run);
    for (std::size_t begin = 0; begin < seeds.size(); begin += std::size_t(batchSize)) {
        if (!progress(double(begin) / double(seeds.size())))
            return false;
        Batch batch{ImageBatch(m_context.model->uncounted().spec().input), {}};
        for (std::size_t i = begin; i < std::min(seeds.size(), begin + std::size_t(batchSize)); ++i) {
            batch.images.append(m_store.seedImage(m_run, seeds[i].index));
            batch.origins.push_back(-1 - seeds[i].index);
        }
        add(batch);
    }
    m_coveredBySeeds = coveredNow(*m_batchwise);
    return true;
}

bool CoverageHistory::traceTests(int neuron, const Progress &progress)
{
    m_total = m_store.testCount(m_run);
    while (m_first.at(std::size_t(neuron)) == 0 && !isTraced()) {
        if (!progress(double(m_traced) / double(m_total)))
            return false;
        Batch batch{ImageBatch(m_context.model->uncounted().spec().input), {}};
        for (const TestRecord &test : m_store.tests(m_run, {}, m_traced, batchSize)) {
            batch.images.append(m_store.image(m_run, test.id));
            batch.origins.push_back(test.id);
        }
        if (batch.origins.empty())
            break; // deleted meanwhile
        add(batch);
        m_traced += qint64(batch.origins.size());
    }
    return true;
}

// Where a batch covers neurons for the first time, it is gone through row by row; else it need not be.
void CoverageHistory::add(const Batch &batch)
{
    const Trace trace = m_context.model->uncounted().trace(batch.images, m_context.layers);
    m_batchwise->commit(TraceRows::all(trace));
    const std::vector<std::uint32_t> covered = coveredNow(*m_batchwise);
    std::vector<std::size_t> fresh;
    for (std::size_t neuron = 0; neuron < covered.size(); ++neuron)
        if (covered[neuron] > 0 && m_first[neuron] == 0)
            fresh.push_back(neuron);
    attribute(batch, trace, std::move(fresh));
}

void CoverageHistory::attribute(const Batch &batch, const Trace &trace, std::vector<std::size_t> fresh)
{
    std::size_t row = 0;
    for (; row < batch.origins.size() && !fresh.empty(); ++row) {
        const TraceRows one = TraceRows::one(trace, row);
        if (m_rowwise->gain(one) == 0)
            continue;
        m_rowwise->commit(one);
        const std::vector<std::uint32_t> covered = coveredNow(*m_rowwise);
        const auto reached = [&](std::size_t neuron) {
            if (covered[neuron] == 0)
                return false;
            m_first[neuron] = batch.origins[row];
            return true;
        };
        std::erase_if(fresh, reached);
    }
    m_rowwise->commit({trace, row, trace.count()});
}

NeuronOrigin CoverageHistory::originOf(int neuron) const
{
    NeuronOrigin origin;
    origin.neuron = neuron;
    const std::int64_t first = m_first.at(std::size_t(neuron));
    if (first == 0)
        return origin;
    if (first < 0) {
        origin.kind = NeuronOrigin::Kind::Seed;
        origin.seed = int(-1 - first);
    } else {
        origin.kind = NeuronOrigin::Kind::Test;
        const TestRecord record = m_store.test(m_run, first);
        origin.test = toTestRow(record);
        origin.seed = record.seed;
        origin.mutation = mutationText(record.mutation);
        origin.image = toQImage(m_store.image(m_run, first));
    }
    origin.seedImage = toQImage(m_store.seedImage(m_run, origin.seed));
    for (const SeedRecord &seed : m_store.seeds(m_run))
        if (seed.index == origin.seed)
            origin.label = seed.label;
    return origin;
}

} // namespace mutascope::bridge
