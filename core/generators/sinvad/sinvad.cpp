// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/sinvad/sinvad.h"
#include "core/base/error.h"
#include "core/generators/artefact_training.h"
#include "core/generators/mutant_batch.h"
#include "core/generators/saved_state.h"
#include "core/generators/sinvad/agenda.h"
#include "core/generators/sinvad/calibration.h"
#include "core/generators/sinvad/findings.h"
#include "core/generators/sinvad/judge.h"
#include <algorithm>
#include <fmt/format.h>

// A step is one generation of all searches at work: their points are decoded and judged together. A search
// that ends gives one test, its best point; the place it leaves goes to the next seed.
namespace mutascope {

namespace {

using namespace sinvad;

constexpr const char *id = "sinvad";
constexpr std::size_t indecisionImages = 500;

class SinVad : public Generator {
public:
    void start(GeneratorContext &context) override { prepare(context); }
    bool training() const override;
    StepResult step(GeneratorContext &context) override;
    std::string save() const override;
    void load(GeneratorContext &context, const std::string &bytes) override;
    std::int64_t queueLength() const override
    {
        return m_agenda.remaining() + std::int64_t(m_searches.size());
    }
    std::string diagnosis() const override;

private:
    using Searches = std::vector<std::unique_ptr<LatentSearch>>;

    void prepare(GeneratorContext &context);
    void prepareVae(GeneratorContext &context);
    void train(GeneratorContext &context);
    Judge judgeOf(GeneratorContext &context) const;
    const Calibration &calibration(RunData &data);
    bool endless() const { return !m_findings.nothingStarted(); }
    void measureData(GeneratorContext &context);
    void admit(GeneratorContext &context, const Judge &judge);
    void advance(GeneratorContext &context, const Judge &judge);
    Searches takeDone();
    void test(GeneratorContext &context, const Searches &done);
    std::vector<Candidate> candidatesOf(GeneratorContext &context, const Searches &done);
    Candidate candidateOf(const LatentSearch &search, double error, double validity) const;
    StepResult end(GeneratorContext &context) const;
    std::string packedSearches() const;
    void unpackSearches(const GeneratorContext &context, std::string_view bytes);

