// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepfault/deepfault.h"
#include "core/base/error.h"
#include "core/generators/deepfault/hidden_layers.h"
#include "core/generators/deepfault/rank_classes.h"
#include "core/generators/mutant_batch.h"
#include "core/generators/saved_state.h"
#include "core/model/layer_slices.h"
#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <set>

// First the activity spectrum, a portion of images a step; then the seeds, a batch a step, moved up the
// gradient of the neurons that their class's ranking has on top. A round takes every seed once; the next one
// goes on with the next neurons of the ranking.
namespace mutascope {

namespace {

using namespace deepfault;

constexpr const char *id = "deepfault";

class DeepFault : public Generator {
public:
    void start(GeneratorContext &context) override;
    StepResult step(GeneratorContext &context) override;
    std::string save() const override;
    void load(GeneratorContext &context, const std::string &bytes) override;
    std::int64_t queueLength() const override { return std::int64_t(m_order.size() - m_next); }
    std::string diagnosis() const override;

private:
    struct Batch {
        ImageBatch images;
        std::vector<int> seeds;
        std::vector<float> weights;
    };

    void configure(GeneratorContext &context);
    void orderSeeds(std::size_t count);
    void rank(GeneratorContext &context);
    StepResult synthesise(GeneratorContext &context);
    bool roundLeft() const;
    std::size_t rankingOf(const Seed &seed) const;
    bool addWeights(const std::vector<int> &neurons, std::vector<float> &weights) const;
    Batch nextBatch(const GeneratorContext &context);
    std::vector<Candidate> candidatesOf(const GeneratorContext &context, const Batch &batch,
                                        const ImageBatch &moved);
    void judge(TestBench &bench, std::vector<Candidate> candidates);
    nlohmann::json saveRankings() const;
    void loadRankings(const nlohmann::json &state);

