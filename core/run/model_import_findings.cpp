// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/model_import_findings.h"
#include "core/data/batch.h"
#include "core/run/model_import_input.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mutascope {

namespace {

using Level = ImportFinding::Level;

constexpr std::size_t mostListed = 10; // of a list in a sentence

std::string percent(double share)
{
    return fmt::format("{:.2f} %", share * 100);
}

class Findings {
public:
    explicit Findings(const ImportFacts &facts) : m_facts(facts), m_classes(facts.data.spec().classes) { }

    std::vector<ImportFinding> all()
    {
        aboutClasses();
        aboutNumbers();
        aboutPixels();
        aboutChannels();
        aboutLabels();
        aboutAccuracy();
        aboutInput();
        aboutSkipped();
        aboutTraining();
        aboutOutputs();
        std::ranges::stable_partition(
            m_all, [](const ImportFinding &finding) { return finding.level == Level::Warning; });
        return std::move(m_all);
    }

private:
    void warn(const std::string &text, const std::string &tryThis)
    {
        m_all.push_back({Level::Warning, text, tryThis});
    }
    void note(const std::string &text, const std::string &tryThis = {})
    {
        m_all.push_back({Level::Note, text, tryThis});
    }

    double chance() const { return 1.0 / std::max(1, m_facts.model.spec().classes); }
    double accuracy() const { return m_facts.measurement.accuracy(); }
    void aboutClasses();
    void aboutNumbers();
    void aboutPixels();
    void aboutChannels();
    void aboutLabels();
    void aboutAccuracy();
    void aboutInput();
    void aboutSkipped();
    void aboutTraining();
    void aboutOutputs();
    void reportMapping(const LabelMapping &mapping);
    bool constantPrediction();

