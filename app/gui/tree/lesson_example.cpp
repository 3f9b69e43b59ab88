// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/tree/lesson_example.h"

#include "app/bridge/session_reader.h"

#include <memory>

namespace mutascope::gui {

namespace {

constexpr std::size_t mostCandidates = 24; // their images are read

struct Search {
    std::size_t waitsFor = 0; // answers
    qint64 best = 0;
    double distance = 0;
};

void compareCandidates(bridge::SessionReader &reader, qint64 run, const std::vector<qint64> &tests,
                       QObject *receiver, const std::function<void(qint64)> &answer)
{
    const auto search = std::make_shared<Search>(Search{tests.size()});
    for (const qint64 test : tests)
        reader.fetchDetails(run, test, receiver, [search, answer](const bridge::TestDetails &details) {
            if (search->best == 0 || details.l2 < search->distance) {
                search->best = details.row.id;
                search->distance = details.l2;
            }
            if (--search->waitsFor == 0)
                answer(search->best);
        });
}

} // namespace

void findExample(bridge::SessionReader &reader, qint64 run, QObject *receiver,
                 const std::function<void(qint64)> &answer)
{
    const auto choose = [&reader, run, receiver, answer](const std::vector<bridge::TestRow> &rows) {
        std::vector<qint64> failing;
        for (const bridge::TestRow &row : rows)
            if (row.failing && failing.size() < mostCandidates)
                failing.push_back(row.id);
        if (!failing.empty())
            compareCandidates(reader, run, failing, receiver, answer);
        else if (!rows.empty())
            answer(rows.front().id);
    };
    reader.fetchTests(run, {}, 0, receiver, choose);
}

} // namespace mutascope::gui
