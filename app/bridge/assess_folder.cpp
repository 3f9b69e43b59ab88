// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/assess_folder.h"

#include "app/bridge/assess_settings.h"
#include "app/bridge/convert.h"
#include "core/base/cache.h"
#include "core/run/campaign/assessment_presets.h"

#include <QDir>
#include <algorithm>
#include <fmt/format.h>

namespace mutascope::bridge {

namespace {

using nlohmann::json;

std::string textOf(const json &value)
{
    return value.is_string() ? value.get<std::string>() : value.dump();
}

// In the order of the catalogue, which is that of a plan of all generators; the file has them by name.
std::vector<std::string> generatorsOf(const json &planned)
{
    std::vector<std::string> ids;
    for (const GeneratorInfo &info : generators())
        if (planned.contains(info.id))
            ids.push_back(info.id);
    for (const auto &[id, params] : planned.items())
        if (std::ranges::find(ids, id) == ids.end())
            ids.push_back(id);
    return ids;
}

AssessmentPlan planFrom(const json &file)
{
    const json &runs = file.at("runs");
    const json &measuring = file.at("measuring");
    AssessmentPlan plan;
    plan.project = runs.at("project").get<std::string>();
    plan.projectName = runs.at("name").get<std::string>();
    plan.modelSha256 = runs.at("model").get<std::string>();
    plan.dataSha256 = runs.at("data").get<std::string>();
    plan.preset = file.at("preset").get<std::string>();
    for (const std::string &id : generatorsOf(runs.at("generators"))) {
        generatorInfo(id); // throws on one that this version does not know
        PlannedGenerator planned{id, {}};
        for (const auto &[name, value] : runs.at("generators").at(id).items())
            planned.settings[name] = textOf(value);
        plan.generators.push_back(std::move(planned));
    }
    for (const auto &[id, why] : runs.at("left_out").items())
        plan.leftOut.push_back({id, why.get<std::string>()});
    plan.criterion = runs.at("criterion").get<std::string>();
    plan.layers = runs.at("layers").get<std::string>();
    plan.budget = budgetFromJson(runs.at("budget"));
    const auto seeds = runs.at("seeds").get<std::vector<std::uint64_t>>();
    plan.repeats = int(seeds.size());
    plan.seed = seeds.at(0);
    plan.versions = runs.at("versions").dump();
    for (const auto &id : measuring.at("metrics"))
        plan.metrics.push_back(metricInfo(id.get<std::string>()).id);
    plan.features = measuring.at("features").get<std::string>();
    plan.lpips = measuring.at("lpips").get<std::string>();
    plan.validator = measuring.at("validator").get<bool>();
    plan.after = afterStepsFromJson(file.at("after"));
    return plan;
}

BudgetValues toValues(const Budget &budget)
{
    BudgetValues values;
    if (budget.modelCalls)
        values.modelCalls = *budget.modelCalls;
    values.seconds = budget.seconds;
    if (budget.tests)
        values.tests = *budget.tests;
    if (budget.failures)
        values.failures = *budget.failures;
    return values;
}

// Asked for again, those that were left out are left out again: the plan stays the same.
AssessSetup setupOf(const AssessmentPlan &plan, const json &file, const QString &folder)
{
    AssessSetup setup;
    setup.projectFolder = fromPath(plan.project);
    setup.preset = QString::fromStdString(plan.preset);
    setup.criterion
        = plan.criterion.empty() ? QStringLiteral("none") : QString::fromStdString(plan.criterion);
    setup.layers = QString::fromStdString(plan.layers);
    setup.budget = toValues(plan.budget);
    setup.repeats = plan.repeats;
    setup.seed = plan.seed;
    setup.features = fromPath(plan.features);
    setup.lpips = fromPath(plan.lpips);
    setup.validator = plan.validator;
    setup.retrain = plan.after.retrain;
    setup.retrainEpochs = plan.after.epochs;
    setup.retrainImages = qint64(plan.after.cleanImages);
    for (const std::filesystem::path &model : plan.after.transfer)
        setup.transfer.append(fromPath(model));
    setup.folder = folder;
    if (plan.metrics.size() < metrics().size())
        for (const std::string &id : plan.metrics)
            setup.metrics.append(QString::fromStdString(id));
    const std::vector<std::string> given
        = plan.preset.empty() ? std::vector<std::string>() : assessmentPreset(plan.preset).settings;
    for (const PlannedGenerator &one : plan.generators) {
        setup.generators.append(QString::fromStdString(one.id));
        for (const std::string &more :
             settingsBeside(given, one.id, file.at("runs").at("generators").at(one.id)))
            setup.settings.append(QString::fromStdString(more));
    }
    for (const LeftOutGenerator &one : plan.leftOut)
        setup.generators.append(QString::fromStdString(one.id));
    return setup;
}

// Whatever they were measured with: the folder shows what it holds.
std::optional<CellMeasures> measuresIn(const std::filesystem::path &file)
{
    const json object = json::parse(readCached(file).value_or(""), nullptr, false);
    if (!object.is_object() || !object.contains("key") || !object.at("key").is_string())
        return std::nullopt;
    return storedMeasures(file, object.at("key").get<std::string>());
}

AssessedCell readCell(const AssessmentFolder &folder, const Cell &cell)
{
    AssessedCell read{cell, folder.record(cell), {}, {}};
    if (read.record.state == CellState::Finished)
        read.measures = measuresIn(folder.metrics(cell));
    return read;
}

} // namespace

StoredAssessment readAssessment(const QString &path)
{
    const QString clean = QDir::cleanPath(path);
    const AssessmentFolder folder(toPath(clean));
    const std::optional<std::string> text = readCached(folder.plan());
    if (!text)
        throw Error(ErrorCode::NotFound, fmt::format("'{}' holds no assessment", clean.toStdString()),
                    "Choose a folder with a file plan.json that an assessment made");
    try {
        const json file = json::parse(*text);
        StoredAssessment stored;
        stored.assessment.plan = planFrom(file);
        stored.setup = setupOf(stored.assessment.plan, file, clean);
        for (const Cell &cell : cellsOf(stored.assessment.plan))
            stored.assessment.cells.push_back(readCell(folder, cell));
        stored.assessment.after = storedAfterSteps(stored.assessment.plan, folder);
        return stored;
    } catch (const std::exception &error) {
        if (const auto *own = dynamic_cast<const Error *>(&error))
            throw Error(
                ErrorCode::BadData,
                fmt::format("the plan in '{}' cannot be read: {}", clean.toStdString(), own->message()),
                "It may be of a newer version");
        throw Error(ErrorCode::BadData,
                    fmt::format("'{}' is no plan of an assessment", folder.plan().string()),
                    "Choose a folder that an assessment made");
    }
}

} // namespace mutascope::bridge