    const ImportFacts &m_facts;
    int m_classes;
    bool m_explained = false; // why the accuracy is low
    std::vector<ImportFinding> m_all;
};

// Runs would find it out, minutes later: criteria are fitted to it and generators learn from it.
void Findings::aboutTraining()
{
    const TrainingProblem &problem = m_facts.trainProblem;
    if (problem.what.empty())
        return;
    const std::string tryThis
        = "Choose criteria that are not fitted (such as nc) and generators that do not learn, or ";
    if (problem.missing)
        note("there are no training images: " + problem.what, tryThis + "add some");
    else
        warn("the training images cannot be used: " + problem.what, tryThis + "mend them");
}

void Findings::aboutClasses()
{
    const int model = m_facts.model.spec().classes, data = m_facts.dataClasses;
    if (data == model)
        return;
    m_explained = true;
    const std::string text = fmt::format("the model tells {} classes apart, the data has {}", model, data);
    const bool fromOne = std::ranges::find(m_facts.measurement.labels, 0) == m_facts.measurement.labels.end();
    if (data == model + 1 && fromOne)
        return warn(text + "; its labels begin at 1, so they seem to be off by one",
                    "Number the classes from 0, as the model does");
    if (data > model)
        return warn(text,
                    "Choose the data the model was trained on, or a part of it with these classes only");
    if (!m_facts.request.classNames.empty())
        return warn(text, "Name as many classes as the model has, in the order of its outputs");
    if (data + 1 == model)
        return warn(text + "; the model may have a class for the background",
                    "Check whether its first output is the background: all labels are then one too low");
    warn(text + "; the missing ones are named by their numbers",
         "Give the names of all classes, in the order of the model's outputs");
}

void Findings::aboutNumbers()
{
    const Measurement &measured = m_facts.measurement;
    if (measured.failed.count() > 0)
        warn(measured.failed.text(),
             "The error comes from the model's own code: correct it, or leave such images out; they count as "
             "misclassified");
    const std::size_t notNumbers = measured.notFinite - std::size_t(measured.failed.count());
    if (notNumbers == 0)
        return;
    warn(fmt::format("the model's outputs are not numbers (NaN or infinity) for {} of {} images", notNumbers,
                     measured.count()),
         "Check its weights and the range of its input; these images count as misclassified");
}

// What cannot be decided, and what was given but does worse than something usual.
void Findings::aboutPixels()
{
    const auto &equallyGood = m_facts.search.equallyGood;
    if (!equallyGood.empty())
        note(fmt::format("the accuracy does not tell '{}' from '{}'; the former is used",
                         m_facts.search.chosen.rule.description, fmt::join(equallyGood, "' and '")),
             "If you know the scale, mean and std of the training, give them");
    const auto &refused = m_facts.search.refused;
    if (!refused)
        return;
    m_explained = true;
    const int channels = m_facts.model.spec().input.channels;
    const PixelRule &rule = refused->rule;
    const auto list = [](const std::vector<float> &values) {
        return values.empty() ? std::string("none") : fmt::format("{}", fmt::join(values, ","));
    };
    warn(fmt::format(
             "the given pixel range or normalisation seems wrong: with '{}' {} of {} images are right, "
             "with the given one {}",
             shownRule(rule, channels), percent(refused->measurement.accuracy()),
             refused->measurement.count(), percent(m_facts.search.chosen.measurement.accuracy())),
         fmt::format("Leave it out, or give scale {}, mean {}, std {}", rule.scale, list(rule.mean),
                     list(rule.std)));
}

void Findings::aboutChannels()
{
    const auto &other = m_facts.search.otherOrder;
    if (!other || !other->failure.empty())
        return;
    const Trial &chosen = m_facts.search.chosen;
    const double mine = chosen.measurement.accuracy(), theirs = other->measurement.accuracy();
    const std::string numbers = fmt::format("as {} {}, as {} {} of {} images are right",
                                            chosen.rule.channelOrder == "bgr" ? "BGR" : "RGB", percent(mine),
                                            chosen.rule.channelOrder == "bgr" ? "RGB" : "BGR",
                                            percent(theirs), chosen.measurement.count());
    const bool given = !m_facts.request.channelOrder.empty();
    if (!given && chosen.rule.channelOrder == "bgr")
        note("the model seems to take its channels in the order blue, green, red: " + numbers,
             "If that is wrong, give the order RGB");
    else if (given && theirs > mine + 2 * standardError(mine, chosen.measurement.count())) {
        m_explained = true;
        warn("the channels seem to be swapped: " + numbers, "Give the other channel order, or leave it out");
    }
}

std::string listed(const LabelMapping &mapping, const std::vector<std::string> &names)
{
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < mapping.output.size() && parts.size() < mostListed; ++i)
        if (mapping.output[i] >= 0 && mapping.output[i] != int(i))
            parts.push_back(fmt::format("{} ({}) -> {}", i, names.at(i), mapping.output[i]));
    const auto moved = std::size_t(std::ranges::count_if(
        mapping.output, [&, i = 0](int output) mutable { return output >= 0 && output != i++; }));
    return fmt::format("{}{}", fmt::join(parts, ", "), moved > parts.size() ? ", ..." : "");
}

// By how much every class is moved, where it is by the same.
std::optional<int> commonShift(const LabelMapping &mapping)
{
    std::optional<int> shift;
    for (std::size_t i = 0; i < mapping.output.size(); ++i) {
        if (mapping.output[i] < 0)
            continue;
        const int own = mapping.output[i] - int(i);
        if (shift && *shift != own)
            return {};
        shift = own;
    }
    return shift;
}

void Findings::reportMapping(const LabelMapping &mapping)
{
    const std::vector<std::string> &names = m_facts.data.spec().classNames;
    const std::string rate = fmt::format("with other numbers of the classes {} would be right, not {}",
                                         percent(mapping.accuracy), percent(accuracy()));
    const bool byName = m_facts.native.format == "folder"; // a list of names orders its classes
    if (const auto shift = commonShift(mapping))
        return warn(fmt::format("the labels seem to be off by {}: {}", std::abs(*shift), rate),
                    fmt::format("Number the classes from {}, as the model does", std::max(0, *shift)));
    std::vector<std::string> order(std::size_t(m_facts.model.spec().classes), "?");
    for (std::size_t i = 0; i < mapping.output.size(); ++i)
        if (mapping.output[i] >= 0 && mapping.output[i] < int(order.size()))
            order[std::size_t(mapping.output[i])] = names.at(i);
    const bool whole = std::ranges::find(order, "?") == order.end() && order.size() <= 4 * mostListed;
    warn(
        fmt::format("the labels seem to be permuted: {} (label -> output: {})", rate, listed(mapping, names)),
        byName && whole
            ? fmt::format("Name the classes in the order of the model's outputs: {}", fmt::join(order, ", "))
            : "Number the classes of the data in the order of the model's outputs");
}

