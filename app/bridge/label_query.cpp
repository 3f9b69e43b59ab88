// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/label_query.h"

#include "app/bridge/convert.h"
#include "app/bridge/label_convert.h"
#include "core/labels/labelling_queue.h"
#include "core/metrics/stats/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace mutascope::bridge {

namespace {

constexpr int mostBins = 8;
constexpr double fewestOfBin = 5; // tests, on average
constexpr double normalQuantile = 1.959964; // two-sided 95 %

// Of those who joined, whose every item has an answer.
std::set<std::string> finishedLabellers(const LabelStore &store, const LabelProtocol &protocol,
                                        const std::vector<ItemLabels> &items)
{
    const std::map<std::string, int> slots = store.slotsOf(protocol.uuid, protocol.version);
    std::map<std::string, std::ptrdiff_t> answered;
    for (const ItemLabels &item : items)
        for (const ItemLabels::One &one : item.labels)
            if (const auto who = slots.find(one.labeller); who != slots.end())
                answered[one.labeller] += isAskedOf(item.item, protocol, who->second) ? 1 : 0;
    std::set<std::string> finished;
    std::map<int, std::ptrdiff_t> asked; // by what a slot is asked; of thousands of labellers few differ
    for (const auto &[labeller, count] : answered) {
        const int slot = slots.at(labeller) % std::max(protocol.labellers, 1);
        if (!asked.contains(slot))
            asked[slot] = std::ranges::count_if(
                items, [&](const ItemLabels &item) { return isAskedOf(item.item, protocol, slot); });
        if (count == asked[slot])
            finished.insert(labeller);
    }
    return finished;
}

LabelProtocolInfo toInfo(const LabelStore &store, const LabelProtocol &protocol)
{
    LabelProtocolInfo info;
    info.values = toProtocolValues(protocol);
    info.handOut = store.isHandOut(protocol.uuid, protocol.version);
    const std::vector<ItemLabels> items = store.labels(protocol.uuid, protocol.version);
    const std::set<std::string> finished = finishedLabellers(store, protocol, items);
    for (const Labeller &labeller : store.labellersOf(protocol.uuid, protocol.version)) {
        info.labellers.append(QString::fromStdString(labeller.name));
        if (finished.contains(labeller.uuid))
            info.finished.append(info.labellers.back());
    }
    for (const ItemLabels &item : items) {
        const bool asked
            = item.item.kind != LabelItemKind::Training && item.item.kind != LabelItemKind::Example;
        info.items += asked ? 1 : 0;
        info.labelled += asked && !item.labels.empty() ? 1 : 0;
    }
    return info;
}

} // namespace

LabelOverview queryOverview(const LabelStore &store)
{
    LabelOverview overview;
    for (const LabelProtocol &protocol : store.protocols())
        overview.protocols.append(toInfo(store, protocol));
    for (const Labeller &labeller : store.labellers())
        overview.labellers.append(QString::fromStdString(labeller.name));
    return overview;
}

QList<DisputedItem> queryDisputed(const LabelStore &store, const QString &protocol, int version)
{
    QList<DisputedItem> items;
    for (const Disagreement &disagreement : disagreements(store, protocol.toStdString(), version)) {
        DisputedItem item;
        const LabelItem &row = disagreement.labels.item;
        item.item = QString::fromStdString(row.uuid);
        item.image = toQImage(store.image(row.uuid));
        if (const std::optional<Image> seed = store.seedImage(row.uuid))
            item.seedImage = toQImage(*seed);
        for (const ItemLabels::One &one : disagreement.labels.labels)
            item.labels.append(
                {QString::fromStdString(store.labeller(one.labeller).name), toWord(one.verdict)});
        item.aboutValidity = disagreement.aboutValidity;
        item.agreement = disagreement.agreement;
        items.append(item);
    }
    return items;
}

void setInterval(widgets::ValidityBin &bin)
{
    if (bin.judged == 0)
        return;
    const auto count = double(bin.judged);
    const double square = normalQuantile * normalQuantile;
    const double center = (bin.share() + square / (2 * count)) / (1 + square / count);
    const double half = normalQuantile / (1 + square / count)
        * std::sqrt(bin.share() * (1 - bin.share()) / count + square / (4 * count * count));
    bin.from = std::max(0.0, center - half);
    bin.to = std::min(1.0, center + half);
}

