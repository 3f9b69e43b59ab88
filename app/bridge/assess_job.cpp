// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/assess_job.h"

#include "app/bridge/assess_convert.h"
#include "app/bridge/assess_folder.h"
#include "app/bridge/assess_inbox.h"
#include "app/bridge/background_task.h"
#include "app/bridge/convert.h"
#include "core/run/campaign/assessment_files.h"
#include "core/run/campaign/assessment_presets.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QTimer>

namespace mutascope::bridge {

namespace {

constexpr int drainMilliseconds = 33;
constexpr std::size_t probeImages = 256;
constexpr qint64 probeMilliseconds = 300;

// Of the model alone, in one thread, as a cell runs it.
double measureSpeed(const Project &project)
{
    const std::unique_ptr<Model> model = project.openModel();
    const std::unique_ptr<Dataset> data = project.openData("test");
    ImageBatch images(data->spec().shape);
    for (std::size_t i = 0; i < std::min(probeImages, data->size()); ++i)
        images.append(data->sample(i).image);
    setModelThreads(1);
    model->predict(images); // the first one prepares the graph
    QElapsedTimer clock;
    clock.start();
    std::size_t predicted = 0;
    while (clock.elapsed() < probeMilliseconds) {
        model->predict(images);
        predicted += images.count();
    }
    return double(predicted) * 1000.0 / double(std::max<qint64>(1, clock.elapsed()));
}

// Every generator is asked for; the plan says which cannot serve.
AssessProbe probeProject(const QString &folder)
{
    AssessmentRequest request;
    request.project = toPath(folder);
    request.preset = assessmentPresets().front().id;
    AssessProbe probe;
    for (const LeftOutGenerator &one : planAssessment(request).leftOut)
        probe.leftOut[QString::fromStdString(one.id)] = QString::fromStdString(one.why);
    probe.imagesPerSecond = measureSpeed(openProject(toPath(folder)));
    return probe;
}

} // namespace

struct AssessJob::Private {
    explicit Private(AssessJob *owner) : opening(owner), probing(owner), reporting(owner) { }

    Assessment run(const AssessSetup &setup, RunControl &control, AssessInbox &into) const;

    QString program;
    QString cacheFolder;
    std::shared_ptr<RunControl> control; // of the assessment at work
    std::shared_ptr<AssessInbox> inbox = std::make_shared<AssessInbox>();
    std::shared_ptr<const Assessment> shown; // what a report is written of
    QString folder; // of it
    QTimer timer;
    BackgroundTask opening;
    BackgroundTask probing;
    BackgroundTask reporting;
    Worker worker; // last: gone before what it uses
};

AssessJob::AssessJob(QObject *parent) : QObject(parent), m(std::make_unique<Private>(this))
{
    m->timer.setInterval(drainMilliseconds);
    connect(&m->timer, &QTimer::timeout, this, &AssessJob::drain);
}

AssessJob::~AssessJob()
{
    if (m->control)
        m->control->stop();
}

void AssessJob::setProgram(const QString &path)
{
    m->program = path;
}

void AssessJob::setCacheFolder(const QString &folder)
{
    m->cacheFolder = folder;
}

void AssessJob::setState(State state)
{
    if (state == m_state)
        return;
    m_state = state;
    Q_EMIT stateChanged(state);
}

void AssessJob::pause()
{
    if (m_state != State::Running)
        return;
    m->control->pause();
    setState(State::Paused);
}

void AssessJob::resume()
{
    if (m_state != State::Paused)
        return;
    m->control->resume();
    setState(State::Running);
}

void AssessJob::stop()
{
    if (!isBusy())
        return;
    if (m_state == State::Stopping)
        m->control->abort();
    else
        m->control->stop();
    setState(State::Stopping);
}

// As the command line does it: tables after each cell, the report at the end.
Assessment AssessJob::Private::run(const AssessSetup &setup, RunControl &at, AssessInbox &into) const
{
    into.setProgress(QStringLiteral("planning"), -1);
    const AssessmentPlan plan = planAssessment(toRequest(setup));
    const QString cli = program.isEmpty()
        ? QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("mutascope-cli"))
        : program;
    const AssessmentOptions how{toPath(cli), toPath(setup.folder), setup.jobs, toPath(cacheFolder)};
    AssessmentObserver observer;
    observer.onProgress = [&](const AssessmentProgress &progress) {
        into.setProgress(QString::fromStdString(progress.phase), progress.fraction);
        if (progress.assessment)
            into.setCells(toCells(*progress.assessment));
    };
    observer.onCell = [&](const Assessment &assessment) {
        writeTables(assessment, how.out);
        into.setState(toState(assessment, setup), std::make_shared<const Assessment>(assessment));
    };
    Assessment assessment = runAssessment(plan, how, at, observer);
    into.setProgress(QStringLiteral("reporting"), -1);
    into.setCells(toCells(assessment));
    into.setState(toState(assessment, setup), std::make_shared<const Assessment>(assessment));
    if (assessment.measured() > 0)
        writeReports(assessment, how.out);
    return assessment;
}

