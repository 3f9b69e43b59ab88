// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/label_store.h"
#include "core/base/error.h"
#include "core/labels/consensus.h"
#include "core/labels/label_store_impl.h"
#include "core/store/uuid.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

SessionStore::Mode sessionMode(LabelStore::Mode mode)
{
    return mode == LabelStore::Mode::ReadWrite ? SessionStore::Mode::ReadWrite : SessionStore::Mode::ReadOnly;
}

LabelProtocol protocolOf(const LabelProtocolRow &row)
{
    LabelProtocol protocol = protocolFromText(row.definition, "a labelling protocol of the session");
    protocol.uuid = row.uuid;
    protocol.version = row.version;
    return protocol;
}

ItemLabels::One oneOf(const LabelEvent &event)
{
    return {event.labeller, verdictOf(event), event.milliseconds, event.at, event.uuid, event.number};
}

} // namespace

LabelStore::Impl::Impl(const std::filesystem::path &file, Mode mode)
    : rows(file, sessionMode(mode)), clock(utcNowMilliseconds)
{
}

const LabelProtocol &LabelStore::Impl::protocol(const ProtocolKey &key)
{
    auto found = protocols.find(key);
    if (found != protocols.end())
        return found->second;
    const auto row = rows.protocol(key);
    if (!row)
        throw Error(ErrorCode::NotFound,
                    fmt::format("session '{}' has no labelling protocol {}{}", rows.file().string(), key.uuid,
                                key.version > 0 ? fmt::format(" of version {}", key.version) : ""),
                    "'mutascope-cli labels list' shows the protocols of a session");
    return protocols.try_emplace({row->uuid, row->version}, protocolOf(*row)).first->second;
}

ProtocolKey LabelStore::Impl::key(const std::string &uuid, int version)
{
    return {uuid, version > 0 ? version : protocol({uuid, 0}).version};
}

void LabelStore::Impl::updateVerdict(const LabelItem &item)
{
    if (item.runUuid.empty() || item.kind != LabelItemKind::Test)
        return;
    rows.setTestVerdict(item.runUuid, consensusOf(item.test, rows.labelsOfTest(item.runUuid, item.test)));
}

LabelStore::LabelStore(const std::filesystem::path &file, Mode mode) : m(std::make_unique<Impl>(file, mode))
{
}

LabelStore::~LabelStore() = default;
LabelStore::LabelStore(LabelStore &&) noexcept = default;

const std::filesystem::path &LabelStore::file() const
{
    return m->rows.file();
}

bool LabelStore::readOnly() const
{
    return m->rows.readOnly();
}

std::vector<LabelProtocol> LabelStore::protocols() const
{
    std::vector<LabelProtocol> list;
    for (const LabelProtocolRow &row : m->rows.protocols())
        list.push_back(m->protocol({row.uuid, row.version}));
    return list;
}

LabelProtocol LabelStore::protocol(const std::string &uuid, int version) const
{
    return m->protocol(m->key(uuid, version));
}

bool LabelStore::isHandOut(const std::string &protocol, int version) const
{
    return m->rows.protocol(m->key(protocol, version)).value().handOut;
}

std::vector<LabelItem> LabelStore::items(const std::string &protocol, int version) const
{
    return m->rows.items(m->key(protocol, version));
}

Image LabelStore::image(const std::string &item) const
{
    return m->rows.image(item);
}

std::optional<Image> LabelStore::seedImage(const std::string &item) const
{
    return m->rows.seedImage(item);
}

std::map<std::string, LabelOrigin> LabelStore::origins(const std::string &protocol, int version) const
{
    return m->rows.origins(m->key(protocol, version));
}

std::vector<LabelEvent> LabelStore::events(const std::string &protocol, int version,
                                           const std::string &labeller) const
{
    return m->rows.events(m->key(protocol, version), labeller);
}

std::vector<ItemLabels> LabelStore::labels(const std::string &protocol, int version) const
{
    const ProtocolKey key = m->key(protocol, version);
    std::vector<ItemLabels> list;
    std::map<std::string, std::size_t> places;
    for (LabelItem &item : m->rows.items(key)) {
        places[item.uuid] = list.size();
        list.push_back({std::move(item), {}, {}});
    }
    for (const LabelEvent &event : m->rows.current(key)) {
        ItemLabels &labels = list.at(places.at(event.item));
        (event.kind == LabelEventKind::Adjudication ? labels.adjudications : labels.labels)
            .push_back(oneOf(event));
    }
    return list;
}

LabelEvent LabelStore::append(LabelEvent event)
{
    const ProtocolKey key = m->key(event.protocolUuid, event.protocolVersion);
    event.protocolVersion = key.version;
    const LabelItem item = m->itemOf(key, event);
    labeller(event.labeller); // throws where there is none
    event.uuid = randomUuid();
    event.at = m->clock();
    event.program = MUTASCOPE_VERSION;
    event.milliseconds = std::max<std::int64_t>(event.milliseconds, 0);
    std::int64_t &number = m->lastNumber(key, event.labeller);
    event.number = number + 1;
    m->rows.inTransaction([&] {
        m->rows.insertEvent(event);
        m->updateVerdict(item);
    });
    number = event.number;
    return event;
}

LabelItem LabelStore::Impl::itemOf(const ProtocolKey &key, const LabelEvent &event)
{
    const auto found = rows.item(event.item);
    if (!found || found->protocol != key)
        throw Error(ErrorCode::NotFound, "the labelling protocol has no item " + event.item);
    const LabelProtocol &asked = protocol(key);
    if (event.kind == LabelEventKind::Verdict || event.kind == LabelEventKind::Adjudication)
        checkVerdict(verdictOf(event), asked.question, int(asked.classNames.size()));
    return found->item;
}

std::int64_t &LabelStore::Impl::lastNumber(const ProtocolKey &key, const std::string &labeller)
{
    const auto [place, isNew] = lastNumbers.try_emplace({key, labeller}, 0);
    if (isNew)
        place->second = rows.lastNumber(key, labeller);
    return place->second;
}

LabelEvent LabelStore::adjudicate(const std::string &protocol, int version, const std::string &item,
                                  const std::string &labeller, const LabelVerdict &verdict)
{
    LabelEvent event;
    event.protocolUuid = protocol;
    event.protocolVersion = version;
    event.item = item;
    event.labeller = labeller;
    event.kind = LabelEventKind::Adjudication;
    event.answer = verdict.answer;
    event.seenClass = verdict.seenClass;
    event.note = verdict.note;
    return append(std::move(event));
}

std::vector<TestVerdict> LabelStore::testVerdicts(std::int64_t run) const
{
    return m->rows.testVerdicts(run);
}

void LabelStore::setClock(std::function<std::string()> clock)
{
    m->clock = std::move(clock);
}

LabelRows &LabelStore::rows() const
{
    return m->rows;
}

void LabelStore::updateVerdicts(std::span<const LabelItem> items)
{
    m->lastNumbers.clear(); // events were added behind our back
    for (const LabelItem &item : items)
        m->updateVerdict(item);
}

} // namespace mutascope