    Settings m_settings;
    std::int64_t m_seeds = 0;
    std::unique_ptr<Vae> m_vae;
    std::unique_ptr<ArtefactTraining> m_training;
    std::unique_ptr<SurpriseProfile> m_profile; // of a surprise search
    std::unique_ptr<Calibration> m_calibration; // at first use
    Model *m_other = nullptr; // of a differential search
    Agenda m_agenda;
    Searches m_searches;
    Findings m_findings;
};

void SinVad::prepare(GeneratorContext &context)
{
    Model &model = context.bench.model();
    m_settings = settingsOf(context.params);
    m_seeds = std::int64_t(context.seeds.size());
    m_agenda = Agenda(m_settings, context.seeds, model.spec().classes);
    m_findings = Findings(m_settings.mode, model.spec().classes);
    if (context.seeds.empty())
        return; // nothing to train for
    if (m_settings.mode == Mode::Differential) {
        m_other = &context.data.otherModel(m_settings.otherModel);
        if (m_other->spec().classes != model.spec().classes)
            throw Error(ErrorCode::BadModel, "the two models of a differential search differ in classes",
                        "Take a model of the same classes as other-model");
    }
    prepareVae(context);
    if (m_settings.mode == Mode::Surprise) {
        m_profile = std::make_unique<SurpriseProfile>(m_settings, model);
        m_profile->begin(context.data, context.bench, m_vae->description().at("threads").get<int>());
    }
}

void SinVad::prepareVae(GeneratorContext &context)
{
    const Dataset &data = context.data.split("train");
    const ImageShape &shape = context.bench.model().spec().input;
    if (data.spec().shape != shape)
        throw Error(ErrorCode::BadData,
                    fmt::format("the training images are {}, the model takes {}", data.spec().shape.text(),
                                shape.text()),
                    "Give the project's data the model's shape");
    m_vae = std::make_unique<Vae>(shape, vaeOptionsOf(context.params));
    if (m_settings.seedsAtOnce == 0)
        m_settings.seedsAtOnce = m_vae->dense() ? 8 : 2;
    ArtefactTraining::Task task;
    task.kind = "vae";
    task.data = &data;
    task.options = epochOptionsOf(context.params, *m_vae);
    task.options.name = "VAE";
    task.description = m_vae->description();
    task.description["data"] = data.spec().sha256;
    task.description["epochs"] = task.options.epochs;
    task.description["batch"] = task.options.batch;
    task.description["images"] = task.options.images;
    m_training = std::make_unique<ArtefactTraining>(*m_vae, std::move(task));
    m_training->begin(context.data, context.bench);
}

bool SinVad::training() const
{
    return m_training && (!m_training->ready() || (m_profile && !m_profile->ready()));
}

void SinVad::train(GeneratorContext &context)
{
    if (m_training->ready())
        m_profile->step(context.data, context.bench);
    else
        m_training->step(context.bench, context.data);
}

Judge SinVad::judgeOf(GeneratorContext &context) const
{
    return Judge({m_settings, *m_vae, context.bench.model(), m_other, m_profile.get()});
}

const Calibration &SinVad::calibration(RunData &data)
{
    if (!m_calibration)
        m_calibration = std::make_unique<Calibration>(*m_vae, data.split("test"));
    return *m_calibration;
}

StepResult SinVad::step(GeneratorContext &context)
{
    if (context.seeds.empty())
        return StepResult::Exhausted;
    if (training()) {
        train(context);
        return StepResult::More;
    }
    const Judge judge = judgeOf(context);
    measureData(context);
    admit(context, judge);
    if (!m_searches.empty()) {
        advance(context, judge);
        test(context, takeDone());
    }
    return m_searches.empty() && m_agenda.empty(endless()) ? end(context) : StepResult::More;
}

// How undecided the model is about real images: what its indecision about tests is compared with.
void SinVad::measureData(GeneratorContext &context)
{
    if (m_settings.mode != Mode::Boundary || m_findings.knowsDataIndecision())
        return;
    const ImageBatch images = evenly(context.data.split("test"), indecisionImages);
    const Predictions predictions = context.bench.model().predict(images);
    double sum = 0;
    for (std::size_t row = 0; row < predictions.count; ++row)
        sum += indecisionOf(predictions.probabilitiesOf(row));
    m_findings.setDataIndecision(sum / double(std::max<std::size_t>(predictions.count, 1)));
}

// Fills the free places. A seed that the VAE turns into something of another class is no place to start
// from: the first step away from it would already be a "failure".
void SinVad::admit(GeneratorContext &context, const Judge &judge)
{
    const std::size_t places = m_settings.seedsAtOnce - std::min(m_settings.seedsAtOnce, m_searches.size());
    const std::vector<Task> tasks = m_agenda.next(places, endless());
    if (tasks.empty())
        return;
    ImageBatch images(context.bench.model().spec().input);
    std::vector<Subject> subjects;
    for (const Task &task : tasks) {
        images.append(context.seeds[std::size_t(task.seed)].image);
        subjects.push_back({task.label, task.target, 0});
    }
    const Latents points = m_vae->encode(images);
    const Judgement judgement = judge.judge(points, subjects);
    const Range range = calibration(context.data).range();
    for (std::size_t row = 0; row < tasks.size(); ++row) {
        if (!judgement.kept[row]) {
            m_findings.skipped(m_agenda.firstOfSeed(tasks[row]));
            continue;
        }
        const auto point = points.row(row);
        Individual origin{{point.begin(), point.end()}, judgement.fitness[row]};
        m_searches.push_back(
            makeSearch(m_settings, range, tasks[row], std::move(origin), judgement.images.image(row)));
        m_findings.started();
    }
}

void SinVad::advance(GeneratorContext &context, const Judge &judge)
{
    Latents points{0, m_vae->latent(), {}};
    std::vector<Subject> subjects;
    for (std::size_t i = 0; i < m_searches.size(); ++i) {
        LatentSearch &search = *m_searches[i];
        const std::size_t first = points.count;
        search.propose(points, context.rng.sub(i));
        for (std::size_t row = first; row < points.count; ++row)
            subjects.push_back(
                {search.task().label, search.task().target, l1Distance(points.row(row), search.origin())});
    }
    const Judgement judgement = judge.judge(points, subjects);
    std::size_t first = 0;
    for (const auto &search : m_searches) {
        const std::size_t count = search->proposed();
        search->accept(std::span(judgement.fitness).subspan(first, count), judgement.images, first);
        first += count;
    }
}

SinVad::Searches SinVad::takeDone()
{
    Searches done;
    Searches going;
    for (auto &search : m_searches)
        (search->done() ? done : going).push_back(std::move(search));
    m_searches = std::move(going);
    return done;
}

void SinVad::test(GeneratorContext &context, const Searches &done)
{
    if (done.empty())
        return;
    for (const auto &search : done)
        m_findings.ended(search->best().fitness.reached, search->task().label, search->task().target);
    context.bench.countTries(id, std::int64_t(done.size()));
    std::vector<Candidate> candidates = candidatesOf(context, done);
    if (!candidates.empty()) {
        const Evaluation evaluation = context.bench.evaluate(std::move(candidates));
        commitPassing(context.bench, evaluation);
        for (std::size_t row = 0; row < evaluation.verdicts.size(); ++row)
            m_findings.judged(evaluation.verdicts[row].failing,
                              evaluation.trace.predictions.probabilitiesOf(row));
    }
    m_findings.publish(context.bench);
}

// An image that both models reject is no test of a differential search, and nobody has reason to believe its
// label.
std::vector<Candidate> SinVad::candidatesOf(GeneratorContext &context, const Searches &done)
{
    std::vector<const LatentSearch *> chosen;
    ImageBatch images(context.bench.model().spec().input);
    for (const auto &search : done)
        if (m_settings.mode != Mode::Differential || search->best().fitness.reached) {
            chosen.push_back(search.get());
            images.append(search->path().last());
        }
    const std::vector<double> errors = m_vae->reconstructionErrors(images);
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < chosen.size(); ++i)
        candidates.push_back(
            candidateOf(*chosen[i], errors[i], calibration(context.data).validity(errors[i])));
    return candidates;
}

Candidate SinVad::candidateOf(const LatentSearch &search, double error, double validity) const
{
    const Point &point = search.best().point;
    Mutation mutation{id,
                      {{"distance", l1Distance(point, search.origin())},
                       {"changed", double(changedCoordinates(point, search.origin()))},
                       {"generations", double(search.generation())},
                       {"reconstruction_error", error},
                       {"validity", validity}},
                      0};
    if (search.task().target >= 0)
        mutation.values["target"] = search.task().target;
    const bool surprise = m_settings.mode == Mode::Surprise;
    return {search.task().seed, 0, std::move(mutation), search.path().last(),
            search.path().frames(surprise ? "difference" : "margin", surprise ? "difference" : "distance")};
}

StepResult SinVad::end(GeneratorContext &context) const
{
    if (m_findings.skippedSeeds() > 0)
        context.bench.note("warning", diagnosis());
    return StepResult::Exhausted;
}

std::string SinVad::diagnosis() const
{
    if (m_seeds == 0)
        return "there is no seed to search from";
    return m_findings.diagnosis(m_seeds, queueLength());
}

std::string SinVad::packedSearches() const
{
    StateWriter writer;
    writer.u64(m_searches.size());
    for (const auto &search : m_searches) {
        writer.u32(std::uint32_t(search->task().seed));
        writer.u32(std::uint32_t(search->task().target + 1));
        writer.f32(search->range().low);
        writer.f32(search->range().high);
        for (const float value : search->origin())
            writer.f32(value);
        search->save(writer);
    }
    return writer.sealed();
}

void SinVad::unpackSearches(const GeneratorContext &context, std::string_view bytes)
{
    StateReader reader = StateReader::unsealed(bytes);
    const std::uint64_t count = reader.u64();
    if (count > m_settings.seedsAtOnce || (count > 0 && !m_vae))
        throwBadSavedState("it has more searches than places for them");
    const ImageShape &shape = context.bench.model().spec().input;
    const Image blank{shape, std::vector<std::uint8_t>(shape.size())};
    m_searches.clear();
    for (std::uint64_t i = 0; i < count; ++i) {
        Task task{int(reader.u32() & 0x7fffffff), 0, int(reader.u32() & 0x7fffffff) - 1};
        if (std::size_t(task.seed) >= context.seeds.size()
            || task.target >= context.bench.model().spec().classes
            || (task.target >= 0) != (m_settings.mode == Mode::Targeted))
            throwBadSavedState("a search in it is of a seed or a class that does not exist");
        task.label = context.seeds[std::size_t(task.seed)].label;
        const float low = reader.f32();
        const Range range{low, reader.f32()};
        if (!(range.low <= range.high) || reader.remaining() / sizeof(float) < m_vae->latent())
            throwBadSavedState("a search in it has no place in the latent space");
        Individual origin{Point(m_vae->latent()), {}};
        std::ranges::generate(origin.point, [&] { return reader.f32(); });
        m_searches.push_back(makeSearch(m_settings, range, task, std::move(origin), blank));
        m_searches.back()->load(reader);
    }
    reader.expectEnd();
}

std::string SinVad::save() const
{
    const std::string searches = packedSearches();
    return packState({{"generator", id},
                      {"next", m_agenda.position()},
                      {"findings", m_findings.toJson()},
                      {"searches", nlohmann::json::binary({searches.begin(), searches.end()})}});
}

void SinVad::load(GeneratorContext &context, const std::string &bytes)
{
    const nlohmann::json state = unpackState(id, bytes);
    prepare(context);
    m_agenda.setPosition(savedValue<std::int64_t>(state, "next"));
    m_findings.fromJson(savedValue<nlohmann::json>(state, "findings"));
    const auto searches = savedValue<nlohmann::json>(state, "searches");
    if (!searches.is_binary())
        throwBadSavedState("'searches' is missing or of another type");
    const auto &packed = searches.get_binary();
    unpackSearches(context, {reinterpret_cast<const char *>(packed.data()), packed.size()});
}

} // namespace

GeneratorInfo sinVadInfo()
{
    GeneratorInfo info;
    info.id = id;
    info.name = "SINVAD";
    info.summary = "Searches the latent space of a variational auto-encoder for plausible images that the "
                   "model gets wrong.";
    info.paper = "Kang, Feldt and Yoo, SINVAD: Search-based Image Space Navigation for DNN Image Classifier "
                 "Test Input Generation, ICSEW 2020";
    info.needs.training = true;
    info.params = params();
    info.create = [] { return std::make_unique<SinVad>(); };
    return info;
}

} // namespace mutascope
