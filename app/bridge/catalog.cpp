// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/catalog.h"

#include "app/bridge/convert.h"
#include "core/base/opencv_threads.h"
#include "core/engines/campaign/campaign_config.h"
#include "core/model/version.h"
#include "core/run/after/derived_kinds.h"

#include <QLocale>
#include <algorithm>

namespace mutascope::bridge {

namespace {

GeneratorEntry toEntry(const GeneratorInfo &info)
{
    GeneratorEntry entry;
    entry.id = QString::fromStdString(info.id);
    entry.name = QString::fromStdString(info.name);
    entry.summary = QString::fromStdString(info.summary);
    entry.paper = QString::fromStdString(info.paper);
    entry.fields = toFields(info.params) + toFields(runParams());
    entry.trains = info.needs.training;
    return entry;
}

CriterionEntry toEntry(const CriterionInfo &info)
{
    CriterionEntry entry;
    entry.id = QString::fromStdString(info.id);
    entry.summary = QString::fromStdString(info.summary);
    entry.paper = QString::fromStdString(info.paper);
    entry.fields = toFields(info.params);
    return entry;
}

QVariant toVariant(const ParamSet &params, const ParamSpec &spec)
{
    switch (spec.type) {
    case ParamType::Integer:
        return qlonglong(params.integer(spec.name));
    case ParamType::Real:
        return params.real(spec.name);
    case ParamType::Boolean:
        return params.boolean(spec.name);
    case ParamType::Choice:
    case ParamType::Text:
        break;
    }
    return QString::fromStdString(params.text(spec.name));
}

// As a POSIX shell reads it.
QString quoted(const QString &text)
{
    static const QString safe = QStringLiteral("-_./:=,+%@");
    bool plain = !text.isEmpty();
    for (const QChar character : text)
        plain = plain && (character.isLetterOrNumber() || safe.contains(character));
    return plain ? text
                 : QLatin1Char('\'') + QString(text).replace(QLatin1String("'"), QLatin1String("'\\''"))
            + QLatin1Char('\'');
}

} // namespace

QString shellCommand(const QStringList &words)
{
    QStringList texts;
    for (const QString &word : words)
        texts.append(quoted(word));
    return texts.join(QLatin1Char(' '));
}

QStringList budgetOptions(const BudgetValues &budget)
{
    QStringList options;
    if (budget.modelCalls)
        options << QStringLiteral("--budget-calls") << QString::number(*budget.modelCalls);
    if (budget.seconds)
        options << QStringLiteral("--budget-time") << QString::number(*budget.seconds);
    if (budget.tests)
        options << QStringLiteral("--budget-tests") << QString::number(*budget.tests);
    if (budget.failures)
        options << QStringLiteral("--budget-failures") << QString::number(*budget.failures);
    return options;
}

QList<GeneratorEntry> generatorEntries()
{
    QList<GeneratorEntry> entries;
    for (const GeneratorInfo &info : generators())
        entries.append(toEntry(info));
    return entries;
}

QList<CriterionEntry> criterionEntries()
{
    QList<CriterionEntry> entries;
    for (const CriterionInfo &info : criteria())
        entries.append(toEntry(info));
    return entries;
}

QString generatorName(const QString &id)
{
    for (const auto *kinds : {&generators(), &derivedKinds()})
        for (const GeneratorInfo &info : *kinds)
            if (id == QLatin1String(info.id.data(), int(info.id.size())))
                return QString::fromStdString(info.name);
    if (id == QLatin1String(engines::campaignGenerator))
        return QStringLiteral("Engines");
    return id;
}

bool isDerived(const QString &generator)
{
    const std::string id = generator.toStdString();
    return std::ranges::any_of(derivedKinds(), [&](const GeneratorInfo &kind) { return kind.id == id; });
}

QString criterionText(const QString &id, const QVariantMap &values, QString *error)
{
    try {
        CriterionChoice choice = parseCriterion(id.toStdString());
        for (auto value = values.begin(); value != values.end(); ++value)
            choice.params.set(value.key().toStdString(), settingText(value.value()).toStdString());
        return QString::fromStdString(choice.text());
    } catch (const Error &) {
        if (error)
            *error = currentErrorWords().what;
        return {};
    }
}

CriterionText parseCriterionText(const QString &text)
{
    try {
        const CriterionChoice choice = parseCriterion(text.toStdString());
        CriterionText out;
        out.id = QString::fromStdString(choice.info->id);
        for (const ParamSpec &spec : choice.params.specs())
            out.values[QString::fromStdString(spec.name)] = toVariant(choice.params, spec);
        return out;
    } catch (const Error &) {
        return {};
    }
}

QList<int> chosenLayers(const QList<LayerEntry> &layers, const QString &pattern, QString *error)
{
    std::vector<LayerInfo> infos;
    for (const LayerEntry &layer : layers)
        infos.push_back({layer.name.toStdString(),
                         layer.kind.toStdString(),
                         {layer.extents.begin(), layer.extents.end()},
                         int(layer.neurons)});
    try {
        const LayerSet chosen = selectLayers(infos, pattern.toStdString());
        return {chosen.begin(), chosen.end()};
    } catch (...) {
        const ErrorWords words = currentErrorWords();
        if (error)
            *error = words.hint.isEmpty() ? words.what : words.what + QStringLiteral(". ") + words.hint;
        return {};
    }
}

QString settingText(const QVariant &value)
{
    if (value.typeId() == QMetaType::Bool)
        return value.toBool() ? QStringLiteral("true") : QStringLiteral("false");
    if (value.typeId() == QMetaType::Double)
        return QLocale::c().toString(value.toDouble(), 'g', QLocale::FloatingPointShortest);
    return value.toString();
}

QString problemOf(const RunSetup &setup)
{
    try {
        const RunConfig config = toConfig(setup);
        effectiveParams(config);
        if (!config.criterion.empty())
            parseCriterion(config.criterion);
        return {};
    } catch (const Error &) {
        const ErrorWords words = currentErrorWords();
        return words.hint.isEmpty() ? words.what : words.what + QLatin1String(". ") + words.hint;
    }
}

QString commandLine(const RunSetup &setup, const QString &projectFolder, const QString &sessionFile)
{
    QStringList words{QStringLiteral("mutascope-cli"),
                      QStringLiteral("run"),
                      projectFolder,
                      QStringLiteral("--generator"),
                      setup.generator,
                      QStringLiteral("--criterion"),
                      setup.criterion.isEmpty() ? QStringLiteral("none") : setup.criterion,
                      QStringLiteral("--layers"),
                      setup.layers};
    for (auto setting = setup.settings.begin(); setting != setup.settings.end(); ++setting)
        words << QStringLiteral("--set") << setting.key() + QLatin1Char('=') + setting.value();
    words << budgetOptions(setup.budget);
    words << QStringLiteral("--seed") << QString::number(setup.seed) << QStringLiteral("--out")
          << sessionFile;
    return shellCommand(words);
}

void prepareLibraries()
{
    keepOpenCvToOneThread();
}

QString programVersion()
{
    return QStringLiteral(MUTASCOPE_VERSION);
}

QString libraryVersions()
{
    return QStringLiteral("LibTorch %1, Qt %2")
        .arg(QString::fromStdString(torchVersion()), QLatin1String(qVersion()));
}

} // namespace mutascope::bridge
