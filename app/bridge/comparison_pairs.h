// SPDX-License-Identifier: GPL-3.0-or-later
// What several groups of runs made of the same seeds. Only bridge sources include this.
#pragma once

#include "app/bridge/comparison_values.h"

#include <map>

namespace mutascope::bridge {

// Reads once which seeds there are, then images page by page. One thread at a time.
class PairedSeeds {
public:
    explicit PairedSeeds(const QList<RunGroup> &groups);

    int count() const { return int(m_order.size()); }
    // Seeds that fail in most groups first.
    QList<PairedRow> rows(int offset, int limit) const;

private:
    struct Test {
        qint64 id = 0;
        int predicted = 0;
        float confidence = 0;
        QString mutation;
    };
    struct OfRun {
        RunPlace place;
        int seed = 0; // in the run
        std::vector<Test> tests;
    };
    struct Seed {
        int label = 0;
        std::vector<std::vector<OfRun>> groups; // one list a group
    };
    using Key = std::pair<QString, qint64>; // split, index in the data

    void readRun(const RunPlace &place, std::size_t group);
    PairedRow row(const Key &key) const;

    std::size_t m_groups;
    QStringList m_classNames;
    std::map<Key, Seed> m_seeds;
    std::vector<Key> m_order;
};

} // namespace mutascope::bridge
