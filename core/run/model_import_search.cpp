// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/model_import_search.h"
#include "core/base/error.h"
#include "core/model/adjustable_pixels.h"
#include "core/model/guarded_load.h"
#include <algorithm>
#include <cmath>

namespace mutascope {

namespace {

constexpr std::size_t finalists = 3;

// Large images cost time in the model and memory here.
std::size_t sampleSize(const ImageShape &shape)
{
    constexpr std::size_t usual = 256, few = 64, largeImage = 128 * 128 * 3, bytes = 256 << 20;
    const std::size_t wanted = shape.size() > largeImage ? few : usual;
    return std::clamp<std::size_t>(bytes / std::max<std::size_t>(shape.size(), 1), 8, wanted);
}

class Search {
public:
    explicit Search(const SearchContext &context)
        : m_context(context), m_labels(labelsOf(context.data)), m_channels(context.data.spec().shape.channels)
    {
        const std::size_t size = sampleSize(context.data.spec().shape);
        m_many = sampleOf(context.data, balancedSample(m_labels, size));
        m_few = sampleOf(*m_many, balancedSample(labelsOf(*m_many), std::max<std::size_t>(size / 4, 32)));
    }

    SearchResult run();

private:
    static std::vector<int> labelsOf(const Dataset &data)
    {
        std::vector<int> labels;
        for (std::size_t i = 0; i < data.size(); ++i)
            labels.push_back(data.label(i));
        return labels;
    }

    Model &modelWith(const PixelRule &rule);
    Trial tried(const PixelRule &rule, const Dataset &images);
    std::vector<Trial> screened(const std::vector<PixelRule> &rules);
    std::vector<Trial> measuredFinalists(std::vector<Trial> screening);
    std::optional<Trial> better(const std::vector<Trial> &refused, const Trial &chosen);
    std::vector<std::string> equallyGood(const std::vector<Trial> &measured, const Trial &chosen) const;
    Trial bestOfBothOrders(const std::vector<Trial> &measured) const;
    Trial otherOrder(const std::vector<Trial> &measured, const PixelRule &chosen);
    Trial best(const std::vector<Trial> &trials) const;
    bool bothOrders() const { return m_channels == 3 && m_context.request.channelOrder.empty(); }
    void step() { m_context.onProgress(std::min(1.0, double(++m_steps) / double(m_expected))); }

