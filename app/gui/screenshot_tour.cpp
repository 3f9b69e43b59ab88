// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/screenshot_tour.h"

#include "app/bridge/catalog.h"
#include "app/gui/compare/compare_page.h"
#include "app/gui/coverage/coverage_page.h"
#include "app/gui/label/answer_panel.h"
#include "app/gui/label/label_overview.h"
#include "app/gui/label/label_page.h"
#include "app/gui/label/label_view.h"
#include "app/gui/losses/losses_page.h"
#include "app/gui/main_window.h"
#include "app/gui/model/layer_panel.h"
#include "app/gui/model/model_page.h"
#include "app/gui/model/neuron_panel.h"
#include "app/gui/run/run_actions.h"
#include "app/gui/run/run_page.h"
#include "app/gui/run/setup_panel.h"
#include "app/gui/tree/tree_page.h"
#include "app/gui/wizard/project_wizard.h"
#include "widgets/loss_plot.h"
#include "widgets/message_bar.h"
#include "widgets/neuron_map.h"
#include "widgets/param_form.h"
#include "widgets/thumbnail_grid.h"
#include "widgets/tree_transport.h"
#include "widgets/tree_view.h"

#include <QComboBox>
#include <QDir>
#include <QPushButton>
#include <QTimer>
#include <algorithm>

