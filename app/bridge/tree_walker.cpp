// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/tree_walker.h"

#include "app/bridge/convert.h"
#include "app/bridge/tree_history.h"
#include "app/bridge/worker.h"

#include <QSaveFile>
#include <atomic>

namespace mutascope::bridge {

struct TreeWalker::Private {
    qint64 run = 0; // of the owner's thread
    std::atomic<quint64> generation = 0; // counts runs opened: tells old answers apart
    std::atomic<quint64> commands = 0; // asked for
    std::atomic<quint64> seeks = 0;
    std::atomic<quint64> fetches = 0;
    std::atomic<int> readings = 0;
    // Of the worker's thread.
    std::unique_ptr<SessionStore> store;
    std::unique_ptr<TreeHistory> history;
    quint64 working = 0; // generation of the task at work
    qint64 selected = -1;
    Worker worker; // last: gone before what it uses
};

TreeWalker::TreeWalker(QObject *parent) : QObject(parent), m(std::make_unique<Private>()) { }

TreeWalker::~TreeWalker()
{
    ++m->generation;
}

qint64 TreeWalker::run() const
{
    return m->run;
}

// In the worker's thread: the delivery happens in the owner's, unless another run was opened meanwhile.
void TreeWalker::tell(std::function<void()> delivery)
{
    QMetaObject::invokeMethod(
        this,
        [this, generation = m->working, delivery = std::move(delivery)] {
            if (generation == m->generation)
                delivery();
        },
        Qt::QueuedConnection);
}

// In the owner's thread.
void TreeWalker::perform(const std::function<void()> &work)
{
    m->worker.post([this, work, generation = m->generation.load()] {
        m->working = generation;
        if (generation != m->generation)
            return;
        try {
            work();
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            tell([this, words] { Q_EMIT failed(words.what, words.hint); });
        }
    });
}

void TreeWalker::walk(Command command)
{
    perform([this, command = std::move(command), number = ++m->commands] {
        if (!m->history)
            return;
        command(*m->history);
        if (number == m->commands) // else the next one tells
            tell([this, frame = m->history->frame(m->selected)] { Q_EMIT moved(frame); });
    });
}

void TreeWalker::open(const QString &sessionFile, qint64 run)
{
    close();
    m->run = run;
    perform([this, sessionFile, run] {
        m->store = std::make_unique<SessionStore>(toPath(sessionFile), SessionStore::Mode::ReadOnly);
        m->history = readTreeHistory(*m->store, run);
        m->readings = 1;
        m->history->seek(m->history->events());
        tell([this, run] { Q_EMIT opened(run); });
    });
    walk([](TreeHistory &) {});
}

void TreeWalker::close()
{
    m->run = 0;
    ++m->generation;
    m->worker.dropPending();
    perform([this] {
        m->history.reset();
        m->store.reset();
        m->selected = -1;
    });
}

void TreeWalker::grow(Command command)
{
    walk([command = std::move(command)](TreeHistory &history) {
        const bool atEnd = history.position() == history.events();
        command(history);
        if (atEnd)
            history.seek(history.events());
    });
}

void TreeWalker::refresh()
{
    grow([this](TreeHistory &history) {
        history.refresh(*m->store);
        ++m->readings;
    });
}

void TreeWalker::append(const QList<std::shared_ptr<const TreeGrowth>> &growths)
{
    grow([growths](TreeHistory &history) {
        for (const std::shared_ptr<const TreeGrowth> &growth : growths)
            history.append(growth);
    });
}

void TreeWalker::catchUp()
{
    grow([this](TreeHistory &history) {
        if (!history.needsRefresh())
            return;
        history.refresh(*m->store);
        ++m->readings;
    });
}

int TreeWalker::readings() const
{
    return m->readings;
}

void TreeWalker::step(TreeStep step, int count)
{
    walk([step, count](TreeHistory &history) {
        for (int i = 0; i < count && history.position() < history.events(); ++i)
            history.seek(history.next(step));
    });
}

void TreeWalker::stepPhase()
{
    step(TreeStep::Phase, 1);
}

void TreeWalker::stepIteration()
{
    step(TreeStep::Iteration, 1);
}

void TreeWalker::stepRootMove()
{
    step(TreeStep::RootMove, 1);
}

void TreeWalker::stepIterations(int count)
{
    step(TreeStep::Iteration, count);
}

void TreeWalker::runTo(TreeCondition condition, double value)
{
    walk([this, condition, value](TreeHistory &history) {
        const qint64 found = history.nextWhere(condition, value);
        if (found >= 0)
            history.seek(found);
        else
            tell([this] { Q_EMIT notFound(); });
    });
}

void TreeWalker::runToReward(double above)
{
    runTo(TreeCondition::Reward, above);
}

void TreeWalker::runToConstraint()
{
    runTo(TreeCondition::Constraint, 0);
}

void TreeWalker::runToCommit()
{
    runTo(TreeCondition::Commit, 0);
}

void TreeWalker::stepBack()
{
    walk([](TreeHistory &history) { history.seek(history.position() - 1); });
}

// A slider asks faster than a long way is walked: only the last place counts.
void TreeWalker::seek(qint64 position)
{
    walk([this, position, wanted = ++m->seeks](TreeHistory &history) {
        if (wanted == m->seeks)
            history.seek(position);
    });
}

void TreeWalker::goToTree(int tree)
{
    walk([tree](TreeHistory &history) { history.seek(history.endOfTree(tree)); });
}

void TreeWalker::select(qint64 node)
{
    walk([this, node](TreeHistory &) { m->selected = node; });
}

void TreeWalker::fetchImages(qint64 node, int shown)
{
    perform([this, node, shown, wanted = ++m->fetches] {
        if (!m->history || wanted != m->fetches)
            return;
        tell([this, images = m->history->images(*m->store, node, shown)] { Q_EMIT imagesFound(images); });
    });
}

void TreeWalker::exportTree(const QString &file, Format format, qint64 leastVisits)
{
    perform([this, file, format, leastVisits] {
        if (!m->history)
            return;
        const std::string text
            = format == Format::Dot ? m->history->dot(leastVisits) : m->history->json(leastVisits);
        QSaveFile output(file);
        if (!output.open(QIODevice::WriteOnly) || output.write(text.data(), qint64(text.size())) < 0
            || !output.commit())
            throw Error(ErrorCode::Io, "cannot write '" + file.toStdString() + "'",
                        output.errorString().toStdString());
        tell([this, file] { Q_EMIT exported(file); });
    });
}

} // namespace mutascope::bridge