namespace {

struct JudgedTest {
    double measure = 0;
    bool valid = false;
};

// Bins of equal width from the smallest to the largest value.
std::vector<widgets::ValidityBin> binned(const std::vector<JudgedTest> &tests)
{
    if (tests.empty())
        return {};
    const auto [least, most]
        = std::minmax_element(tests.begin(), tests.end(),
                              [](const JudgedTest &a, const JudgedTest &b) { return a.measure < b.measure; });
    const double low = least->measure;
    const double high = most->measure;
    const int bins = high > low ? std::clamp(int(double(tests.size()) / fewestOfBin), 1, mostBins) : 1;
    const double width = (high - low) / bins;
    std::vector<widgets::ValidityBin> result(std::size_t(bins), widgets::ValidityBin{});
    for (int i = 0; i < bins; ++i) {
        result[std::size_t(i)].low = low + i * width;
        result[std::size_t(i)].high = low + (i + 1) * width;
    }
    for (const JudgedTest &test : tests) {
        const int bin = width > 0 ? std::min(bins - 1, int((test.measure - low) / width)) : 0;
        ++result[std::size_t(bin)].judged;
        result[std::size_t(bin)].valid += test.valid ? 1 : 0;
    }
    for (widgets::ValidityBin &bin : result)
        setInterval(bin);
    return result;
}

// The coverage of each run when it had judged so many tests.
class CoverageAt {
public:
    explicit CoverageAt(const LabelStore &store) : m_session(store.file(), SessionStore::Mode::ReadOnly)
    {
        for (const RunRecord &run : m_session.runs())
            m_withCriterion[run.id] = !run.criterion.empty();
    }

    std::optional<double> of(std::int64_t run, std::int64_t tests)
    {
        const auto known = m_withCriterion.find(run);
        if (known == m_withCriterion.end() || !known->second)
            return std::nullopt;
        if (!m_curves.contains(run))
            read(run);
        const Curve &curve = m_curves[run];
        if (curve.tests.empty())
            return std::nullopt;
        const double at[] = {double(tests)};
        return steppedAt(curve.tests, curve.values, at).front();
    }

private:
    struct Curve {
        std::vector<double> tests;
        std::vector<double> values;
    };
    void read(std::int64_t run)
    {
        Curve &curve = m_curves[run];
        for (const CoveragePoint &point : m_session.coverage(run)) {
            curve.tests.push_back(double(point.tests));
            curve.values.push_back(point.value);
        }
    }

    SessionStore m_session;
    std::map<std::int64_t, bool> m_withCriterion;
    std::map<std::int64_t, Curve> m_curves;
};

void count(HumanVerdict verdict, ValidityValues &values)
{
    values.valid += isValid(verdict) ? 1 : 0;
    values.invalid += verdict == HumanVerdict::Invalid ? 1 : 0;
    values.undecided += verdict == HumanVerdict::Undecided ? 1 : 0;
    values.preserved += verdict == HumanVerdict::ValidSame ? 1 : 0;
    values.changed += verdict == HumanVerdict::ValidOther ? 1 : 0;
}

struct Measured {
    std::vector<JudgedTest> size;
    std::vector<JudgedTest> coverage;
};

void measure(const LabelOrigin &origin, bool valid, CoverageAt &coverage, Measured &measured)
{
    measured.size.push_back({origin.l2, valid});
    if (const auto at = coverage.of(origin.run, origin.atTests))
        measured.coverage.push_back({*at * 100, valid});
}

} // namespace

ValidityValues queryValidity(const LabelStore &store, const QString &protocol, int version)
{
    ValidityValues values;
    CoverageAt coverage(store);
    Measured measured;
    std::map<std::int64_t, std::map<std::int64_t, HumanVerdict>> verdicts; // run, test
    std::set<std::pair<std::int64_t, std::int64_t>> seen; // an item may be asked twice
    const std::string uuid = protocol.toStdString();
    const std::map<std::string, LabelOrigin> origins = store.origins(uuid, version);
    for (const LabelItem &item : store.items(uuid, version)) {
        const auto origin = origins.find(item.uuid);
        if (item.kind != LabelItemKind::Test || origin == origins.end()
            || !seen.insert({origin->second.run, item.test}).second)
            continue;
        const bool known = verdicts.contains(origin->second.run);
        auto &ofRun = verdicts[origin->second.run];
        if (!known)
            for (const TestVerdict &verdict : store.testVerdicts(origin->second.run))
                ofRun[verdict.test] = verdict.verdict;
        const auto found = ofRun.find(item.test);
        if (found == ofRun.end())
            continue;
        count(found->second, values);
        if (isValid(found->second) || found->second == HumanVerdict::Invalid)
            measure(origin->second, isValid(found->second), coverage, measured);
    }
    values.overSize = binned(measured.size);
    values.overCoverage = binned(measured.coverage);
    return values;
}

} // namespace mutascope::bridge
