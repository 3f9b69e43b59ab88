// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/tree/tree_page.h"

#include "app/gui/format.h"
#include "app/gui/tree/images_panel.h"
#include "app/gui/tree/node_panel.h"
#include "app/gui/tree/phase_text.h"
#include "app/gui/tree/tree_bar.h"
#include "widgets/search_combo.h"
#include "widgets/tree_model.h"
#include "widgets/tree_transport.h"

#include <QFileInfo>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

namespace mutascope::gui {

namespace {
constexpr int tellMilliseconds = 250; // a large tree is not drawn anew more often
}

void TreePage::connectWorkspace()
{
    using Controller = bridge::RunController;
    connect(&m_workspace, &Workspace::runsChanged, this, &TreePage::fillRuns);
    connect(&m_workspace, &Workspace::sessionChanged, this, &TreePage::fillRuns);
    connect(&m_workspace, &Workspace::currentRunChanged, this, [this] {
        fillRuns();
        reset(m_workspace.currentRun() == 0 ? tr("Start a run, or open a session.")
                                            : tr("Reading the tree…"));
        load();
    });
    m_tellTimer = new QTimer(this);
    m_tellTimer->setSingleShot(true);
    m_tellTimer->setInterval(tellMilliseconds);
    connect(m_tellTimer, &QTimer::timeout, this, &TreePage::followTold);
    connect(&m_workspace.controller(), &Controller::treesGrew, this,
            [this](const std::shared_ptr<const bridge::TreeGrowth> &growth) {
                m_told.append(growth);
                if (!m_tellTimer->isActive())
                    m_tellTimer->start();
            });
    connect(&m_workspace.controller(), &Controller::checkpointed, this, &TreePage::onCheckpoint);
    connect(&m_workspace.controller(), &Controller::finished, this, &TreePage::refresh);
}

void TreePage::connectWalker()
{
    using Walker = bridge::TreeWalker;
    connect(&m_walker, &Walker::moved, this, &TreePage::showFrame);
    connect(&m_walker, &Walker::notFound, this, [this] {
        m_workspace.report(Workspace::Severity::Information, tr("There is no such event behind this one."));
    });
    connect(&m_walker, &Walker::imagesFound, this, [this](const bridge::TreeImages &images) {
        if (images.node != m_frame.facts.node)
            return;
        if (images.missing.isEmpty())
            m_images->setImages(images);
        else
            m_images->clear(images.missing);
    });
    connect(&m_walker, &Walker::exported, this, [this](const QString &file) {
        m_workspace.report(Workspace::Severity::Information, tr("The tree was written to ‘%1’.").arg(file));
    });
    connect(&m_walker, &Walker::failed, this, [this](const QString &what, const QString &hint) {
        m_waiting = false;
        m_transport->setBusy(false);
        if (m_frame.kind == bridge::TreeKind::None)
            return reset(hint.isEmpty() ? what : tr("%1.\n%2.").arg(what, hint));
        m_workspace.report(Workspace::Severity::Error, what, hint);
    });
}

void TreePage::connectTransport()
{
    using Transport = widgets::TreeTransport;
    using Walker = bridge::TreeWalker;
    const auto forward = [this](auto signal, auto method) {
        connect(m_transport, signal, this, [this, method] { ask([&] { (m_walker.*method)(); }); });
    };
    forward(&Transport::stepPhase, &Walker::stepPhase);
    forward(&Transport::stepIteration, &Walker::stepIteration);
    forward(&Transport::stepRootMove, &Walker::stepRootMove);
    forward(&Transport::stepBack, &Walker::stepBack);
    connect(m_transport, &Transport::seek, this,
            [this](qint64 position) { ask([&] { m_walker.seek(position); }); });
    connect(m_transport, &Transport::runIterations, this,
            [this](int count) { ask([&] { m_walker.stepIterations(count); }); });
    connect(m_transport, &Transport::runToCondition, this,
            [this](Transport::Condition condition, double value) {
                switch (condition) {
                case Transport::Condition::Reward:
                    return ask([&] { m_walker.runToReward(value); });
                case Transport::Condition::Constraint:
                    return ask([&] { m_walker.runToConstraint(); });
                case Transport::Condition::Commit:
                    return ask([&] { m_walker.runToCommit(); });
                }
            });
}

void TreePage::connectChoices()
{
    connect(m_view, &widgets::TreeView::selectionChanged, this, &TreePage::select);
    connect(m_node, &NodePanel::nodeChosen, this, &TreePage::select);
    connect(m_images, &ImagesPanel::nodeChosen, this, &TreePage::select);
    connect(m_images, &ImagesPanel::imageChosen, this, &TreePage::fetchImages);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &current) {
                if (current.isValid())
                    select(m_model->idOf(current));
            });
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        fillTable();
        fetchImages();
    });
    connect(m_tree, &QSpinBox::valueChanged, this,
            [this](int tree) { ask([&] { m_walker.goToTree(tree - 1); }); });
    connect(m_pin, &QToolButton::toggled, this, [this](bool pinned) {
        if (!pinned)
            ask([&] { m_walker.select(-1); });
    });
}

