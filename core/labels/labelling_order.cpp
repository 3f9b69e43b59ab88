// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hash.h"
#include "core/base/shuffle.h"
#include "core/labels/labelling_queue.h"
#include <algorithm>

namespace mutascope {

namespace {

// Items between the first time and the repeat, where there are as many: nobody remembers the answer.
constexpr std::size_t repeatGap = 20;

Rng streamOf(const LabelProtocol &protocol, const std::string &labeller)
{
    const std::string hash = sha256(protocol.uuid + ' ' + labeller);
    return Rng(protocol.seed).sub(std::stoull(hash.substr(0, 16), nullptr, 16));
}

void insertRepeat(std::vector<LabelItem> &order, LabelItem repeat, Rng rng)
{
    const auto first = std::ranges::find(order, repeat.repeats, &LabelItem::uuid);
    const auto place = std::size_t(first - order.begin());
    const std::size_t earliest = std::min(place + 1 + repeatGap, order.size());
    const std::size_t at = earliest + rng.below(std::uint32_t(order.size() - earliest + 1));
    order.insert(order.begin() + std::ptrdiff_t(at), std::move(repeat));
}

} // namespace

bool isAskedOf(const LabelItem &item, const LabelProtocol &protocol, int slot)
{
    if (item.kind == LabelItemKind::Example)
        return false;
    if (item.slot < 0 || protocol.labelsPerTest <= 0)
        return true;
    const int distance = (slot - item.slot) % protocol.labellers;
    return (distance + protocol.labellers) % protocol.labellers < protocol.labelsPerTest;
}

std::vector<LabelItem> labellingOrder(const LabelProtocol &protocol, const std::vector<LabelItem> &items,
                                      const std::string &labeller, int slot)
{
    std::vector<LabelItem> training;
    std::vector<LabelItem> asked;
    std::vector<LabelItem> repeats;
    for (const LabelItem &item : items) {
        if (!isAskedOf(item, protocol, slot))
            continue;
        if (item.kind == LabelItemKind::Training)
            training.push_back(item);
        else
            (item.repeats.empty() ? asked : repeats).push_back(item);
    }
    const Rng rng = streamOf(protocol, labeller);
    shuffle(asked, rng.sub(0));
    for (std::size_t i = 0; i < repeats.size(); ++i)
        insertRepeat(asked, std::move(repeats[i]), rng.sub(i + 1));
    training.insert(training.end(), std::make_move_iterator(asked.begin()),
                    std::make_move_iterator(asked.end()));
    return training;
}

} // namespace mutascope
