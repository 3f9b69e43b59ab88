// SPDX-License-Identifier: GPL-3.0-or-later
// How protocols and labellers come into a store.
#include "core/base/error.h"
#include "core/data/class_names.h"
#include "core/labels/agreement_report.h"
#include "core/labels/label_store_impl.h"
#include "core/labels/protocol_items.h"
#include "core/store/uuid.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace mutascope {

namespace {

constexpr std::size_t longestLabellerName = 200;

std::vector<SelectedTest> disagreeingTests(const LabelStore &store, const SessionStore &session,
                                           const LabelProtocol &protocol)
{
    std::set<std::pair<std::string, std::int64_t>> wanted;
    for (const Disagreement &found : disagreements(store, protocol.disagreementsOf, 0))
        wanted.emplace(found.labels.item.runUuid, found.labels.item.test);
    LabelProtocol everything = protocol;
    everything.selection = TestSelection::Filter;
    everything.filter = {};
    std::vector<SelectedTest> tests = selectTests(everything, session);
    std::erase_if(tests, [&](const SelectedTest &test) {
        return !wanted.contains({test.runUuid, test.test});
    });
    if (tests.empty())
        throw Error(ErrorCode::NotFound, "the labellers of the other protocol agree about every test",
                    "Choose other tests");
    return tests;
}

void giveUuids(std::vector<NewItem> &items)
{
    for (NewItem &item : items)
        item.item.uuid = randomUuid();
    for (NewItem &item : items)
        if (item.repeats != SIZE_MAX)
            item.item.repeats = items.at(item.repeats).item.uuid;
}

} // namespace

void checkLabellerName(const std::string &name)
{
    if (name.find_first_not_of(' ') == std::string::npos)
        throw Error(ErrorCode::Usage, "a labeller needs a name");
    if (name.size() > longestLabellerName)
        throw Error(ErrorCode::Usage,
                    fmt::format("a labeller's name has {} bytes, at most {} are possible", name.size(),
                                longestLabellerName));
    const bool control = std::ranges::any_of(name, [](unsigned char c) { return c < 32 || c == 127; });
    if (control || asUtf8(name) != name)
        throw Error(ErrorCode::Usage, "a labeller's name has characters that cannot be shown",
                    "Use letters, digits and spaces");
}

LabelProtocol LabelStore::suggestedProtocol() const
{
    const SessionStore session(file(), SessionStore::Mode::ReadOnly);
    TestFilter failing;
    failing.failing = true;
    std::int64_t count = 0;
    for (const RunRecord &run : session.runs())
        count += session.testCount(run.id, failing);
    if (count == 0)
        throw Error(ErrorCode::NotFound,
                    "session '" + file().string() + "' has no failing test that could be labelled",
                    "Search until a test fails");
    return defaultProtocol(classNamesOf(session), count);
}

LabelProtocol LabelStore::createProtocol(LabelProtocol protocol)
{
    const SessionStore session(file(), SessionStore::Mode::ReadOnly);
    protocol.classNames
        = protocol.classNames.empty() ? classNamesOf(session) : distinctNames(std::move(protocol.classNames));
    checkProtocol(protocol);
    if (protocol.uuid.empty()) {
        protocol.uuid = randomUuid();
        protocol.version = 1;
    } else {
        const auto newest = m->rows.protocol({protocol.uuid, 0});
        protocol.version = newest ? newest->version + 1 : 1;
    }
    const std::vector<SelectedTest> tests = protocol.selection == TestSelection::Disagreements
        ? disagreeingTests(*this, session, protocol)
        : selectTests(protocol, session);
    std::vector<NewItem> items = makeItems(protocol, session, tests);
    giveUuids(items);
    const ProtocolKey key{protocol.uuid, protocol.version};
    m->rows.inTransaction([&] {
        m->rows.insertProtocol({protocol.uuid, protocol.version, m->clock(), false, toJson(protocol).dump()});
        for (const NewItem &item : items)
            m->rows.insertItem(key, item.item, item.image ? &*item.image : nullptr,
                               item.seed ? &*item.seed : nullptr);
    });
    return protocol;
}

std::vector<Labeller> LabelStore::labellers() const
{
    return m->rows.labellers();
}

std::vector<Labeller> LabelStore::labellersOf(const std::string &protocol, int version) const
{
    const ProtocolKey key = m->key(protocol, version);
    std::set<std::string> known = m->rows.speakers(key); // whose labels were imported never joined
    for (const auto &[labeller, slot] : m->rows.slots(key))
        known.insert(labeller);
    std::vector<Labeller> list = m->rows.labellers();
    std::erase_if(list, [&](const Labeller &labeller) { return !known.contains(labeller.uuid); });
    return list;
}

std::map<std::string, int> LabelStore::slotsOf(const std::string &protocol, int version) const
{
    return m->rows.slots(m->key(protocol, version));
}

Labeller LabelStore::labellerNamed(const std::string &name)
{
    checkLabellerName(name);
    const std::vector<Labeller> found = m->rows.labellersNamed(name);
    if (!found.empty())
        return found.front();
    const Labeller labeller{randomUuid(), name};
    m->rows.inTransaction([&] { m->rows.insertLabeller(labeller); });
    return labeller;
}

Labeller LabelStore::labeller(const std::string &uuid) const
{
    if (const auto found = m->rows.labeller(uuid))
        return *found;
    throw Error(ErrorCode::NotFound, "session '" + file().string() + "' has no labeller " + uuid);
}

int LabelStore::join(const std::string &protocol, int version, const std::string &labellerUuid)
{
    const ProtocolKey key = m->key(protocol, version);
    const auto slots = m->rows.slots(key);
    if (const auto found = slots.find(labellerUuid); found != slots.end())
        return found->second;
    const Labeller who = labeller(labellerUuid);
    int slot = 0;
    for (const auto &[uuid, taken] : slots)
        slot = std::max(slot, taken + 1);
    m->rows.inTransaction([&] { m->rows.insertSlot(key, who.uuid, slot); });
    return slot;
}

} // namespace mutascope