    const SearchContext &m_context;
    std::vector<int> m_labels;
    int m_channels;
    std::unique_ptr<Dataset> m_many;
    std::unique_ptr<Dataset> m_few;
    std::unique_ptr<Model> m_model; // empty until it works with a rule
    std::vector<Trial> m_all;
    std::size_t m_steps = 0, m_expected = 1;
};

// Of trials that are equally accurate.
std::pair<bool, double> rank(const Trial &trial)
{
    return {!trial.rule.ofTheData, trial.measurement.logLikelihood};
}

// A black box's importer prepares the pixels itself: it is loaded for each rule.
Model &Search::modelWith(const PixelRule &rule)
{
    const ModelSpec spec = specWith(m_context.spec, rule);
    if (auto *loaded = dynamic_cast<AdjustablePixels *>(m_model.get()))
        loaded->adjustPixels(spec);
    else
        m_model = loadProbedFile(spec.file, spec);
    return *m_model;
}

Trial Search::tried(const PixelRule &rule, const Dataset &images)
{
    Trial trial{rule, {}, {}};
    try {
        trial.measurement = measure(modelWith(rule), images, {}, m_context.control, [](double) {});
    } catch (const Error &error) {
        if (error.code() != ErrorCode::BadModel)
            throw;
        trial.failure = error.message(); // its numbers are not finite with such inputs, for example
    }
    step();
    m_all.push_back(trial);
    return trial;
}

std::vector<Trial> Search::screened(const std::vector<PixelRule> &rules)
{
    std::vector<Trial> trials;
    for (const PixelRule &rule : rules)
        trials.push_back(tried(rule, *m_few));
    return trials;
}

// Accuracies closer than one standard error say nothing. There published numbers go before those of this very
// data, which are close to them, and then the likelihood of the labels decides, which feels smaller
// differences.
Trial Search::best(const std::vector<Trial> &trials) const
{
    double top = 0;
    for (const Trial &trial : trials)
        top = std::max(top, trialScore(trial, m_context.classes));
    const Trial *choice = nullptr;
    for (const Trial &trial : trials) {
        const double near = top - standardError(top, trial.measurement.count());
        if (!trial.failure.empty() || trialScore(trial, m_context.classes) < near)
            continue;
        if (!choice || rank(trial) > rank(*choice))
            choice = &trial;
    }
    return choice ? *choice : trials.front();
}

std::vector<Trial> Search::measuredFinalists(std::vector<Trial> screening)
{
    std::ranges::stable_sort(screening, [&](const Trial &a, const Trial &b) {
        return trialScore(a, m_context.classes) > trialScore(b, m_context.classes);
    });
    screening.resize(std::min(screening.size(), finalists));
    std::vector<Trial> out;
    for (const Trial &trial : screening) {
        if (!trial.failure.empty())
            continue;
        out.push_back(tried(trial.rule, *m_many));
        if (bothOrders())
            out.push_back(tried(withOrder(trial.rule, "bgr"), *m_many));
    }
    return out;
}

// Twice the error of both shares, and a gain that a person would care about.
std::optional<Trial> Search::better(const std::vector<Trial> &refused, const Trial &chosen)
{
    if (refused.empty())
        return {};
    const Trial candidate = best(refused);
    const double few = candidate.measurement.accuracy();
    if (!candidate.failure.empty() || few < chosen.measurement.accuracy() + 0.05)
        return {};
    Trial trial = tried(candidate.rule, *m_many);
    const double gain = trial.measurement.accuracy() - chosen.measurement.accuracy();
    const double error = standardError(trial.measurement.accuracy(), trial.measurement.count())
        + standardError(chosen.measurement.accuracy(), chosen.measurement.count());
    if (gain < std::max(0.05, error))
        return {};
    return trial;
}

std::vector<std::string> Search::equallyGood(const std::vector<Trial> &measured, const Trial &chosen) const
{
    const double mine = trialScore(chosen, m_context.classes);
    const double near = mine - standardError(mine, chosen.measurement.count());
    std::vector<std::string> names;
    for (const Trial &trial : measured)
        if (trial.failure.empty() && !trial.rule.ofTheData
            && trial.rule.channelOrder == chosen.rule.channelOrder
            && trial.rule.description != chosen.rule.description
            && trialScore(trial, m_context.classes) >= near)
            names.push_back(trial.rule.description);
    return names;
}

// Models of the usual frameworks take RGB: BGR must be clearly better, by more than the error of both shares.
Trial Search::bestOfBothOrders(const std::vector<Trial> &measured) const
{
    std::vector<Trial> rgb, bgr;
    for (const Trial &trial : measured)
        (trial.rule.channelOrder == "bgr" ? bgr : rgb).push_back(trial);
    if (rgb.empty() || bgr.empty())
        return best(measured);
    const Trial usual = best(rgb), other = best(bgr);
    const double mine = trialScore(usual, m_context.classes), its = trialScore(other, m_context.classes);
    const double error
        = standardError(mine, usual.measurement.count()) + standardError(its, other.measurement.count());
    return other.failure.empty() && its > mine + error ? other : usual;
}

Trial Search::otherOrder(const std::vector<Trial> &measured, const PixelRule &chosen)
{
    const std::string order = chosen.channelOrder == "rgb" ? "bgr" : "rgb";
    for (const Trial &trial : measured)
        if (trial.rule.description == chosen.description && trial.rule.channelOrder == order)
            return trial;
    return tried(withOrder(chosen, order), *m_many);
}

SearchResult Search::run()
{
    const std::vector<PixelRule> rules = pixelRules(m_context.request, pixelStatistics(*m_many), m_channels);
    m_expected = rules.size() + finalists * 2 + 2;
    std::vector<Trial> allowed, refused;
    for (Trial &trial : screened(rules))
        (trial.rule.allowed ? allowed : refused).push_back(std::move(trial));
    const std::vector<Trial> measured = measuredFinalists(allowed);
    if (measured.empty())
        throw Error(ErrorCode::BadModel, allowed.front().failure);
    SearchResult result;
    result.chosen = bestOfBothOrders(measured);
    result.equallyGood = equallyGood(measured, result.chosen);
    if (m_channels == 3)
        result.otherOrder = otherOrder(measured, result.chosen.rule);
    result.refused = better(refused, result.chosen);
    result.all = std::move(m_all);
    return result;
}

} // namespace

double trialScore(const Trial &trial, int classes)
{
    const Measurement &measurement = trial.measurement;
    if (!trial.failure.empty() || !mappingIsMeaningful(measurement, classes))
        return measurement.accuracy();
    const LabelMapping mapping = labelMapping(measurement, classes);
    return mapping.oneToOne ? std::max(measurement.accuracy(), mapping.accuracy) : measurement.accuracy();
}

SearchResult searchPixelRule(const SearchContext &context)
{
    return Search(context).run();
}

std::string shownRule(const PixelRule &rule, int channels)
{
    return rule.description + (channels == 3 ? rule.channelOrder == "bgr" ? ", BGR" : ", RGB" : "");
}

} // namespace mutascope