// What is told while another run is shown, or nothing is, is read from the session when it is wanted.
void TreePage::followTold()
{
    if (!isVisible() || m_stale || !isShownLive() || m_walker.run() != m_workspace.currentRun())
        return m_told.clear();
    if (m_waiting)
        return m_tellTimer->start();
    ask([&] { m_walker.append(std::exchange(m_told, {})); });
}

void TreePage::onCheckpoint()
{
    if (!isShownLive())
        return;
    if (!isVisible() || m_stale || m_walker.run() == 0 || m_frame.moment.events == 0)
        return refresh();
    if (!m_waiting)
        ask([&] { m_walker.catchUp(); });
}

// Pages of a run that has not stored anything yet are filled by its first checkpoint.
void TreePage::load()
{
    if (!isVisible() || !m_stale || m_workspace.currentRun() == 0)
        return;
    m_stale = false;
    ask([&] { m_walker.open(m_workspace.reader().file(), m_workspace.currentRun()); });
}

void TreePage::refresh()
{
    if (!isVisible() || m_stale || m_walker.run() == 0) {
        m_stale = m_stale || m_walker.run() == m_workspace.currentRun();
        return load();
    }
    // A run that had nothing to walk through may turn out to search trees.
    if (m_frame.moment.events == 0)
        return ask([&] { m_walker.open(m_workspace.reader().file(), m_workspace.currentRun()); });
    ask([&] { m_walker.refresh(); });
}

void TreePage::ask(const std::function<void()> &question)
{
    m_waiting = true;
    m_transport->setBusy(true);
    question();
}

bool TreePage::isShownLive() const
{
    return m_workspace.isLive(m_workspace.currentRun());
}

void TreePage::reset(const QString &why)
{
    m_walker.close();
    m_told.clear();
    m_waiting = false;
    m_stale = true;
    m_frame = {};
    m_view->clear();
    m_view->setEmptyText(why);
    m_transport->setBusy(false);
    m_transport->stop();
    m_transport->setPosition(0, 0);
    m_node->clear();
    m_images->clear(QString());
    m_model->setItems(nullptr);
    m_phase->clear();
    m_speech->clear();
    m_export->setEnabled(false);
    const QSignalBlocker blocker(m_pin);
    m_pin->setChecked(false);
    showTrees();
}

void TreePage::setKind(bridge::TreeKind kind)
{
    using widgets::TreeMark;
    const bool isSearch = kind == bridge::TreeKind::Search;
    const widgets::TreeWords words = isSearch
        ? widgets::TreeWords{tr("visits"), tr("mean reward"), tr("best reward")}
        : widgets::TreeWords{tr("tests"), tr("gain"), tr("best gain")};
    const widgets::TreeMarks marks = isSearch
        ? widgets::TreeMarks(TreeMark::Root) | TreeMark::Current | TreeMark::OnPath | TreeMark::Finished
            | TreeMark::Chosen
        : widgets::TreeMarks(TreeMark::Current) | TreeMark::OnPath | TreeMark::Chosen | TreeMark::Failing;
    m_bar->setWords(words, isSearch, marks);
    m_model->setWords(words);
    for (const int column : {widgets::TreeModel::Potential})
        m_table->setColumnHidden(column, !isSearch);
    m_transport->setPlain(!isSearch);
    m_view->setAccessibleName(isSearch ? tr("Search tree") : tr("Lineage of the tests"));
}

