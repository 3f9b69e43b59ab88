// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/consensus.h"
#include <algorithm>
#include <set>
#include <tuple>

namespace mutascope {

LabelVerdict verdictOf(const LabelEvent &event)
{
    return {event.answer, event.seenClass, event.note};
}

HumanVerdict consensus(std::span<const LabelVerdict> verdicts)
{
    if (verdicts.empty())
        return HumanVerdict::Unlabelled;
    const auto count
        = [&](LabelAnswer answer) { return std::ranges::count(verdicts, answer, &LabelVerdict::answer); };
    const auto same = count(LabelAnswer::ValidSame);
    const auto other = count(LabelAnswer::ValidOther);
    const auto valid = same + other + count(LabelAnswer::Seen);
    const auto invalid = count(LabelAnswer::Invalid);
    if (valid == invalid)
        return HumanVerdict::Undecided;
    if (invalid > valid)
        return HumanVerdict::Invalid;
    if (same == other)
        return HumanVerdict::ValidUnclear;
    return same > other ? HumanVerdict::ValidSame : HumanVerdict::ValidOther;
}

TestVerdict consensusOf(std::int64_t test, std::span<const LabelRows::TestLabels> items)
{
    std::vector<LabelVerdict> verdicts;
    std::vector<LabelVerdict> adjudicated;
    std::set<std::string> labellers;
    std::set<std::tuple<std::string, bool, LabelAnswer, std::optional<int>>> counted;
    for (const LabelRows::TestLabels &item : items) {
        for (const LabelEvent &event : item.labels) {
            const bool final = event.kind == LabelEventKind::Adjudication;
            const LabelVerdict verdict = derivedVerdict(verdictOf(event), item.expected);
            if (!final)
                labellers.insert(event.labeller);
            if (counted.emplace(event.labeller, final, verdict.answer, verdict.seenClass).second)
                (final ? adjudicated : verdicts).push_back(verdict);
        }
    }
    return {test, consensus(adjudicated.empty() ? verdicts : adjudicated), int(labellers.size())};
}

} // namespace mutascope
