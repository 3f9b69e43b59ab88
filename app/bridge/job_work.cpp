// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/job_work.h"

#include "app/bridge/convert.h"
#include "core/model/training.h"
#include "core/run/exporter_files.h"
#include "core/run/retrain.h"
#include "core/run/transfer.h"

#include <QFileInfo>

namespace mutascope::bridge {

namespace {

namespace fs = std::filesystem;

const QString training = QStringLiteral("training");
const QString measuring = QStringLiteral("measuring");

// Puts the steps of a training into the inbox, one after the other, and waits where it is paused.
class Reporter {
public:
    Reporter(RunControl &control, JobInbox &inbox) : m_control(control), m_inbox(inbox) { }

    template <typename Progress> bool operator()(const Progress &progress)
    {
        if (progress.total > 0 && progress.epochs > 0)
            m_inbox.setPhase(training,
                             (progress.epoch - 1 + double(progress.seen) / double(progress.total))
                                 / progress.epochs);
        LossRow row{
            ++m_steps, progress.epoch, progress.epochs, {{QStringLiteral("loss"), progress.loss}}, {}};
        if (progress.validationAccuracy >= 0)
            row.values.emplace_back(QStringLiteral("validation accuracy"), progress.validationAccuracy);
        m_inbox.add(std::move(row));
        m_control.waitWhilePaused();
        return !m_control.stopRequested();
    }

private:
    RunControl &m_control;
    JobInbox &m_inbox;
    qint64 m_steps = 0;
};

// Of a project to come. What stays empty, or holds no project in the end, is taken away again.
class NewFolder {
public:
    NewFolder(const fs::path &folder, const std::string &modelName)
        : m_folder(fs::absolute(folder).lexically_normal()), m_model(m_folder / modelName)
    {
        prepareEmptyFolder(m_folder);
    }
    ~NewFolder()
    {
        std::error_code ignored;
        if (!m_kept)
            fs::remove(m_model, ignored);
        fs::remove(m_folder, ignored); // only where it is empty
    }
    NewFolder(const NewFolder &) = delete;
    NewFolder &operator=(const NewFolder &) = delete;