void TreePage::showFrame(const bridge::TreeFrame &frame)
{
    const bool isNew = frame.kind != m_frame.kind || frame.moment.tree != m_frame.moment.tree;
    if (frame.kind != m_frame.kind)
        setKind(frame.kind);
    else if (isNew) // nodes of another tree have the same numbers
        m_view->clear();
    m_frame = frame;
    m_waiting = false;
    m_transport->setBusy(false);
    m_transport->setPosition(frame.moment.position, frame.moment.events);
    if (frame.moment.events == 0)
        m_view->setEmptyText(tr("There is no tree yet: it appears with the first stored tests."));
    else
        m_view->setEmptyText(tr("Step on to begin."));
    m_bar->fold(*frame.items, isNew);
    m_view->setItems(frame.items);
    m_bar->fold(*frame.items, false);
    m_selecting = true;
    m_view->setSelectedId(frame.facts.node);
    m_selecting = false;
    m_node->setFacts(frame.kind, frame.facts);
    m_export->setEnabled(frame.items->size() > 0);
    showSpeech();
    showTrees();
    fillTable();
    fetchImages();
}

void TreePage::showSpeech()
{
    const bridge::TreeMoment &now = m_frame.moment;
    QString phase = phaseName(now.phase);
    if (now.iteration >= 0)
        phase = tr("%1 · iteration %2 of %3")
                    .arg(phase, countText(now.iteration + 1), countText(now.iterations));
    m_phase->setText(phase);
    m_speech->setPlainText(phaseWords(now));
}

QString TreePage::speech() const
{
    return m_speech->toPlainText();
}

void TreePage::showTrees()
{
    const bridge::TreeMoment &now = m_frame.moment;
    const bool several = m_frame.kind == bridge::TreeKind::Search && now.trees > 0;
    m_treeLabel->setVisible(several);
    m_tree->setVisible(several);
    const QSignalBlocker blocker(m_tree);
    m_tree->setRange(std::min(1, now.trees), now.trees);
    m_tree->setValue(now.tree + 1);
    m_tree->setSuffix(tr(" of %1").arg(countText(now.trees)));
}

void TreePage::fillTable()
{
    if (m_tabs->currentWidget() != m_table || !m_frame.items)
        return;
    m_selecting = true;
    m_model->setItems(m_frame.items);
    const QModelIndex index = m_model->indexOf(m_frame.facts.node);
    if (index.isValid()) {
        m_table->setCurrentIndex(index);
        m_table->scrollTo(index);
    }
    m_selecting = false;
}

// By the reader: the details stay with this node, whatever happens.
void TreePage::select(qint64 node)
{
    if (m_selecting || node < 0)
        return;
    const QSignalBlocker blocker(m_pin);
    m_pin->setChecked(true);
    ask([&] { m_walker.select(node); });
}

bool TreePage::followsSearch() const
{
    return !m_pin->isChecked();
}

void TreePage::fetchImages()
{
    if (m_tabs->currentWidget() != m_images)
        return;
    if (m_frame.facts.node < 0)
        return m_images->clear(tr("Choose a node of the tree."));
    m_walker.fetchImages(m_frame.facts.node, m_images->shown());
}

void TreePage::showImages()
{
    m_tabs->setCurrentWidget(m_images);
}

void TreePage::showTable()
{
    m_tabs->setCurrentWidget(m_table);
}

void TreePage::exportTree(const QString &file)
{
    using Format = bridge::TreeWalker::Format;
    const QString suffix = QFileInfo(file).suffix().toLower();
    if (suffix == QLatin1String("dot") || suffix == QLatin1String("json"))
        return m_walker.exportTree(file, suffix == QLatin1String("dot") ? Format::Dot : Format::Json,
                                   suffix == QLatin1String("dot") ? m_view->leastVisits() : 0);
    const bool done = suffix == QLatin1String("svg") ? m_view->exportSvg(file) : m_view->exportPng(file);
    if (done)
        m_workspace.report(Workspace::Severity::Information, tr("The tree was written to ‘%1’.").arg(file));
    else
        m_workspace.report(Workspace::Severity::Error, tr("‘%1’ cannot be written.").arg(file),
                           tr("Choose another folder."));
}

void TreePage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    load();
}

void TreePage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_transport->stop();
    m_stale = m_stale || isShownLive();
}

} // namespace mutascope::gui
