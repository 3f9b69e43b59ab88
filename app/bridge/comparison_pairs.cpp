// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/comparison_pairs.h"

#include "app/bridge/convert.h"
#include "core/store/model_failures.h"
#include "core/store/session_store.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <functional>

namespace mutascope::bridge {

namespace {

constexpr std::size_t imagesPerGroup = 4;

QString nameOf(const QStringList &names, int index)
{
    return names.value(index, QString::number(index));
}

// What a failing test was taken for.
QString verdictText(const QStringList &names, int predicted, float confidence)
{
    if (predicted < 0)
        return QCoreApplication::translate("PairedSeeds", "no prediction");
    return QStringLiteral("%1 %2").arg(nameOf(names, predicted),
                                       QLocale().toString(double(confidence), 'f', 2));
}

} // namespace

PairedSeeds::PairedSeeds(const QList<RunGroup> &groups) : m_groups(std::size_t(groups.size()))
{
    for (std::size_t group = 0; group < m_groups; ++group)
        for (const RunPlace &place : groups[qsizetype(group)].runs)
            readRun(place, group);
    const auto groupsThatFail = [](const Seed &seed) {
        return std::count_if(seed.groups.begin(), seed.groups.end(), [](const std::vector<OfRun> &runs) {
            return std::any_of(runs.begin(), runs.end(), [](const OfRun &run) { return !run.tests.empty(); });
        });
    };
    for (const auto &[key, seed] : m_seeds)
        if (groupsThatFail(seed) > 0)
            m_order.push_back(key);
    std::ranges::stable_sort(m_order, std::greater(),
                             [&](const Key &key) { return groupsThatFail(m_seeds.at(key)); });
}

void PairedSeeds::readRun(const RunPlace &place, std::size_t group)
{
    const SessionStore store(toPath(place.file), SessionStore::Mode::ReadOnly);
    const RunRecord record = store.run(place.run);
    const QString split = QString::fromStdString(
        effectiveParams(runConfigFromJson(nlohmann::json::parse(record.config))).text("seed-split"));
    if (m_classNames.isEmpty())
        m_classNames = toRunInfo(record, false).classNames;
    std::map<int, OfRun *> ofSeed;
    for (const SeedRecord &one : store.seeds(place.run)) {
        Seed &seed = m_seeds[{split, qint64(one.datasetIndex)}];
        seed.label = one.label;
        seed.groups.resize(m_groups);
        seed.groups[group].push_back({place, one.index, {}});
    }
    for (auto &[key, seed] : m_seeds)
        for (OfRun &run : seed.groups[group])
            if (run.place == place)
                ofSeed[run.seed] = &run;
    TestFilter filter;
    filter.failing = true;
    filter.verified = true;
    for (const TestRecord &test : store.tests(place.run, filter))
        if (const auto run = ofSeed.find(test.seed); run != ofSeed.end())
            run->second->tests.push_back({qint64(test.id), hasPrediction(test) ? test.predicted : -1,
                                          test.confidence, mutationText(test.mutation)});
}

QList<PairedRow> PairedSeeds::rows(int offset, int limit) const
{
    QList<PairedRow> rows;
    for (int i = offset; i < std::min(offset + limit, count()); ++i)
        rows.append(row(m_order[std::size_t(i)]));
    return rows;
}

PairedRow PairedSeeds::row(const Key &key) const
{
    const Seed &seed = m_seeds.at(key);
    PairedRow row;
    row.datasetIndex = key.second;
    row.label = nameOf(m_classNames, seed.label);
    for (const std::vector<OfRun> &runs : seed.groups) {
        QList<PairedTest> shown;
        qint64 found = runs.empty() ? -1 : 0;
        for (const OfRun &run : runs) {
            found += qint64(run.tests.size());
            const SessionStore store(toPath(run.place.file), SessionStore::Mode::ReadOnly);
            if (row.seed.isNull())
                row.seed = toQImage(store.seedImage(run.place.run, run.seed));
            for (const Test &test : run.tests) {
                if (std::size_t(shown.size()) >= imagesPerGroup)
                    break;
                const QString verdict = verdictText(m_classNames, test.predicted, test.confidence);
                const QString name = test.predicted < 0 ? verdict : nameOf(m_classNames, test.predicted);
                shown.append({run.place, test.id, toQImage(store.image(run.place.run, test.id)), name,
                              QStringLiteral("%1 · %2").arg(verdict, test.mutation)});
            }
        }
        row.tests.append(shown);
        row.found.append(found);
    }
    return row;
}

} // namespace mutascope::bridge
