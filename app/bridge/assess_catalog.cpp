// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/assess_catalog.h"

#include "app/bridge/assess_settings.h"
#include "app/bridge/catalog.h"
#include "app/bridge/convert.h"
#include "app/bridge/places.h"
#include "core/metrics/metric.h"
#include "core/run/campaign/assessment_presets.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <cmath>
#include <thread>

namespace mutascope::bridge {

namespace {

QStringList toList(const std::vector<std::string> &texts)
{
    QStringList list;
    for (const std::string &text : texts)
        list.append(QString::fromStdString(text));
    return list;
}

std::vector<std::string> toTexts(const QStringList &list)
{
    std::vector<std::string> texts;
    for (const QString &text : list)
        texts.push_back(text.toStdString());
    return texts;
}

// A setting of no chosen generator is a slip of the pen.
void requireUsed(const AssessSetup &setup)
{
    for (const QString &setting : setup.settings) {
        const QString name = setting.section(QLatin1Char('='), 0, 0);
        const QString of = name.contains(QLatin1Char('.')) ? name.section(QLatin1Char('.'), 0, 0) : QString();
        if (!of.isEmpty())
            generatorInfo(of.toStdString()); // throws on an unknown one
        const bool used
            = std::any_of(setup.generators.begin(), setup.generators.end(), [&](const QString &generator) {
                  return of.isEmpty()
                      ? assessedParams(generator.toStdString(), {}).contains(name.toStdString())
                      : of == generator;
              });
        if (!used)
            throw Error(ErrorCode::Usage,
                        "'" + setting.toStdString() + "' is a setting of no chosen generator",
                        "Name a generator that is ticked, or leave the setting out");
    }
}

void add(QStringList &words, const char *option, const QString &value)
{
    if (!value.isEmpty())
        words << QLatin1String(option) << value;
}

void addAfter(QStringList &words, const AssessSetup &setup)
{
    if (setup.retrain)
        words << QStringLiteral("--retrain");
    if (setup.retrain && setup.retrainEpochs > 0)
        add(words, "--retrain-epochs", QString::number(setup.retrainEpochs));
    if (setup.retrain && setup.retrainImages > 0)
        add(words, "--retrain-images", QString::number(setup.retrainImages));
    for (const QString &model : setup.transfer)
        add(words, "--transfer", model);
}

} // namespace

bool AssessSetup::operator==(const AssessSetup &other) const
{
    return assessCommandLine(*this) == assessCommandLine(other);
}

QList<PresetEntry> presetEntries()
{
    QList<PresetEntry> entries;
    for (const AssessmentPreset &preset : assessmentPresets())
        entries.append({QString::fromStdString(preset.id), QString::fromStdString(preset.summary),
                        QString::fromStdString(parseCriterion(preset.criterion).text()), qint64(preset.calls),
                        toList(preset.settings)});
    return entries;
}

QList<MetricEntry> metricEntries()
{
    QList<MetricEntry> entries;
    for (const MetricInfo &info : metrics())
        entries.append({QString::fromStdString(info.id), QString::fromStdString(info.name),
                        QString::fromLatin1(familyName(info.family)), QString::fromStdString(info.summary),
                        QString::fromStdString(info.paper), QString::fromStdString(info.unit),
                        info.higherIsBetter});
    return entries;
}

QString problemOf(const AssessSetup &setup)
{
    try {
        std::vector<std::string> settings = setup.preset.isEmpty()
            ? std::vector<std::string>()
            : assessmentPreset(setup.preset.toStdString()).settings;
        for (const std::string &own : toTexts(setup.settings))
            settings.push_back(own);
        for (const QString &generator : setup.generators)
            assessedParams(generator.toStdString(), settings);
        requireUsed(setup);
        if (!setup.criterion.isEmpty() && setup.criterion != QLatin1String("none"))
            parseCriterion(setup.criterion.toStdString());
        return {};
    } catch (const Error &) {
        const ErrorWords words = currentErrorWords();
        return words.hint.isEmpty() ? words.what : words.what + QStringLiteral(". ") + words.hint;
    }
}

QString assessCommandLine(const AssessSetup &setup)
{
    QStringList words{QStringLiteral("mutascope-cli"), QStringLiteral("assess"), setup.projectFolder};
    add(words, "--generators", setup.generators.join(QLatin1Char(',')));
    add(words, "--preset", setup.preset);
    add(words, "--criterion", setup.criterion);
    add(words, "--layers", setup.layers);
    for (const QString &setting : setup.settings)
        add(words, "--set", setting);
    add(words, "--repeats", QString::number(setup.repeats));
    add(words, "--seed", QString::number(setup.seed));
    words << budgetOptions(setup.budget);
    add(words, "--metrics", setup.metrics.join(QLatin1Char(',')));
    add(words, "--features", setup.features);
    add(words, "--lpips", setup.lpips);
    if (!setup.validator)
        words << QStringLiteral("--no-validator");
    addAfter(words, setup);
    if (setup.jobs > 0)
        add(words, "--jobs", QString::number(setup.jobs));
    add(words, "--out", setup.folder);
    return shellCommand(words);
}

int jobsOf(const AssessSetup &setup)
{
    return setup.jobs > 0 ? setup.jobs : int(std::max(1u, std::thread::hardware_concurrency()));
}

AssessCost costOf(const AssessSetup &setup, const AssessProbe &probe)
{
    AssessCost cost;
    cost.runs = setup.generators.size() * setup.repeats;
    for (const GeneratorEntry &entry : generatorEntries())
        if (entry.trains && setup.generators.contains(entry.id))
            cost.training.append(entry.name);
    // A cell takes one processor, so that as many cells run at once as there are jobs.
    const double rounds = std::ceil(double(cost.runs) / jobsOf(setup));
    if (setup.budget.modelCalls) {
        cost.modelCalls = *setup.budget.modelCalls * cost.runs;
        if (probe.imagesPerSecond > 0)
            cost.seconds = rounds * double(*setup.budget.modelCalls) / probe.imagesPerSecond;
    }
    if (setup.budget.seconds) {
        const double longest = rounds * *setup.budget.seconds;
        cost.seconds = cost.seconds ? std::min(*cost.seconds, longest) : longest;
    }
    return cost;
}

QString newAssessFolder(const QString &projectName)
{
    const QFileInfo session(newSessionFile(projectName));
    return session.dir().filePath(QStringLiteral("assessments/") + session.completeBaseName());
}

} // namespace mutascope::bridge
