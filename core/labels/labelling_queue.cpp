// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/labelling_queue.h"
#include "core/base/error.h"
#include "core/labels/consensus.h"
#include "core/labels/label_history.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope {

namespace {

constexpr std::size_t paceItems = 20;

double median(std::vector<std::int64_t> values)
{
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? double(values[half]) : double(values[half - 1] + values[half]) / 2;
}

} // namespace

struct LabellingQueue::Impl {
    Impl(LabelStore &s, const std::string &protocolUuid, int version, const std::string &labellerUuid)
        : store(s), protocol(s.protocol(protocolUuid, version)), labeller(s.labeller(labellerUuid))
    {
        const int slot = store.join(protocol.uuid, protocol.version, labeller.uuid);
        const auto items = store.items(protocol.uuid, protocol.version);
        std::ranges::copy_if(items, std::back_inserter(examples),
                             [](const LabelItem &item) { return item.kind == LabelItemKind::Example; });
        base = ordered(items, slot);
        for (std::size_t i = 0; i < base.size(); ++i)
            baseOf[base[i].uuid] = i;
        for (const LabelEvent &event : store.events(protocol.uuid, protocol.version, labeller.uuid))
            history.apply(event);
        arrange();
        resume();
    }

    // A hand-out has the labeller's items in their order; what the order follows from is not in it.
    std::vector<LabelItem> ordered(std::vector<LabelItem> items, int slot) const
    {
        if (!store.isHandOut(protocol.uuid, protocol.version))
            return labellingOrder(protocol, items, labeller.uuid, slot);
        std::erase_if(items, [](const LabelItem &one) { return one.kind == LabelItemKind::Example; });
        return items;
    }

    const LabelItem &item(std::size_t position) const
    {
        if (position >= order.size())
            throw Error(ErrorCode::Usage,
                        fmt::format("there is no item {} of {}", position + 1, order.size()));
        return base[order[position]];
    }

    bool pending(std::size_t index) const { return history.verdict(base[index].uuid) == nullptr; }

    // Skipped items in the order of skipping behind all others.
    std::pair<std::int64_t, std::size_t> key(std::size_t index) const
    {
        return {history.skipped(base[index].uuid), index};
    }

    void arrange()
    {
        std::vector<std::pair<std::int64_t, std::size_t>> keys;
        for (std::size_t i = 0; i < base.size(); ++i)
            keys.push_back(key(i));
        std::ranges::sort(keys);
        order.clear();
        for (const auto &[skipped, index] : keys)
            order.push_back(index);
    }

    std::size_t positionOf(const std::string &uuid) const
    {
        const auto found = std::ranges::find(order, baseOf.at(uuid));
        return std::size_t(found - order.begin());
    }

    // The next without a verdict at or behind a place in the order, then from its front.
    void goToPending(std::size_t from)
    {
        for (std::size_t i = 0; i < order.size(); ++i) {
            const std::size_t position = (from + i) % order.size();
            if (pending(order[position])) {
                current = position;
                return;
            }
        }
        current.reset();
    }

    // A pure function of the events, so that it is the same after a restart.
    void goOnAfter(const LabelEvent &event)
    {
        if (event.kind != LabelEventKind::Skip)
            return goToPending(nextUnskipped(positionOf(event.item) + 1));
        if (history.skips(event.item) > 1) // it was at the end already
            return goToPending(0);
        const std::pair<std::int64_t, std::size_t> place(0, baseOf.at(event.item));
        const auto behind = std::ranges::upper_bound(order, place, {}, [&](std::size_t i) { return key(i); });
        goToPending(nextUnskipped(std::size_t(behind - order.begin())));
    }

    // Skipped items come last: where none but they lie behind, what was left out in front comes first.
    std::size_t nextUnskipped(std::size_t from) const
    {
        for (std::size_t i = from; i < order.size(); ++i)
            if (pending(order[i]) && key(order[i]).first == 0)
                return i;
        return 0;
    }

