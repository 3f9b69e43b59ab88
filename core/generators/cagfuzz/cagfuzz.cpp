// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/cagfuzz/cagfuzz.h"
#include "core/generators/cagfuzz/similarity.h"
#include "core/generators/cagfuzz/translators.h"
#include "core/generators/mutant_batch.h"
#include "core/generators/saved_state.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>

// The loop: draw inputs from the queue, let the CycleGANs render each anew in several ways, drop what is no
// longer like its seed, one forward, keep what passes and adds coverage. Candidates are compared with the
// seed, not with their parent: small steps must not lead away from it.
namespace mutascope {

namespace {

using namespace cagfuzz;

constexpr const char *id = "cagfuzz";
constexpr int fruitlessLimit = 200; // steps in a row without a candidate that is similar enough

struct Input {
    int seed = 0;
    TestId test = 0; // 0: the seed itself
    std::shared_ptr<const Image> image;
};

class CagFuzz : public Generator {
public:
    void start(GeneratorContext &context) override;
    bool training() const override { return m_translators && m_translators->training(); }
    StepResult step(GeneratorContext &context) override;
    std::string save() const override;
    void load(GeneratorContext &context, const std::string &bytes) override;
    std::int64_t queueLength() const override { return std::int64_t(m_queue.size()); }
    std::string diagnosis() const override;

private:
    void configure(GeneratorContext &context);
    std::size_t draw(Rng &rng) const;
    std::vector<Candidate> makeCandidates(const GeneratorContext &context) const;
    std::vector<double> compare(GeneratorContext &context, const std::vector<Candidate> &candidates) const;
    std::vector<Candidate> similarOnes(GeneratorContext &context, std::vector<Candidate> &&candidates);
    void judge(TestBench &bench, std::vector<Candidate> &&candidates);
    void publish(TestBench &bench) const;