void Findings::aboutLabels()
{
    if (m_explained || accuracy() >= 0.5 || !mappingIsMeaningful(m_facts.measurement, m_facts.dataClasses))
        return;
    const LabelMapping mapping = labelMapping(m_facts.measurement, m_classes);
    if (!mapping.oneToOne || mapping.accuracy < std::max(0.5, accuracy() + 0.25))
        return;
    m_explained = true;
    reportMapping(mapping);
}

bool Findings::constantPrediction()
{
    const std::vector<int> &predicted = m_facts.measurement.predicted;
    const auto other = std::ranges::find_if(predicted, [&](int label) { return label != predicted.front(); });
    const bool oneLabel = std::ranges::all_of(
        m_facts.measurement.labels, [&](int label) { return label == m_facts.measurement.labels.front(); });
    if (predicted.size() < 2 || other != predicted.end() || predicted.front() < 0 || oneLabel)
        return false;
    warn(fmt::format("the model predicts the same class for every image: {}",
                     classNameOf(m_facts.data.spec().classNames, predicted.front())),
         "Check the pixel range and normalisation it was trained with, and whether it was trained at all");
    return true;
}

void Findings::aboutAccuracy()
{
    if (constantPrediction() || m_explained)
        return;
    const std::size_t count = m_facts.measurement.count();
    const std::string text
        = fmt::format("only {} of {} images are classified correctly", percent(accuracy()), count);
    if (accuracy() < chance() + 2 * standardError(chance(), count))
        warn(
            text + fmt::format(", which is chance ({})", percent(chance())),
            "Check that this is the data the model was trained on, the order of its classes, the size of its "
            "images, and the scale, mean and std of its training");
    else if (accuracy() < std::max(0.5, std::min(3 * chance(), (1 + chance()) / 2)))
        warn(text,
             "If the model should do better, give the scale, mean, std and size of its training, and "
             "check the order of the classes");
}

void Findings::aboutInput()
{
    const ImageShape &input = m_facts.model.spec().input, &native = m_facts.native.shape;
    if (hasImageFiles(m_facts.native.format))
        note(fmt::format("images are brought to the model's size, {}", input.text()),
             m_facts.declaredInput || m_facts.request.input
                 ? ""
                 : "The size was found by trying; if the model was trained with another one, give it");
    else if (native != input)
        note(fmt::format("images of {} are resized to the model's {}", native.text(), input.text()));
}

void Findings::aboutSkipped()
{
    const std::vector<SkippedItem> &skipped = m_facts.data.spec().skipped;
    if (skipped.empty())
        return;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(skipped.size(), mostListed); ++i)
        names.push_back(fmt::format("{}: {}", skipped[i].name, skipped[i].why));
    note(fmt::format("{} files of the data are left out ({}{})", skipped.size(), fmt::join(names, "; "),
                     skipped.size() > names.size() ? "; ..." : ""),
         "Repair or remove them");
}

void Findings::aboutOutputs()
{
    if (m_facts.model.spec().probabilities)
        note("the model's outputs are probabilities, not logits",
             "Nothing to do; gradients are better without the softmax at its end");
    if (m_facts.model.layers().empty())
        note("the model is a black box: predictions only, so coverage criteria, gradients and retraining are "
             "not "
             "available");
}

} // namespace

std::vector<ImportFinding> findingsOf(const ImportFacts &facts)
{
    return Findings(facts).all();
}

} // namespace mutascope