    Settings m_settings;
    LayerSet m_layers;
    std::size_t m_neurons = 0; // of the layers
    std::uint64_t m_stream = 0; // of the order and of random rankings
    std::vector<int> m_order; // seeds
    std::vector<int> m_classes; // of the seeds, ascending
    std::unique_ptr<SpectrumGathering> m_gathering; // until the neurons are ranked
    std::vector<std::vector<int>> m_rankings; // neurons, one list a class
    std::size_t m_round = 0;
    std::size_t m_next = 0; // in m_order
    std::int64_t m_tests = 0;
    std::int64_t m_failing = 0;
    std::int64_t m_unchanged = 0;
};

std::vector<int> classesOf(const std::vector<Seed> &seeds)
{
    std::set<int> classes;
    for (const Seed &seed : seeds)
        classes.insert(seed.label);
    return {classes.begin(), classes.end()};
}

void DeepFault::configure(GeneratorContext &context)
{
    const Model &model = context.bench.model();
    if (model.spec().blackBox)
        throw Error(ErrorCode::Unsupported,
                    "deepfault needs gradients and neuron values, and a black-box model has neither",
                    "Import the model without 'predictions only', or take sinvad, random, or advgan with "
                    "mode=black-box, which need neither");
    m_settings = settingsOf(context.params, model);
    m_layers = hiddenLayers(model, m_settings.layers);
    m_neurons = 0;
    for (const LayerSlice &slice : sliceLayers(model.layers(), m_layers))
        m_neurons += std::size_t(slice.count);
    m_classes = classesOf(context.seeds);
}

void DeepFault::orderSeeds(std::size_t count)
{
    m_order.resize(count);
    std::iota(m_order.begin(), m_order.end(), 0);
    Rng rng(m_stream);
    for (std::size_t i = count; i > 1; --i)
        std::swap(m_order[i - 1], m_order[rng.below(std::uint32_t(i))]);
}

void DeepFault::start(GeneratorContext &context)
{
    configure(context);
    m_stream = context.rng.next64(); // the same whatever the measure, so that runs compare seed by seed
    orderSeeds(context.seeds.size());
    m_gathering = std::make_unique<SpectrumGathering>(m_settings.gathering,
                                                      ActivitySpectrum(m_classes, m_neurons), m_layers);
}

StepResult DeepFault::step(GeneratorContext &context)
{
    if (m_order.empty())
        return StepResult::Exhausted;
    if (m_gathering) {
        m_gathering->step(context);
        if (!m_gathering->done())
            return StepResult::More;
        rank(context);
    }
    return synthesise(context);
}

void DeepFault::rank(GeneratorContext &context)
{
    const Model &model = context.bench.model();
    reportDeadLayers(m_gathering->spectrum(), sliceLayers(model.layers(), m_layers), context.bench);
    const std::vector<ClassRanking> rankings
        = rankClasses(m_settings, *m_gathering, Rng(m_stream).sub(1), context.bench);
    context.bench.publish(suspicionDocument(m_settings, *m_gathering, rankings, model, m_layers));
    m_rankings.clear();
    for (const ClassRanking &ranking : rankings) {
        std::vector<int> &neurons = m_rankings.emplace_back();
        for (const RankedNeuron &ranked : ranking.neurons)
            neurons.push_back(ranked.neuron);
    }
    m_gathering.reset();
}

bool DeepFault::roundLeft() const
{
    if (m_settings.rounds > 0 && m_round >= m_settings.rounds)
        return false;
    return std::any_of(m_rankings.begin(), m_rankings.end(), [&](const std::vector<int> &neurons) {
        return neurons.size() > m_round * m_settings.rule.top;
    });
}

std::size_t DeepFault::rankingOf(const Seed &seed) const
{
    return std::size_t(std::lower_bound(m_classes.begin(), m_classes.end(), seed.label) - m_classes.begin());
}

// False where this round has no neuron left for the class.
bool DeepFault::addWeights(const std::vector<int> &neurons, std::vector<float> &weights) const
{
    const std::size_t begin = std::min(neurons.size(), m_round * m_settings.rule.top);
    const std::size_t end = std::min(neurons.size(), begin + m_settings.rule.top);
    if (begin == end)
        return false;
    const std::size_t row = weights.size();
    weights.resize(row + m_neurons);
    for (std::size_t i = begin; i < end; ++i)
        weights[row + std::size_t(neurons[i])] = 1.0f / float(end - begin);
    return true;
}

DeepFault::Batch DeepFault::nextBatch(const GeneratorContext &context)
{
    Batch batch{ImageBatch(context.bench.model().spec().input), {}, {}};
    for (; m_next < m_order.size() && batch.seeds.size() < m_settings.seedsPerStep; ++m_next) {
        const Seed &seed = context.seeds[std::size_t(m_order[m_next])];
        if (!addWeights(m_rankings[rankingOf(seed)], batch.weights))
            continue;
        batch.images.append(seed.image);
        batch.seeds.push_back(m_order[m_next]);
    }
    return batch;
}

StepResult DeepFault::synthesise(GeneratorContext &context)
{
    if (!roundLeft())
        return StepResult::Exhausted;
    const Batch batch = nextBatch(context);
    if (!batch.seeds.empty()) {
        const ImageBatch moved
            = ascend(context.bench.model(), batch.images, m_layers, batch.weights, m_settings.ascent);
        judge(context.bench, candidatesOf(context, batch, moved));
    }
    if (m_next == m_order.size()) {
        m_next = 0;
        ++m_round;
    }
    return roundLeft() ? StepResult::More : StepResult::Exhausted;
}

// An image that the gradient left as it was is no test.
std::vector<Candidate> DeepFault::candidatesOf(const GeneratorContext &context, const Batch &batch,
                                               const ImageBatch &moved)
{
    const AscentRule &rule = m_settings.ascent;
    const std::map<std::string, double> values{{"distance", rule.distance},
                                               {"step", rule.step},
                                               {"iterations", double(rule.iterations)},
                                               {"round", double(m_round + 1)}};
    std::vector<Candidate> candidates;
    for (std::size_t row = 0; row < batch.seeds.size(); ++row) {
        Image image = moved.image(row);
        if (image == context.seeds[std::size_t(batch.seeds[row])].image)
            ++m_unchanged;
        else
            candidates.push_back({batch.seeds[row], 0, {id, values, 0}, std::move(image)});
    }
    context.bench.countTries(id, std::int64_t(batch.seeds.size()));
    return candidates;
}

void DeepFault::judge(TestBench &bench, std::vector<Candidate> candidates)
{
    if (candidates.empty())
        return;
    Evaluation evaluation = bench.evaluate(std::move(candidates));
    const std::vector<double> gains = commitPassing(bench, evaluation);
    for (std::size_t row = 0; row < gains.size(); ++row) {
        m_failing += evaluation.verdicts[row].failing;
        if (gains[row] > 0)
            bench.keep(evaluation, row, gains[row]);
    }
    m_tests += std::int64_t(gains.size());
}

nlohmann::json DeepFault::saveRankings() const
{
    return m_gathering ? m_gathering->save() : nlohmann::json(m_rankings);
}

std::string DeepFault::save() const
{
    return packState({{"generator", id},
                      {"stream", m_stream},
                      {"gathering", m_gathering != nullptr},
                      {"ranking", saveRankings()},
                      {"round", m_round},
                      {"next", m_next},
                      {"tests", m_tests},
                      {"failing", m_failing},
                      {"unchanged", m_unchanged}});
}

void DeepFault::loadRankings(const nlohmann::json &state)
{
    if (savedValue<bool>(state, "gathering")) {
        m_gathering = std::make_unique<SpectrumGathering>(m_settings.gathering,
                                                          ActivitySpectrum(m_classes, m_neurons), m_layers);
        m_gathering->load(savedValue<nlohmann::json>(state, "ranking"));
        return;
    }
    m_rankings = savedValue<std::vector<std::vector<int>>>(state, "ranking");
    if (m_rankings.size() != m_classes.size())
        throwBadSavedState("its rankings are of other classes");
    for (const std::vector<int> &neurons : m_rankings)
        for (const int neuron : neurons)
            if (neuron < 0 || std::size_t(neuron) >= m_neurons)
                throwBadSavedState("a ranking names a neuron that the layers do not have");
}

void DeepFault::load(GeneratorContext &context, const std::string &bytes)
{
    const nlohmann::json state = unpackState(id, bytes);
    configure(context);
    m_stream = savedValue<std::uint64_t>(state, "stream");
    orderSeeds(context.seeds.size());
    loadRankings(state);
    m_round = savedValue<std::size_t>(state, "round");
    m_next = savedValue<std::size_t>(state, "next");
    if (m_next > m_order.size())
        throwBadSavedState("it stands behind the last seed");
    m_tests = savedValue<std::int64_t>(state, "tests");
    m_failing = savedValue<std::int64_t>(state, "failing");
    m_unchanged = savedValue<std::int64_t>(state, "unchanged");
}

std::string DeepFault::diagnosis() const
{
    if (m_order.empty())
        return "there is no seed to change";
    if (m_gathering)
        return fmt::format(
            "the run ended while activity was counted, after {} inputs: allow more model calls "
            "or lower 'spectrum-limit'",
            m_gathering->spectrum().inputs());
    if (m_tests == 0 && m_unchanged == 0)
        return "no neuron is suspicious: none was active on a failed input; choose other 'layers'";
    if (m_tests == 0)
        return fmt::format(
            "all {} images stayed as they were: the neurons' gradient is 0; choose 'layers' before "
            "an activation, or set direction=sign",
            m_unchanged);
    if (m_failing == 0)
        return fmt::format(
            "none of the {} tests failed: raise 'distance', 'step' or 'steps', or choose other 'layers'",
            m_tests);
    if (!roundLeft())
        return fmt::format(
            "all seeds were taken in {} rounds of {} neurons; raise 'rounds' or take more seeds for "
            "more tests",
            m_round, m_settings.rule.top);
    return {};
}

} // namespace

GeneratorInfo deepFaultInfo()
{
    GeneratorInfo info;
    info.id = id;
    info.name = "DeepFault";
    info.summary
        = "Ranks neurons by how suspicious they are of the model's failures and changes seeds so that "
          "the most suspicious become more active.";
    info.paper
        = "Eniser, Gerasimou and Sen, DeepFault: Fault Localization for Deep Neural Networks, FASE 2019";
    info.needs.gradients = true;
    info.needs.taps = true;
    info.params = deepfault::params();
    info.create = [] { return std::make_unique<DeepFault>(); };
    return info;
}

} // namespace mutascope
