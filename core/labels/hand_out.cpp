// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/hand_out.h"
#include "core/base/error.h"
#include "core/labels/labelling_queue.h"
#include <algorithm>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

LabelItem shown(const LabelItem &item, const BlindSettings &hidden)
{
    LabelItem bare;
    bare.uuid = item.uuid;
    bare.kind = item.kind;
    bare.hasSeed = item.hasSeed && !hidden.seed;
    if (!hidden.expectedClass)
        bare.expected = item.expected;
    const bool taught = item.kind == LabelItemKind::Training || item.kind == LabelItemKind::Example;
    if (taught) {
        bare.known = item.known;
        bare.knownClass = item.knownClass;
        bare.text = item.text;
        return bare;
    }
    bare.kind = LabelItemKind::Test;
    return bare;
}

LabelProtocol shown(LabelProtocol protocol)
{
    protocol.selection = TestSelection::Failing;
    protocol.runs.clear();
    protocol.filter = {};
    protocol.disagreementsOf.clear();
    protocol.cleanChecks = protocol.invalidChecks = protocol.repeats = 0;
    protocol.labelsPerTest = protocol.labellers = 0;
    protocol.seed = 0;
    protocol.training.clear();
    protocol.examples.clear();
    return protocol;
}

void checkFree(const std::filesystem::path &file)
{
    std::error_code ignored;
    if (std::filesystem::exists(std::filesystem::symlink_status(file, ignored)))
        throw Error(ErrorCode::Usage, "'" + file.string() + "' is there already",
                    "Choose another name: a hand-out never replaces a file");
}

std::vector<LabelItem> itemsFor(const LabelStore &store, const LabelProtocol &protocol,
                                const Labeller &labeller, int slot)
{
    std::vector<LabelItem> items = store.items(protocol.uuid, protocol.version);
    const std::vector<LabelItem> asked = labellingOrder(protocol, items, labeller.uuid, slot);
    std::erase_if(items, [](const LabelItem &item) { return item.kind != LabelItemKind::Example; });
    items.insert(items.end(), asked.begin(), asked.end());
    return items;
}

void checkBlind(const BlindSettings &hidden)
{
    if (!hidden.otherLabels || !hidden.predictedClass || !hidden.generator)
        throw Error(ErrorCode::Usage,
                    "the labelling protocol shows predictions, generators or other labels, which a hand-out "
                    "does not hold",
                    "Hand out a protocol that hides them");
}

void writeItem(const LabelStore &store, LabelRows &out, const ProtocolKey &key, const LabelItem &item)
{
    const Image image = store.image(item.uuid);
    const auto seed = item.hasSeed ? store.seedImage(item.uuid) : std::nullopt;
    out.insertItem(key, item, &image, seed ? &*seed : nullptr);
}

} // namespace

HandOutResult handOut(LabelStore &store, const std::string &uuid, int version,
                      const std::string &labellerName, const std::filesystem::path &file)
{
    checkFree(file);
    const LabelProtocol protocol = store.protocol(uuid, version);
    checkBlind(protocol.hidden);
    const ProtocolKey key{protocol.uuid, protocol.version};
    HandOutResult result{0, store.labellerNamed(labellerName)};
    const int slot = store.join(key.uuid, key.version, result.labeller.uuid);
    LabelProtocolRow row = store.rows().protocol(key).value();
    row.handOut = true;
    row.definition = toJson(shown(protocol)).dump();
    try {
        LabelRows out(file, SessionStore::Mode::Create);
        out.inTransaction([&] {
            out.insertProtocol(row);
            for (const LabelItem &item : itemsFor(store, protocol, result.labeller, slot)) {
                writeItem(store, out, key, shown(item, protocol.hidden));
                result.items += item.kind != LabelItemKind::Example;
            }
            out.insertLabeller(result.labeller);
            out.insertSlot(key, result.labeller.uuid, slot);
        });
    } catch (...) {
        std::error_code ignored;
        std::filesystem::remove(file, ignored); // half a hand-out would look like a whole one
        throw;
    }
    return result;
}

} // namespace mutascope