    Settings m_settings;
    std::unique_ptr<Translators> m_translators;
    Model *m_features = nullptr; // whose features are compared
    LayerSet m_layers;
    std::vector<Input> m_queue;
    SimilarityHistogram m_histogram;
    int m_fruitless = 0;
    std::int64_t m_tests = 0;
    std::int64_t m_failing = 0;
};

std::vector<Input> seedInputs(const std::vector<Seed> &seeds)
{
    std::vector<Input> inputs;
    for (std::size_t i = 0; i < seeds.size(); ++i)
        inputs.push_back({int(i), 0, std::make_shared<const Image>(seeds[i].image)});
    return inputs;
}

void CagFuzz::configure(GeneratorContext &context)
{
    m_settings = settingsOf(context.params);
    const bool own = m_settings.features == "model";
    m_features = own ? &context.bench.model() : &context.data.otherModel(m_settings.features);
    m_layers = featureLayers(m_features->layers(), m_settings.featureLayer);
    m_translators = std::make_unique<Translators>(m_settings, context.data.split("train"), context.seeds);
    m_translators->begin(context.data, context.bench);
}

void CagFuzz::start(GeneratorContext &context)
{
    configure(context);
    m_queue = seedInputs(context.seeds);
}

StepResult CagFuzz::step(GeneratorContext &context)
{
    if (training()) {
        m_translators->step(context.bench, context.data);
        return StepResult::More;
    }
    if (m_queue.empty())
        return StepResult::Exhausted;
    std::vector<Candidate> candidates = makeCandidates(context);
    context.bench.countTries(Translators::mutator, std::int64_t(candidates.size()));
    candidates = similarOnes(context, std::move(candidates));
    publish(context.bench);
    m_fruitless = candidates.empty() ? m_fruitless + 1 : 0;
    if (!candidates.empty())
        judge(context.bench, std::move(candidates));
    return m_fruitless >= fruitlessLimit ? StepResult::Exhausted : StepResult::More;
}

// Recent: the later of two, which makes the chance of an input rise evenly with its place.
std::size_t CagFuzz::draw(Rng &rng) const
{
    const auto size = std::uint32_t(m_queue.size());
    const std::uint32_t one = rng.below(size);
    return m_settings.recent ? std::max(one, rng.below(size)) : one;
}

// A stream for each input.
std::vector<Candidate> CagFuzz::makeCandidates(const GeneratorContext &context) const
{
    std::vector<Candidate> candidates;
    std::vector<Mutation> mutations;
    ImageBatch images(context.seeds.front().image.shape);
    Rng choice = context.rng.sub(0);
    for (std::size_t i = 0; i < m_settings.inputs; ++i) {
        const Input &input = m_queue[draw(choice)];
        Rng stream = context.rng.sub(i + 1);
        for (std::size_t n = 0; n < m_settings.candidates; ++n) {
            mutations.push_back(m_translators->draw(context.seeds[std::size_t(input.seed)].label, n, stream));
            candidates.push_back({input.seed, input.test, mutations.back(), {}});
            images.append(*input.image);
        }
    }
    const ImageBatch made = m_translators->apply(images, mutations);
    for (std::size_t i = 0; i < candidates.size(); ++i)
        candidates[i].image = made.image(i);
    return candidates;
}

std::vector<double> CagFuzz::compare(GeneratorContext &context,
                                     const std::vector<Candidate> &candidates) const
{
    ImageBatch images(context.seeds.front().image.shape), references(images.shape());
    std::vector<std::size_t> reference;
    std::map<int, std::size_t> places; // of seeds among the references
    for (const Candidate &candidate : candidates) {
        const auto [place, isNew] = places.emplace(candidate.seed, references.count());
        if (isNew)
            references.append(context.seeds[std::size_t(candidate.seed)].image);
        reference.push_back(place->second);
        images.append(candidate.image);
    }
    return similarities(*m_features, m_layers, images, references, reference);
}

std::vector<Candidate> CagFuzz::similarOnes(GeneratorContext &context, std::vector<Candidate> &&candidates)
{
    const std::vector<double> cosines = compare(context, candidates);
    std::vector<Candidate> similar;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const bool accepted = cosines[i] >= m_settings.similarity;
        m_histogram.add(cosines[i], accepted);
        if (accepted)
            similar.push_back(std::move(candidates[i]));
    }
    return similar;
}

void CagFuzz::judge(TestBench &bench, std::vector<Candidate> &&candidates)
{
    Evaluation evaluation = bench.evaluate(std::move(candidates));
    const std::vector<double> gains = commitPassing(bench, evaluation);
    for (std::size_t row = 0; row < gains.size(); ++row) {
        m_failing += evaluation.verdicts[row].failing;
        if (gains[row] <= 0)
            continue;
        const TestId test = bench.keep(evaluation, row, gains[row]);
        Candidate &candidate = evaluation.candidates[row];
        m_queue.push_back({candidate.seed, test, std::make_shared<const Image>(std::move(candidate.image))});
    }
    m_tests += std::int64_t(gains.size());
}

void CagFuzz::publish(TestBench &bench) const
{
    nlohmann::json content = m_histogram.toJson();
    content["threshold"] = m_settings.similarity;
    content["features"] = m_settings.features;
    nlohmann::json layers = nlohmann::json::array();
    for (const int layer : m_layers)
        layers.push_back(m_features->layers()[std::size_t(layer)].name);
    content["layers"] = std::move(layers);
    bench.publish({"similarity", std::move(content)});
}

std::string CagFuzz::save() const
{
    std::vector<int> seeds;
    std::vector<TestId> tests;
    for (const Input &input : m_queue) {
        seeds.push_back(input.seed);
        tests.push_back(input.test);
    }
    return packState({{"generator", id},
                      {"networks", m_translators->keys()},
                      {"seeds", seeds},
                      {"tests", tests},
                      {"histogram", m_histogram.toJson()},
                      {"fruitless", m_fruitless},
                      {"judged", m_tests},
                      {"failing", m_failing}});
}

std::vector<Input> loadQueue(GeneratorContext &context, const nlohmann::json &state)
{
    const auto seeds = savedValue<std::vector<int>>(state, "seeds");
    const auto tests = savedValue<std::vector<TestId>>(state, "tests");
    if (tests.size() != seeds.size())
        throwBadSavedState("its columns differ in length");
    const std::vector<Input> originals = seedInputs(context.seeds);
    std::vector<Input> queue;
    for (std::size_t row = 0; row < seeds.size(); ++row) {
        if (seeds[row] < 0 || std::size_t(seeds[row]) >= originals.size())
            throwBadSavedState("an input of the queue names a seed that does not exist");
        Input input = originals[std::size_t(seeds[row])];
        input.test = tests[row];
        if (input.test != 0) {
            Image image = context.bench.image(input.test);
            if (image.shape != input.image->shape)
                throwBadSavedState("a stored test has another shape than its seed");
            input.image = std::make_shared<const Image>(std::move(image));
        }
        queue.push_back(std::move(input));
    }
    return queue;
}

void CagFuzz::load(GeneratorContext &context, const std::string &bytes)
{
    const nlohmann::json state = unpackState(id, bytes);
    configure(context);
    if (savedValue<std::string>(state, "networks") != m_translators->keys())
        throwBadSavedState("it was made with other networks, data or threads");
    m_queue = loadQueue(context, state);
    m_histogram = SimilarityHistogram::fromJson(savedValue<nlohmann::json>(state, "histogram"));
    m_fruitless = savedValue<int>(state, "fruitless");
    m_tests = savedValue<std::int64_t>(state, "judged");
    m_failing = savedValue<std::int64_t>(state, "failing");
}

std::string CagFuzz::diagnosis() const
{
    if (m_queue.empty())
        return "there is no seed to begin with";
    const std::int64_t candidates = m_histogram.accepted() + m_histogram.rejected();
    if (candidates > 0 && m_histogram.accepted() == 0)
        return fmt::format("all {} candidates were less similar to their seeds than {}: lower 'similarity', "
                           "or train for more 'epochs'",
                           candidates, m_settings.similarity);
    if (m_fruitless >= fruitlessLimit)
        return fmt::format("the last {} steps gave no candidate that was similar enough", m_fruitless);
    if (m_tests > 0 && m_failing == 0)
        return fmt::format("none of the {} tests failed; {} of {} candidates were too different from their "
                           "seeds: a lower 'similarity' lets more of them through",
                           m_tests, m_histogram.rejected(), candidates);
    return {};
}

} // namespace

GeneratorInfo cagFuzzInfo()
{
    GeneratorInfo info;
    info.id = id;
    info.name = "CAGFuzz";
    info.summary = "Renders seeds anew by a cycle-consistent GAN trained on the data, keeps what is still "
                   "like the seed and adds coverage.";
    info.paper
        = "Zhang, Dai, Pei, Li et al., CAGFuzz: Coverage-Guided Adversarial Generative Fuzzing Testing "
          "for Image-based Deep Learning Systems, IEEE TSE 2021 (arXiv 1911.07931)";
    info.needs.taps = true;
    info.needs.training = true;
    info.params = cagfuzz::params();
    info.create = [] { return std::make_unique<CagFuzz>(); };
    return info;
}

} // namespace mutascope