    void resume()
    {
        const LabelEvent *last = history.last();
        if (last == nullptr || !baseOf.contains(last->item))
            return goToPending(0);
        if (last->kind == LabelEventKind::Undo)
            current = positionOf(last->item);
        else
            goOnAfter(stepOf(*last));
    }

    // What an undo took back or a redo did again.
    const LabelEvent &stepOf(const LabelEvent &event) const
    {
        const LabelEvent *step = event.refers.empty() ? nullptr : history.find(event.refers);
        return step != nullptr ? *step : event;
    }

    LabelEvent newEvent(LabelEventKind kind, const std::string &itemUuid) const
    {
        LabelEvent event;
        event.protocolUuid = protocol.uuid;
        event.protocolVersion = protocol.version;
        event.labeller = labeller.uuid;
        event.kind = kind;
        event.item = itemUuid;
        return event;
    }

    const LabelItem &currentItem() const
    {
        if (!current)
            throw Error(ErrorCode::Usage, "there is no item to answer", "Go back, or jump to one");
        return item(*current);
    }

    void take(const LabelEvent &event)
    {
        history.apply(store.append(event));
        if (stepOf(*history.last()).kind == LabelEventKind::Skip) // nothing else changes the order
            arrange();
    }

    std::optional<TrainingFeedback> feedback(const LabelItem &asked, const LabelVerdict &said) const
    {
        if (asked.kind != LabelItemKind::Training || !asked.known)
            return std::nullopt;
        const LabelVerdict right{*asked.known, asked.knownClass, {}};
        return TrainingFeedback{said.answer == right.answer && said.seenClass == right.seenClass, right,
                                asked.text};
    }

    std::vector<std::pair<std::string, LabelVerdict>> others(const std::string &uuid) const
    {
        std::vector<std::pair<std::string, LabelVerdict>> list;
        for (const LabelEvent &event : store.rows().currentOf(uuid))
            if (event.labeller != labeller.uuid && event.kind == LabelEventKind::Verdict)
                list.emplace_back(store.labeller(event.labeller).name, verdictOf(event));
        return list;
    }

    LabelOrigin origin(const std::string &uuid)
    {
        if (!origins)
            origins = store.origins(protocol.uuid, protocol.version);
        const auto found = origins->find(uuid);
        return found == origins->end() ? LabelOrigin() : found->second;
    }

    LabelStore &store;
    LabelProtocol protocol;
    Labeller labeller;
    std::vector<LabelItem> examples;
    std::vector<LabelItem> base; // this labeller's order without skips
    std::map<std::string, std::size_t> baseOf;
    LabelHistory history;
    std::vector<std::size_t> order; // indices into base
    std::optional<std::size_t> current;
    std::optional<std::map<std::string, LabelOrigin>> origins; // read where the protocol shows any of it
};

LabellingQueue::LabellingQueue(LabelStore &store, const std::string &protocol, int version,
                               const std::string &labeller)
    : m(std::make_unique<Impl>(store, protocol, version, labeller))
{
}

LabellingQueue::~LabellingQueue() = default;
LabellingQueue::LabellingQueue(LabellingQueue &&) noexcept = default;

const LabelProtocol &LabellingQueue::protocol() const
{
    return m->protocol;
}

const Labeller &LabellingQueue::labeller() const
{
    return m->labeller;
}

std::vector<LabelItem> LabellingQueue::examples() const
{
    return m->examples;
}

std::size_t LabellingQueue::size() const
{
    return m->order.size();
}

bool LabellingQueue::finished() const
{
    return std::ranges::none_of(m->order, [&](std::size_t index) { return m->pending(index); });
}

std::optional<QueueItem> LabellingQueue::current() const
{
    return m->current ? std::optional(at(*m->current)) : std::nullopt;
}

