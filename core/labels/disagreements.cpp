// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/agreement_report.h"
#include "core/labels/consensus.h"
#include <algorithm>

namespace mutascope {

namespace {

using Verdicts = std::vector<LabelVerdict>;

// Of who was not unsure, with what follows from the expected class.
Verdicts decided(const ItemLabels &labels, const std::vector<ItemLabels::One> &given)
{
    Verdicts verdicts;
    for (const ItemLabels::One &label : given)
        if (label.verdict.answer != LabelAnswer::Unsure)
            verdicts.push_back(derivedVerdict(label.verdict, labels.item.expected));
    return verdicts;
}

bool differs(const LabelVerdict &a, const LabelVerdict &b)
{
    return a.answer != b.answer || a.seenClass != b.seenClass;
}

bool isSettled(const ItemLabels &labels)
{
    const Verdicts final = decided(labels, labels.adjudications);
    return !final.empty() && consensus(final) != HumanVerdict::Undecided;
}

double agreementOf(const Verdicts &verdicts)
{
    std::size_t equal = 0;
    for (std::size_t a = 0; a < verdicts.size(); ++a)
        for (std::size_t b = a + 1; b < verdicts.size(); ++b)
            equal += !differs(verdicts[a], verdicts[b]);
    return double(equal) / (double(verdicts.size()) * double(verdicts.size() - 1) / 2);
}

std::optional<Disagreement> disagreementOf(const ItemLabels &labels)
{
    const Verdicts verdicts = decided(labels, labels.labels);
    if (labels.item.kind != LabelItemKind::Test || verdicts.size() < 2 || isSettled(labels))
        return std::nullopt;
    const auto invalid = std::ranges::count(verdicts, LabelAnswer::Invalid, &LabelVerdict::answer);
    const bool aboutValidity = invalid > 0 && invalid < std::ptrdiff_t(verdicts.size());
    const double agreement = agreementOf(verdicts);
    if (agreement == 1)
        return std::nullopt;
    return Disagreement{labels, aboutValidity, agreement};
}

} // namespace

std::vector<Disagreement> disagreements(const LabelStore &store, const std::string &protocol, int version)
{
    std::vector<Disagreement> list;
    for (const ItemLabels &labels : store.labels(protocol, version))
        if (auto found = disagreementOf(labels))
            list.push_back(std::move(*found));
    std::ranges::stable_sort(list, {}, &Disagreement::agreement);
    return list;
}

} // namespace mutascope
