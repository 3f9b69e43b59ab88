// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/label_merge.h"
#include "core/base/error.h"
#include "core/labels/consensus.h"
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace mutascope {

namespace {

std::string nameOf(const LabelProtocol &protocol)
{
    return fmt::format("'{}' (version {})", protocol.name, protocol.version);
}

std::string answerText(const LabelEvent &event)
{
    return event.seenClass ? fmt::format("{} {}", answerName(event.answer), *event.seenClass)
                           : std::string(answerName(event.answer));
}

using Holder = std::pair<std::string, std::string>; // labeller, item

class Merger {
public:
    Merger(LabelStore &into, const LabelStore &other)
        : m_store(into), m_into(into.rows()), m_other(other), m_from(other.rows())
    {
    }

    MergeResult run()
    {
        m_into.inTransaction([&] {
            mergeLabellers();
            for (const LabelProtocolRow &row : m_from.protocols())
                mergeProtocol(row);
            std::vector<LabelItem> items;
            for (const auto &[uuid, item] : m_touched)
                items.push_back(item);
            m_store.updateVerdicts(items);
        });
        return std::move(m_result);
    }

private:
    void mergeLabellers()
    {
        for (const Labeller &labeller : m_from.labellers()) {
            const auto here = m_into.labeller(labeller.uuid);
            if (!here) {
                if (!m_into.labellersNamed(labeller.name).empty())
                    m_result.conflicts.add("labellers of a name that somebody else has here, counted as "
                                           "two people",
                                           fmt::format("'{}'", labeller.name));
                m_into.insertLabeller(labeller);
                ++m_result.labellers;
            } else if (here->name != labeller.name) {
                m_result.conflicts.add("labellers with another name here, which stays",
                                       fmt::format("'{}' is '{}' there", here->name, labeller.name));
            }
        }
    }

    void mergeProtocol(const LabelProtocolRow &row)
    {
        const ProtocolKey key{row.uuid, row.version};
        std::string name;
        try {
            name = nameOf(m_other.protocol(row.uuid, row.version));
        } catch (const Error &error) {
            return m_result.refused.add("protocols that cannot be read", row.uuid + ": " + error.what());
        }
        const auto here = m_into.protocol(key);
        if (!here)
            addProtocol(row, key);
        else if (here->definition != row.definition && !row.handOut && !here->handOut)
            return m_result.refused.add("protocols that are another one here", name);
        mergeSlots(key);
        mergeEvents(key);
    }

    void addProtocol(const LabelProtocolRow &row, const ProtocolKey &key)
    {
        m_into.insertProtocol(row);
        for (const LabelItem &item : m_from.items(key)) {
            const Image image = m_from.image(item.uuid);
            const auto seed = m_from.seedImage(item.uuid);
            m_into.insertItem(key, item, &image, seed ? &*seed : nullptr);
        }
        ++m_result.protocols;
    }

    void mergeSlots(const ProtocolKey &key)
    {
        const auto here = m_into.slots(key);
        for (const auto &[labeller, slot] : m_from.slots(key))
            if (!here.contains(labeller))
                m_into.insertSlot(key, labeller, slot);
    }

    void mergeEvents(const ProtocolKey &key)
    {
        std::map<std::string, LabelItem> items;
        for (LabelItem &item : m_into.items(key))
            items.emplace(item.uuid, item);
        const auto before = holding(m_into.current(key));
        std::set<std::string> fresh;
        const std::vector<LabelEvent> incoming = m_from.events(key);
        for (const LabelEvent &event : incoming)
            if (mergeEvent(event, items))
                fresh.insert(event.uuid);
        if (!fresh.empty())
            findConflicts(before, holding(m_from.current(key)), incoming, fresh);
    }

    bool mergeEvent(const LabelEvent &event, const std::map<std::string, LabelItem> &items)
    {
        const auto item = items.find(event.item);
        if (item == items.end()) {
            m_result.refused.add("labels for items that do not exist", event.item);
            return false;
        }
        if (const auto here = m_into.event(event.uuid)) {
            ++m_result.known;
            if (*here != event)
                m_result.conflicts.add(
                    "labels that say something else here, which stays",
                    fmt::format("{}: {} here, {} there", event.item, answerText(*here), answerText(event)));
            return false;
        }
        if (!isSound(event))
            return false;
        m_into.insertEvent(event);
        ++m_result.events;
        m_touched.insert(*item);
        return true;
    }

    // The file may come from anybody.
    bool isSound(const LabelEvent &event)
    {
        try {
            const LabelProtocol asked = m_store.protocol(event.protocolUuid, event.protocolVersion);
            const bool answers
                = event.kind == LabelEventKind::Verdict || event.kind == LabelEventKind::Adjudication;
            if (answers)
                checkVerdict(verdictOf(event), asked.question, int(asked.classNames.size()));
            m_store.labeller(event.labeller);
            if (!answers)
                checkStep(event);
            if (event.number >= largestLabelNumber)
                throw Error(ErrorCode::BadData, fmt::format("its number is {}", event.number));
            return true;
        } catch (const Error &error) {
            m_result.refused.add("labels that are unsound", event.item + ": " + error.what());
            return false;
        }
    }

    // Nobody takes back what somebody else said.
    void checkStep(const LabelEvent &event) const
    {
        if (event.kind == LabelEventKind::Skip)
            return;
        const auto step = m_into.event(event.refers);
        if (!step || step->labeller != event.labeller || step->item != event.item)
            throw Error(ErrorCode::BadData,
                        fmt::format("its {} is of no answer of the labeller", eventKindName(event.kind)));
    }

    static std::map<Holder, LabelEvent> holding(const std::vector<LabelEvent> &events)
    {
        std::map<Holder, LabelEvent> map;
        for (const LabelEvent &event : events)
            if (event.kind == LabelEventKind::Verdict)
                map.emplace(Holder(event.labeller, event.item), event);
        return map;
    }

    // Where each copy has a verdict the other did not know of, and they differ, the labeller contradicts
    // themself; a verdict that replaced one the other copy has, too, is progress.
    void findConflicts(const std::map<Holder, LabelEvent> &here, const std::map<Holder, LabelEvent> &there,
                       const std::vector<LabelEvent> &incoming, const std::set<std::string> &fresh)
    {
        std::set<std::string> knownThere;
        for (const LabelEvent &event : incoming)
            knownThere.insert(event.uuid);
        for (const auto &[holder, theirs] : there) {
            const auto found = here.find(holder);
            if (found == here.end() || !fresh.contains(theirs.uuid))
                continue;
            const LabelEvent &ours = found->second;
            const bool differs = ours.answer != theirs.answer || ours.seenClass != theirs.seenClass;
            if (differs && !knownThere.contains(ours.uuid))
                m_result.conflicts.add(
                    "items about which one labeller said different things in the copies",
                    fmt::format("{}: {} here, {} there", theirs.item, answerText(ours), answerText(theirs)));
        }
    }

    LabelStore &m_store;
    LabelRows &m_into;
    const LabelStore &m_other;
    LabelRows &m_from;
    std::map<std::string, LabelItem> m_touched; // by uuid
    MergeResult m_result;
};

} // namespace

MergeResult mergeLabels(LabelStore &into, const std::filesystem::path &file)
{
    std::error_code ignored;
    if (std::filesystem::equivalent(into.file(), file, ignored))
        throw Error(ErrorCode::Usage, "'" + file.string() + "' cannot be merged into itself",
                    "Give the copy that somebody else labelled");
    const LabelStore other(file, LabelStore::Mode::ReadOnly);
    return Merger(into, other).run();
}

} // namespace mutascope