QueueItem LabellingQueue::at(std::size_t position) const
{
    const LabelItem &item = m->item(position);
    const BlindSettings &hidden = m->protocol.hidden;
    QueueItem shown;
    shown.item.uuid = item.uuid;
    shown.item.kind = item.kind == LabelItemKind::Training ? LabelItemKind::Training : LabelItemKind::Test;
    shown.item.hasSeed = item.hasSeed && !hidden.seed;
    shown.position = position;
    if (const LabelEvent *verdict = m->history.verdict(item.uuid))
        shown.verdict = verdictOf(*verdict);
    shown.skipped = !shown.verdict && m->history.skipped(item.uuid) > 0;
    if (!hidden.expectedClass)
        shown.expected = item.expected;
    if (!hidden.predictedClass)
        shown.predicted = m->origin(item.uuid).predicted;
    if (!hidden.generator)
        shown.generator = m->origin(item.uuid).generator;
    if (!hidden.otherLabels)
        shown.others = m->others(item.uuid);
    return shown;
}

Image LabellingQueue::image(std::size_t position) const
{
    return m->store.image(m->item(position).uuid);
}

std::optional<Image> LabellingQueue::seedImage(std::size_t position) const
{
    if (m->protocol.hidden.seed)
        return std::nullopt;
    return m->store.seedImage(m->item(position).uuid);
}

std::optional<TrainingFeedback> LabellingQueue::answer(const LabelVerdict &verdict, const Timing &timing)
{
    const LabelItem asked = m->currentItem();
    LabelEvent event = m->newEvent(LabelEventKind::Verdict, asked.uuid);
    event.answer = verdict.answer;
    event.seenClass = verdict.seenClass;
    event.note = verdict.note;
    event.milliseconds = timing.milliseconds;
    event.millimetres = timing.millimetres;
    m->take(event);
    m->goOnAfter(*m->history.last());
    return m->feedback(asked, verdict);
}

void LabellingQueue::skip(const Timing &timing)
{
    LabelEvent event = m->newEvent(LabelEventKind::Skip, m->currentItem().uuid);
    event.milliseconds = timing.milliseconds;
    event.millimetres = timing.millimetres;
    m->take(event);
    m->goOnAfter(*m->history.last());
}

bool LabellingQueue::canUndo() const
{
    return m->history.undoable() != nullptr;
}

bool LabellingQueue::canRedo() const
{
    return m->history.redoable() != nullptr;
}

bool LabellingQueue::undo()
{
    const LabelEvent *step = m->history.undoable();
    if (step == nullptr)
        return false;
    LabelEvent event = m->newEvent(LabelEventKind::Undo, step->item);
    event.refers = step->uuid;
    m->take(event);
    m->current = m->positionOf(event.item);
    return true;
}

bool LabellingQueue::redo()
{
    const LabelEvent *step = m->history.redoable();
    if (step == nullptr)
        return false;
    LabelEvent event = m->newEvent(LabelEventKind::Redo, step->item);
    event.refers = step->uuid;
    m->take(event);
    m->goOnAfter(m->stepOf(*m->history.last()));
    return true;
}

void LabellingQueue::jump(std::size_t position)
{
    m->item(position); // throws beyond the end
    m->current = position;
}

bool LabellingQueue::back()
{
    const std::size_t here = m->current.value_or(m->order.size());
    if (here == 0)
        return false;
    m->current = here - 1;
    return true;
}

bool LabellingQueue::forward()
{
    if (!m->current || *m->current + 1 >= m->order.size())
        return false;
    m->current = *m->current + 1;
    return true;
}

void LabellingQueue::toNext()
{
    m->goToPending(m->current ? *m->current + 1 : 0);
}

LabellingProgress LabellingQueue::progress() const
{
    LabellingProgress progress;
    progress.positions = m->base.size();
    std::size_t left = 0;
    for (std::size_t index = 0; index < m->base.size(); ++index) {
        const LabelItem &item = m->base[index];
        const bool training = item.kind == LabelItemKind::Training;
        const bool pending = m->pending(index);
        progress.total += !training;
        progress.done += !training && !pending;
        progress.trainingLeft += training && pending;
        progress.skipped += pending && m->history.skipped(item.uuid) > 0;
        left += pending;
    }
    const auto times = m->history.lastMilliseconds(paceItems);
    if (!times.empty()) {
        progress.medianSeconds = median(times) / 1000;
        progress.secondsLeft = *progress.medianSeconds * double(left);
    }
    return progress;
}

} // namespace mutascope