    const fs::path &folder() const { return m_folder; }
    const fs::path &model() const { return m_model; }
    void keep() { m_kept = true; }

private:
    fs::path m_folder;
    fs::path m_model;
    bool m_kept = false;
};

ParamValue toParamValue(const QVariant &value)
{
    switch (value.typeId()) {
    case QMetaType::Bool:
        return value.toBool();
    case QMetaType::LongLong:
    case QMetaType::Int:
        return std::int64_t(value.toLongLong());
    case QMetaType::Double:
        return value.toDouble();
    default:
        return value.toString().toStdString();
    }
}

TrainOptions toTrainOptions(const TrainOrder &order)
{
    const std::string architecture = order.architecture.toStdString();
    ParamSet params(architectureInfo(architecture).params);
    for (auto one = order.settings.begin(); one != order.settings.end(); ++one)
        if (params.contains(one.key().toStdString()))
            params.set(one.key().toStdString(), toParamValue(one.value()));
    TrainOptions options = trainOptions(architecture, params);
    options.seed = order.settings.value(QStringLiteral("seed"), qlonglong(options.seed)).toULongLong();
    return options;
}

void saveTrained(const NewFolder &place, const DataSource &source, const Dataset &data)
{
    Project project;
    project.folder = place.folder();
    project.name = project.folder.filename().string();
    project.dataFormat = data.spec().format;
    project.dataPath = fs::absolute(source.path).lexically_normal();
    project.model.input = data.spec().shape;
    project.model.file = place.model().filename();
    saveProject(project);
}

RetrainOptions toRetrainOptions(const RetrainOrder &order)
{
    RetrainOptions options;
    RetrainingOptions &learning = options.training;
    const auto value = [&order](const char *name) { return order.settings.value(QLatin1String(name)); };
    const auto set = [&value](const char *name, auto &into) {
        if (value(name).isValid())
            into = value(name).value<std::decay_t<decltype(into)>>();
    };
    set("epochs", learning.epochs);
    set("batch-size", learning.batchSize);
    set("learning-rate", learning.learningRate);
    set("patience", learning.patience);
    set("test-share", learning.testShare);
    set("clean-images", learning.cleanImages);
    set("tolerance", learning.tolerance);
    set("seed", learning.seed);
    set("held-out", options.heldOut);
    set("validation", options.validation);
    set("valid-only", options.validOnly);
    options.runs.assign(order.runs.begin(), order.runs.end());
    options.out = toPath(order.folder);
    return options;
}

RetrainOutcome toOutcome(const RetrainOrder &order, const RetrainReport &report)
{
    RetrainOutcome outcome;
    outcome.folder = order.folder;
    outcome.cleanAccuracy
        = {report.before.cleanAccuracy, report.after.cleanAccuracy, qint64(report.cleanImages), 0};
    outcome.heldOutFailing = {report.before.heldOutFailing, report.after.heldOutFailing,
                              qint64(report.heldOutTests), qint64(report.heldOutSeeds)};
    outcome.trainedFailing = {report.before.trainedFailing, report.after.trainedFailing,
                              qint64(report.trainedTests), qint64(report.trainedSeeds)};
    outcome.epochsRun = report.training.epochsRun;
    outcome.keptEpoch = report.training.keptEpoch;
    outcome.interrupted = report.training.interrupted;
    return outcome;
}

TransferLine toLine(const TransferRow &row)
{
    TransferLine line{row.run,
                      QString::fromStdString(row.generator),
                      QString::fromStdString(row.model),
                      qint64(row.tests),
                      {}};
    for (const TransferCell &cell : row.cells)
        line.shares.append({qint64(cell.tests), qint64(cell.failing)});
    return line;
}

} // namespace

std::optional<TrainOutcome> trainProject(const TrainOrder &order, RunControl &control, JobInbox &inbox)
{
    inbox.setPhase(QStringLiteral("reading the data"), -1);
    const TrainOptions options = toTrainOptions(order);
    NewFolder place(toPath(order.folder), options.architecture + ".pt");
    DataSource source;
    source.path = toPath(order.data);
    const std::unique_ptr<Dataset> train = openDataset(source, "train");
    const std::unique_ptr<Dataset> test = openDataset(source, "test");
    const TrainResult result = trainModel(options, *train, *test, place.model(), Reporter(control, inbox));
    if (result.bestEpoch == 0)
        return std::nullopt;
    saveTrained(place, source, *test);
    place.keep();
    return TrainOutcome{fromPath(place.folder()),  order.architecture,  result.epochsRun,  result.bestEpoch,
                        result.validationAccuracy, result.testAccuracy, result.interrupted};
}

std::optional<RetrainOutcome> retrainProject(const RetrainOrder &order, RunControl &control, JobInbox &inbox)
{
    const SessionStore store(toPath(order.sessionFile), SessionStore::Mode::ReadOnly);
    Reporter report(control, inbox);
    const auto tell = [&](const RetrainProgress &progress) {
        if (progress.phase == "training")
            report(progress.training);
        else
            inbox.setPhase(QString::fromStdString(progress.phase), -1);
        control.waitWhilePaused();
    };
    const RetrainReport result = retrain(store, toRetrainOptions(order), control, tell);
    if (result.model.empty())
        return std::nullopt;
    return toOutcome(order, result);
}

TransferMatrix transferMatrix(const TransferOrder &order, RunControl &control, JobInbox &inbox)
{
    const SessionStore store(toPath(order.sessionFile), SessionStore::Mode::ReadOnly);
    std::vector<fs::path> models;
    for (const QString &model : order.models)
        models.push_back(toPath(model));
    TransferMatrix matrix{order.sessionFile, order.models, {}, false};
    for (const TransferRow &row : transferSession(store, models, [&](std::size_t done, std::size_t total) {
             inbox.setPhase(measuring, total > 0 ? double(done) / double(total) : -1);
             control.waitWhilePaused();
             return !control.stopRequested();
         }))
        matrix.lines.append(toLine(row));
    matrix.interrupted = control.stopRequested();
    return matrix;
}

} // namespace mutascope::bridge