bool AssessJob::start(const AssessSetup &setup)
{
    if (isBusy())
        return false;
    m->opening.cancel();
    m->control = std::make_shared<RunControl>();
    m->inbox = std::make_shared<AssessInbox>();
    m->folder = setup.folder;
    m->shown.reset();
    m->worker.post([this, setup, control = m->control, inbox = m->inbox] {
        std::function<void()> last;
        try {
            const Assessment assessment = m->run(setup, *control, *inbox);
            if (assessment.complete())
                last = [this, state = toState(assessment, setup)] { Q_EMIT finished(state); };
            else
                last = [this] { Q_EMIT stopped(); };
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            last = [this, words, control] {
                if (control->stopRequested())
                    Q_EMIT stopped(); // before the first cell began it says so by an error
                else
                    Q_EMIT failed(words.what, words.hint);
            };
        }
        QMetaObject::invokeMethod(
            this, [this, last] { finish(last); }, Qt::QueuedConnection);
    });
    m->timer.start();
    setState(State::Running);
    return true;
}

void AssessJob::drain()
{
    const AssessInbox::Content content = m->inbox->take();
    if (content.progress)
        Q_EMIT progressChanged(content.phase, content.fraction);
    if (content.state) {
        m->shown = m->inbox->assessment();
        Q_EMIT tableChanged(*content.state);
    }
    if (content.cells)
        Q_EMIT cellsChanged(*content.cells);
}

void AssessJob::finish(const std::function<void()> &last)
{
    m->timer.stop();
    drain();
    setState(State::Idle);
    last();
}

void AssessJob::open(const QString &folder)
{
    m->opening.start([this, folder](const BackgroundTask::Handle &handle) {
        try {
            const StoredAssessment stored = readAssessment(folder);
            handle.answer([this, state = toState(stored.assessment, stored.setup),
                           assessment = std::make_shared<const Assessment>(stored.assessment)] {
                if (isBusy())
                    return;
                m->shown = assessment;
                m->folder = state.setup.folder;
                Q_EMIT opened(state);
            });
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            handle.answer([this, words] { Q_EMIT openFailed(words.what, words.hint); });
        }
    });
}

void AssessJob::probe(const QString &projectFolder)
{
    m->probing.start([this, projectFolder](const BackgroundTask::Handle &handle) {
        try {
            handle.answer([this, projectFolder, probe = probeProject(projectFolder)] {
                Q_EMIT probed(projectFolder, probe);
            });
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            handle.answer([this, projectFolder, words] { Q_EMIT probeFailed(projectFolder, words.what); });
        }
    });
}

bool AssessJob::canReport() const
{
    return m->shown && m->shown->measured() > 0;
}

void AssessJob::writeReport()
{
    if (!canReport())
        return;
    m->reporting.start(
        [this, assessment = m->shown, folder = m->folder](const BackgroundTask::Handle &handle) {
            try {
                writeTables(*assessment, toPath(folder));
                writeReports(*assessment, toPath(folder));
                handle.answer([this, folder] {
                    Q_EMIT reportWritten(QDir(folder).filePath(QStringLiteral("report.html")));
                });
            } catch (...) {
                const ErrorWords words = currentErrorWords();
                handle.answer([this, words] { Q_EMIT reportFailed(words.what, words.hint); });
            }
        });
}

} // namespace mutascope::bridge
