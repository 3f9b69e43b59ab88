// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/label_desk.h"

#include "app/bridge/convert.h"
#include "app/bridge/label_convert.h"
#include "app/bridge/worker.h"

#include <atomic>

namespace mutascope::bridge {

namespace {

struct Table {
    Table(const QString &file, const QString &protocol, int version, const QString &labeller)
        : store(toPath(file), LabelStore::Mode::ReadWrite),
          queue(store, protocol.toStdString(), version, store.labellerNamed(labeller.toStdString()).uuid)
    {
    }
    LabelStore store;
    LabellingQueue queue;
};

QImage toSeedImage(const std::optional<Image> &image)
{
    return image ? toQImage(*image) : QImage();
}

void describe(const QueueItem &item, LabelShown &shown)
{
    shown.position = qint64(item.position);
    shown.training = item.item.kind == LabelItemKind::Training;
    shown.skipped = item.skipped;
    if (item.verdict)
        shown.word = toWord(*item.verdict);
    shown.expected = item.expected;
    shown.predicted = item.predicted;
    shown.generator = QString::fromStdString(item.generator);
    for (const auto &[name, verdict] : item.others)
        shown.others.append({QString::fromStdString(name), toWord(verdict)});
}

// An image that cannot be read is no reason to lose the others: it is shown as missing and can be skipped.
void showImages(const LabellingQueue &queue, std::size_t position, LabelShown &shown)
{
    try {
        shown.image = toQImage(queue.image(position));
        shown.seedImage = toSeedImage(queue.seedImage(position));
    } catch (const Error &) {
        shown.image = {};
    }
}

LabelShown toShown(const LabellingQueue &queue)
{
    LabelShown shown;
    shown.progress = toProgress(queue.progress());
    shown.canUndo = queue.canUndo();
    shown.canRedo = queue.canRedo();
    if (const std::optional<QueueItem> item = queue.current()) {
        describe(*item, shown);
        showImages(queue, item->position, shown);
    }
    return shown;
}

QList<LabelExample> examplesOf(const Table &table)
{
    QList<LabelExample> examples;
    for (const LabelItem &item : table.queue.examples()) {
        LabelVerdict answer;
        answer.answer = item.known.value_or(LabelAnswer::Unsure);
        answer.seenClass = item.knownClass;
        const bool hidesSeed = table.queue.protocol().hidden.seed;
        examples.append({toQImage(table.store.image(item.uuid)),
                         hidesSeed ? QImage() : toSeedImage(table.store.seedImage(item.uuid)), toWord(answer),
                         QString::fromStdString(item.text)});
    }
    return examples;
}

LabelStart toStart(const Table &table)
{
    return {toProtocolValues(table.queue.protocol()), QString::fromStdString(table.queue.labeller().name),
            table.queue.canUndo() || table.queue.progress().done > 0, examplesOf(table)};
}

} // namespace

struct LabelDesk::Private {
    bool open = false;
    quint64 generation = 0; // counts beginnings and ends: tells old answers apart
    std::unique_ptr<Table> table; // used by the worker's thread alone
    Worker worker; // last: gone before the table
};

LabelDesk::LabelDesk(QObject *parent) : QObject(parent), m(std::make_unique<Private>()) { }

// Verdicts that were given are stored first: the worker would drop what has not begun.
LabelDesk::~LabelDesk()
{
    std::atomic<bool> done = false;
    m->worker.post([this, &done] {
        m->table.reset();
        done = true;
        done.notify_one();
    });
    done.wait(false);
}

bool LabelDesk::isOpen() const
{
    return m->open;
}

// Called in the worker's thread. What answers an order from before begin() or end() is dropped.
void LabelDesk::deliver(quint64 generation, std::function<void()> delivery)
{
    QMetaObject::invokeMethod(
        this,
        [this, generation, delivery = std::move(delivery)] {
            if (generation == m->generation)
                delivery();
        },
        Qt::QueuedConnection);
}

void LabelDesk::begin(const QString &sessionFile, const QString &protocol, int version,
                      const QString &labeller)
{
    m->open = true;
    m->worker.post([=, this, generation = ++m->generation] {
        try {
            m->table.reset(); // its lock, too
            m->table = std::make_unique<Table>(sessionFile, protocol, version, labeller);
            const LabelStart start = toStart(*m->table);
            deliver(generation, [this, start] { Q_EMIT begun(start); });
            show(generation);
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            m->table.reset();
            deliver(generation, [this, words] {
                m->open = false;
                Q_EMIT failed(words.what, words.hint);
            });
        }
    });
}

void LabelDesk::end()
{
    if (!m->open)
        return;
    m->open = false;
    m->worker.post([this, generation = ++m->generation] {
        m->table.reset();
        deliver(generation, [this] { Q_EMIT closed(); });
    });
}

// Called in the worker's thread.
void LabelDesk::show(quint64 generation)
{
    const LabelShown now = toShown(m->table->queue);
    deliver(generation, [this, now] { Q_EMIT shown(now); });
}

void LabelDesk::ask(std::function<void(LabellingQueue &)> change)
{
    m->worker.post([this, generation = m->generation, change = std::move(change)] {
        if (!m->table)
            return;
        const auto attempt = [this, generation](const std::function<void()> &work) {
            try {
                work();
            } catch (...) {
                const ErrorWords words = currentErrorWords();
                deliver(generation, [this, words] { Q_EMIT failed(words.what, words.hint); });
            }
        };
        attempt([&] { change(m->table->queue); });
        attempt([&] { show(generation); });
    });
}

void LabelDesk::answer(const LabelWord &word, qint64 milliseconds, double millimetres)
{
    ask([=, this, generation = m->generation](LabellingQueue &queue) {
        const auto feedback = queue.answer(toVerdict(word), {milliseconds, millimetres});
        if (feedback)
            deliver(generation, [this, values = toFeedback(*feedback)] { Q_EMIT trained(values); });
    });
}

void LabelDesk::skip(qint64 milliseconds, double millimetres)
{
    ask([=](LabellingQueue &queue) { queue.skip({milliseconds, millimetres}); });
}

void LabelDesk::undo()
{
    ask([](LabellingQueue &queue) { queue.undo(); });
}

void LabelDesk::redo()
{
    ask([](LabellingQueue &queue) { queue.redo(); });
}

void LabelDesk::back()
{
    ask([](LabellingQueue &queue) { queue.back(); });
}

void LabelDesk::forward()
{
    ask([](LabellingQueue &queue) { queue.forward(); });
}

void LabelDesk::jump(qint64 position)
{
    ask([position](LabellingQueue &queue) { queue.jump(std::size_t(std::max<qint64>(0, position))); });
}

void LabelDesk::toNext()
{
    ask([](LabellingQueue &queue) { queue.toNext(); });
}

} // namespace mutascope::bridge