namespace mutascope::gui {

namespace {

constexpr QSize pictureSize(1400, 900);
constexpr int pollMilliseconds = 100;
constexpr int settlePolls = 4; // after a stage: layouts and thumbnails follow with the events
constexpr int maximumPolls = 3000; // five minutes a stage
constexpr std::size_t wantedLineage = 4; // images, the seed included
constexpr int maximumSearch = 100; // polls; then the present test will do
constexpr int seeds = 100; // about: of ten classes ten each, of a thousand one each
constexpr qint64 modelCalls = 20'000;

bool hasAdvGan()
{
    const QList<bridge::GeneratorEntry> entries = bridge::generatorEntries();
    return std::any_of(entries.begin(), entries.end(), [](const bridge::GeneratorEntry &entry) {
        return entry.id == QLatin1String("advgan");
    });
}

} // namespace

ScreenshotTour::ScreenshotTour(MainWindow &window, const QString &project, const QString &folder,
                               QObject *parent)
    : QObject(parent), m_window(window), m_project(project), m_folder(folder), m_timer(new QTimer(this))
{
    connect(m_timer, &QTimer::timeout, this, &ScreenshotTour::poll);
    connect(&window.workspace(), &Workspace::message, this,
            [this](Workspace::Severity severity, const QString &text, const QString &details) {
                if (severity == Workspace::Severity::Error)
                    m_lastError = details.isEmpty() ? text : text + QLatin1Char(' ') + details;
            });
    addStages();
}

ScreenshotTour::~ScreenshotTour() = default;

void ScreenshotTour::start()
{
    m_window.resize(pictureSize);
    if (!QDir().mkpath(m_folder))
        return fail(tr("cannot make the folder ‘%1’").arg(m_folder));
    m_timer->start(pollMilliseconds);
}

void ScreenshotTour::add(const QString &what, std::function<bool()> ready, std::function<void()> act)
{
    m_stages.push_back({what, std::move(ready), std::move(act)});
}

void ScreenshotTour::addStages()
{
    Workspace &workspace = m_window.workspace();
    add(
        tr("showing the window"), [this] { return m_window.isVisible(); },
        [this, &workspace] {
            save(QStringLiteral("welcome"));
            if (m_project.isEmpty())
                workspace.openSample();
            else
                workspace.openPath(m_project);
        });
    addRuns();
    add(
        tr("reading the tests"),
        [this] {
            const auto &rows = m_window.tests().rows();
            return !m_window.tests().isLoading() && !rows.empty();
        },
        [this] { m_window.setPage(MainWindow::Tests); });
    add(
        tr("loading the thumbnails"),
        [this] {
            const auto *grid = m_window.findChild<widgets::ThumbnailGrid *>(QStringLiteral("testGrid"));
            const QList<qint64> ids = grid->visibleIds();
            return !ids.isEmpty()
                && std::all_of(ids.begin(), ids.end(), [grid](qint64 id) { return grid->hasThumbnail(id); });
        },
        [this, &workspace] {
            auto *grid = m_window.findChild<widgets::ThumbnailGrid *>(QStringLiteral("testGrid"));
            grid->setCurrentId(grid->visibleIds().at(1));
            save(QStringLiteral("tests"));
            Q_EMIT workspace.testActivated(m_window.tests().rows().back().id);
        });
    add(
        tr("comparing a test"), [this] { return showsLongLineage(); },
        [this] {
            save(QStringLiteral("compare"));
            m_window.setPage(MainWindow::Sessions);
        });
    add(
        tr("listing the runs"), [] { return true; },
        [this] {
            save(QStringLiteral("sessions"));
            m_window.setPage(MainWindow::Label);
        });
    addLabelling();
    addEngines();
}

// The first image of the usual protocol, as a labeller sees it.
void ScreenshotTour::addLabelling()
{
    const LabelPage *page = m_window.labelPage();
    add(
        tr("reading the labels"), [page] { return !page->overview()->isReading(); },
        [this] {
            m_window.findChild<QComboBox *>(QStringLiteral("labeller"))->setEditText(tr("Labeller 1"));
            m_window.findChild<QPushButton *>(QStringLiteral("startLabelling"))->click();
        });
    add(
        tr("reading the instructions"),
        [page] { return page->view()->state() == LabelView::State::Instructions; },
        [this] { m_window.findChild<QPushButton *>(QStringLiteral("instructionsDone"))->click(); });
    add(
        tr("answering the training round"), [this] { return isPastTraining(); }, [] {});
    add(
        tr("showing an image"), [page] { return page->view()->state() == LabelView::State::Judging; },
        [this, page] {
            save(QStringLiteral("label"));
            page->view()->end();
        });
}

// Answers the training round, whatever is right.
bool ScreenshotTour::isPastTraining()
{
    const LabelView *view = m_window.labelPage()->view();
    if (view->state() == LabelView::State::Feedback)
        m_window.findChild<QPushButton *>(QStringLiteral("feedbackGoOn"))->click();
    if (view->state() != LabelView::State::Judging || view->shown().position < 0)
        return false;
    if (view->shown().training)
        Q_EMIT view->answers()->answered({bridge::LabelSays::Invalid, -1, {}});
    return !view->shown().training;
}

// A test some mutations away from its seed tells more than one that is a single step away.
bool ScreenshotTour::showsLongLineage()
{
    ComparePage *page = m_window.comparePage();
    if (page->test() == 0 || page->details().lineage.size() >= wantedLineage || m_polls > maximumSearch)
        return page->test() != 0;
    page->showPrevious();
    return false;
}

// The model page, and the project wizard with what is open.
void ScreenshotTour::addModel()
{
    add(
        tr("opening the project"), [this] { return m_window.workspace().accuracy().has_value(); },
        [this] {
            m_window.setPage(MainWindow::Model);
            const auto &layers = m_window.workspace().project()->model.layers;
            m_window.modelPage()->layers()->setCurrentLayer(int(layers.size()) / 2);
        });
    add(
        tr("measuring a neuron"), [this] { return m_window.modelPage()->neurons()->activation().images > 0; },
        [this] {
            save(QStringLiteral("model"));
            m_window.setPage(MainWindow::Run);
            const bridge::ProjectInfo &project = *m_window.workspace().project();
            m_window.newProject({project.modelFile, project.dataFolder});
            wizard()->next();
        });
    add(
        tr("trying model and data"), [this] { return wizard()->state().outcome().has_value(); },
        [this] {
            save(QStringLiteral("wizard-understood"), wizard());
            wizard()->next();
        });
    add(
        tr("showing the accuracy"), [] { return true; },
        [this] {
            save(QStringLiteral("wizard-accuracy"), wizard());
            wizard()->reject();
        });
}

// Two short runs, so that their curves can be compared, and a picture of the second. Then one more for the
// map of the neurons.
void ScreenshotTour::addRuns()
{
    addModel();
    add(
        tr("leaving the wizard"), [] { return true; }, [this] { startRun(QStringLiteral("random")); });
    add(
        tr("running the baseline"), [this] { return isFinished(1); },
        [this] { startRun(QStringLiteral("deephunter")); });
    add(
        tr("running DeepHunter"), [this] { return isFinished(2); },
        [this] {
            auto *state = m_window.findChild<QComboBox *>(QStringLiteral("stateFilter"));
            state->setCurrentIndex(1); // failing
            m_window.messageBar()->dismiss();
        });
    add(
        tr("drawing the run"), [] { return true; },
        [this] {
            save(QStringLiteral("run"));
            auto *criterion = m_window.findChild<QComboBox *>(QStringLiteral("criterion"));
            criterion->setCurrentIndex(criterion->findData(QStringLiteral("nc")));
            startRun(QStringLiteral("deephunter"));
        });
    addCoverage();
}

// A neuron that no seed had covered, and the test that did.
void ScreenshotTour::addCoverage()
{
    CoveragePage *page = m_window.coveragePage();
    add(
        tr("running with neuron coverage"), [this] { return isFinished(3); },
        [this] {
            m_window.messageBar()->dismiss();
            m_window.setPage(MainWindow::Coverage);
        });
    add(
        tr("mapping the neurons"), [page] { return page->knowsStart(); },
        [page] {
            const std::vector<quint32> &covered = page->map()->data().covered;
            int chosen = int(covered.size()) - 1;
            for (std::size_t neuron = 0; neuron < covered.size(); ++neuron)
                if (covered[neuron] > 0 && page->start()[neuron] == 0)
                    chosen = int(neuron);
            page->map()->setFocus();
            page->map()->setCurrentNeuron(chosen);
        });
    add(
        tr("finding what covered a neuron"), [page] { return page->showsOrigin(); },
        [this] {
            save(QStringLiteral("coverage"));
            startRun(QStringLiteral("deepsmart"));
        });
    addTree();
}

// In the middle of a search, with the images of the node that was evaluated last.
void ScreenshotTour::addTree()
{
    TreePage *page = m_window.treePage();
    add(
        tr("searching a tree"), [this] { return isFinished(4); },
        [this] {
            m_window.messageBar()->dismiss();
            m_window.setPage(MainWindow::Tree);
        });
    add(
        tr("reading the tree"), [page] { return !page->isWaiting() && page->frame().moment.events > 0; },
        [page] { Q_EMIT page->transport()->seek(page->frame().moment.events / 3); });
    add(
        tr("drawing the tree"), [page] { return !page->isWaiting(); },
        [page] {
            page->showImages();
            page->view()->zoomToFit();
        });
    add(
        tr("making the node's images"), [page] { return !page->isWaiting(); },
        [this] {
            save(QStringLiteral("tree"));
            if (hasAdvGan())
                startRun(QStringLiteral("advgan"),
                         {{QStringLiteral("epochs"), 4}, {QStringLiteral("training-images"), 12'000}});
        });
    if (hasAdvGan())
        addTraining();
}

// The losses of a GAN's networks, with the moving average over what was measured.
void ScreenshotTour::addTraining()
{
    LossesPage *page = m_window.lossesPage();
    add(
        tr("training networks"), [this] { return isFinished(5); },
        [this, page] {
            m_window.messageBar()->dismiss();
            page->plot()->setSmoothing(0.9);
            m_window.setPage(MainWindow::Training);
        });
    add(
        tr("drawing the losses"), [page] { return !page->isReading() && !page->facts().networks.isEmpty(); },
        [this] {
            save(QStringLiteral("training"));
            m_window.workspace().setCurrentRun(4); // whose tests come a long way
        });
}

// With few seeds the queue goes round often, so that lineages grow long.
void ScreenshotTour::startRun(const QString &generator, const QVariantMap &settings)
{
    auto *choice = m_window.findChild<QComboBox *>(QStringLiteral("generator"));
    choice->setCurrentIndex(choice->findData(generator));
    auto *params = m_window.findChild<widgets::ParamForm *>(QStringLiteral("generatorParams"));
    const int classes = int(m_window.workspace().project()->classNames.size());
    params->setValues({{QStringLiteral("seeds-per-class"), std::max(1, seeds / std::max(1, classes))}});
    params->setValues(settings);
    bridge::RunSetup setup = m_window.runPage()->setupPanel()->setup();
    setup.budget = {};
    setup.budget.modelCalls = modelCalls;
    m_window.workspace().startRun(setup, m_session.filePath(QStringLiteral("fashion-mnist.mscope")), false);
}

bool ScreenshotTour::isFinished(qint64 run) const
{
    Workspace &workspace = m_window.workspace();
    const bridge::RunInfo *info = workspace.currentRunInfo();
    return !workspace.controller().isBusy() && info && info->id == run
        && info->phase == bridge::RunPhase::Finished;
}

void ScreenshotTour::poll()
{
    if (m_stages.empty()) {
        m_timer->stop();
        Q_EMIT finished({});
        return;
    }
    if (!m_lastError.isEmpty())
        return fail(m_lastError);
    if (++m_polls > maximumPolls)
        return fail(tr("took too long: %1").arg(m_stages.front().what));
    const bool ready = m_stages.front().ready();
    if (!ready || m_polls < settlePolls)
        return;
    const Stage stage = std::move(m_stages.front());
    m_stages.pop_front();
    m_polls = 0;
    stage.act();
}

ProjectWizard *ScreenshotTour::wizard() const
{
    return m_window.findChild<ProjectWizard *>();
}

void ScreenshotTour::save(const QString &name)
{
    save(name, &m_window);
}

void ScreenshotTour::save(const QString &name, QWidget *shown)
{
    const QString file = QDir(m_folder).filePath(name + QStringLiteral(".png"));
    if (!shown->grab().save(file))
        fail(tr("cannot write ‘%1’").arg(file));
}

void ScreenshotTour::fail(const QString &why)
{
    m_timer->stop();
    m_stages.clear();
    Q_EMIT finished(why);
}

} // namespace mutascope::gui
