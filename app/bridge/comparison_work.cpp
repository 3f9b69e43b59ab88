// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/comparison_work.h"

#include "app/bridge/assess_convert.h"
#include "app/bridge/session_queries.h"
#include "core/base/cache.h"
#include "core/generators/trained_files.h"
#include "core/run/campaign/cell_measurer.h"
#include "core/run/transfer.h"
#include "core/run/versions.h"

#include <algorithm>

namespace mutascope::bridge {

namespace {

using nlohmann::json;

QString textOf(const json &value)
{
    return QString::fromStdString(value.is_string() ? value.get<std::string>() : value.dump());
}

void addObject(const json &object, const QString &prefix, QMap<QString, QString> &into)
{
    for (const auto &[name, value] : object.items())
        into[prefix + QString::fromStdString(name)] = textOf(value);
}

// Every parameter in force, not only those that were set.
QMap<QString, QString> configurationOf(const RunRecord &record, const RunConfig &config)
{
    QMap<QString, QString> values;
    values[QStringLiteral("generator")] = QString::fromStdString(config.generator);
    values[QStringLiteral("criterion")]
        = config.criterion.empty() ? QStringLiteral("none") : QString::fromStdString(config.criterion);
    values[QStringLiteral("layers")] = QString::fromStdString(config.layers);
    values[QStringLiteral("seed")] = QString::number(config.seed);
    addObject(toJson(config.budget), QStringLiteral("budget "), values);
    addObject(effectiveParams(config).toJson(), {}, values);
    const json versions = json::parse(record.versions, nullptr, false);
    if (versions.is_object())
        addObject(versions, QStringLiteral("version of "), values);
    return values;
}

// Of the configuration as it was given, so that what this version adds does not part old repeats.
QString repeatKeyOf(const RunRecord &record, const RunConfig &config)
{
    json object = toJson(config);
    for (const char *name : {"seed", "threads"})
        object.erase(name);
    return QString::fromStdString(object.dump() + record.generator);
}

QString modelKeyOf(const ModelSpec &model)
{
    return QString::fromStdString(
        json{model.sha256, model.scale, model.mean, model.std, model.channelOrder, model.output}.dump());
}

ComparedRun toComparedRun(const QString &file, const RunRecord &record, bool writer)
{
    ComparedRun run;
    run.place = {file, qint64(record.id)};
    run.info = toRunInfo(record, writer);
    const Project project = projectFromSnapshot(record.project);
    run.modelName = fromPath(project.model.file.filename());
    run.modelKey = modelKeyOf(project.model);
    run.dataSha256 = QString::fromStdString(project.dataSha256);
    const RunConfig config = runConfigFromJson(json::parse(record.config));
    run.configuration = configurationOf(record, config);
    run.split = run.configuration.value(QStringLiteral("seed-split"));
    run.repeatKey = repeatKeyOf(record, config);
    run.seeds = qint64(record.counters.seeds);
    run.trainingSeconds = record.counters.trainingSeconds;
    return run;
}

std::vector<CoveragePoint> curveOf(const RunPlace &place)
{
    return SessionStore(toPath(place.file), SessionStore::Mode::ReadOnly).coverage(place.run);
}

MeasurePlaces placesIn(const QString &cacheFolder)
{
    const auto cache = cacheFolder.isEmpty() ? userCacheFolder() : toPath(cacheFolder);
    return {cache, cacheFolder.isEmpty() ? trainedNetworksFolder() : cache};
}

// An assessment of the first run's generator: what it says of measuring holds for all of them.
AssessmentPlan measuringPlan(const Project &project, const RunRecord &first, const QStringList &metrics,
                             bool validator)
{
    const RunConfig config = runConfigFromJson(json::parse(first.config));
    AssessmentPlan plan;
    plan.project = project.folder;
    plan.projectName = project.name;
    plan.modelSha256 = project.model.sha256;
    plan.dataSha256 = project.dataSha256;
    plan.generators = {{config.generator, config.settings}};
    plan.layers = config.layers;
    plan.versions = versionsJson();
    plan.validator = validator;
    for (const QString &metric : metrics)
        plan.metrics.push_back(metric.toStdString());
    return plan;
}

MeasuredRun toMeasured(const RunPlace &place, const CellMeasures &measures)
{
    MeasuredRun run{place, {}, {}};
    for (const auto &[id, value] : measures.metrics)
        run.metrics[QString::fromStdString(id)]
            = {value.value, QString::fromStdString(value.missing), QString::fromStdString(value.note)};
    return run;
}

RejudgedRun rejudge(const RunPlace &place, Model &model)
{
    RejudgedRun run;
    run.place = place;
    try {
        const SessionStore store(toPath(place.file), SessionStore::Mode::ReadOnly);
        const FailingTests tests = failingTestsOf(store, {place.run});
        run.tests = qint64(tests.count());
        if (model.spec().input != tests.images.shape())
            throw Error(ErrorCode::BadModel, "the model takes images of another shape");
        const TransferCell cell = transferTo(model, tests);
        run.judged = qint64(cell.tests);
        run.failing = qint64(cell.failing);
    } catch (const Error &) {
        run.error = currentErrorWords().what;
    }
    return run;
}

} // namespace

ComparedFile readSessionFile(const QString &file)
{
    ComparedFile read{file, {}, {}};
    try {
        const SessionStore store(toPath(file), SessionStore::Mode::ReadOnly);
        const bool writer = hasWriter(store.file());
        for (const RunRecord &record : store.runs())
            read.runs.append(toComparedRun(file, record, writer));
        if (read.runs.isEmpty())
            read.error = QObject::tr("There are no runs in it.");
    } catch (...) {
        read.error = currentErrorWords().what;
        read.runs.clear();
    }
    return read;
}

std::vector<BandCurve> readBands(const QList<RunGroup> &groups, bool failing)
{
    std::vector<std::vector<std::vector<CoveragePoint>>> curves;
    double most = 1;
    for (const RunGroup &group : groups) {
        curves.emplace_back();
        for (const RunPlace &place : group.runs) {
            curves.back().push_back(curveOf(place));
            if (!curves.back().back().empty())
                most = std::max(most, double(curves.back().back().back().calls));
        }
    }
    std::vector<BandCurve> bands;
    for (qsizetype i = 0; i < groups.size(); ++i)
        bands.push_back(bandOf(groups[i].name, curves[std::size_t(i)], failing, most));
    return bands;
}

QList<MeasuredRun> measureRuns(const QList<ComparedRun> &runs, const QStringList &metrics, bool validator,
                               const QString &cacheFolder, const RunControl &control,
                               const ShareProgress &onProgress)
{
    const RunPlace &first = runs.first().place;
    const RunRecord record = SessionStore(toPath(first.file), SessionStore::Mode::ReadOnly).run(first.run);
    const Project project = projectFromSnapshot(record.project);
    const AssessmentPlan plan = measuringPlan(project, record, metrics, validator);
    const MeasureSetup setup = prepareMeasuring(project, plan, placesIn(cacheFolder), control,
                                                [&](double share) { onProgress(share / 2); });
    CellMeasurer measurer(setup);
    QList<MeasuredRun> measured;
    for (const ComparedRun &run : runs) {
        onProgress(0.5 + 0.5 * double(measured.size()) / double(runs.size()));
        try {
            const SessionStore store(toPath(run.place.file), SessionStore::Mode::ReadOnly);
            const auto measures
                = measurer.measure(store, run.place.run, 0, [&] { return !control.stopRequested(); });
            if (!measures)
                return measured;
            measured.append(toMeasured(run.place, *measures));
        } catch (const Error &) {
            measured.append({run.place, {}, currentErrorWords().what});
        }
    }
    return measured;
}

QList<RejudgedRun> rejudgeRuns(const QList<RunPlace> &runs, const QString &projectFolder,
                               const RunControl &control, const ShareProgress &onProgress)
{
    const std::unique_ptr<Model> model = openProject(toPath(projectFolder)).openModel();
    QList<RejudgedRun> judged;
    for (const RunPlace &place : runs) {
        if (control.stopRequested())
            break;
        onProgress(double(judged.size()) / double(runs.size()));
        judged.append(rejudge(place, *model));
    }
    return judged;
}

} // namespace mutascope::bridge
