// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of work on the tests of a run that has ended, and what comes of it.
#pragma once

#include "app/bridge/values.h"

#include <QVariantMap>
#include <variant>

namespace mutascope::bridge {

enum class AfterKind { Minimize, Reduce, Cluster, Deduplicate };

struct AfterOrder {
    AfterKind kind = AfterKind::Minimize;
    QString sessionFile;
    qint64 run = 0;
    QVariantMap settings; // of afterFields()
    QString target; // session the new run goes to: made, or added to. Clusters stay with their run
    QString cacheFolder; // of profiles; empty: the user's
};

// Of values 0 to 255, over the tests that were minimised.
struct NormLine {
    QString name; // "L0" "L1" "L2" "Linf"
    double meanBefore = 0;
    double meanAfter = 0;
    double medianBefore = 0;
    double medianAfter = 0;
};

struct MinimizeValues {
    QList<NormLine> norms; // empty where none was minimised
    qint64 minimal = 0;
    qint64 unfinished = 0;
    qint64 notVerified = 0;
    qint64 notReproduced = 0;
};

struct ReachedValues {
    qint64 tests = 0;
    qint64 failing = 0;
    qint64 faults = 0;
    QList<std::pair<QString, double>> coverage; // criterion, share with the seeds
};

struct ReduceValues {
    ReachedValues before;
    ReachedValues after; // computed anew from the tests that are kept
    bool same = false;
    bool clusters = false; // are the faults, else pairs of classes
    qint64 notReproduced = 0;
};

struct ClusterPair {
    int label = 0;
    int predicted = 0;
    qint64 tests = 0;
};

struct ClusterLine {
    QList<qint64> tests; // ids, ascending
    qint64 representative = 0;
    QImage image; // of the representative
    QList<ClusterPair> pairs; // most frequent first
};

struct ClusterValues {
    QList<ClusterLine> clusters; // largest first
    QStringList classNames;
    qint64 tests = 0;
    qint64 inNone = 0;
    qint64 notReproduced = 0;
    QString layer;
    double explained = 0; // share of the variance that the kept components have
    bool stored = false; // with the run
};

struct DuplicateValues {
    qint64 tests = 0;
    qint64 equal = 0; // to an earlier one
    qint64 near = 0;
    qint64 kept = 0;
    double distance = 0;
    QString layer;
};

struct AfterOutcome {
    QString sessionFile; // of the run
    qint64 run = 0;
    QString target; // session with the new run; "" where there is none
    qint64 newRun = 0;
    qint64 failing = 0; // of the new run
    qint64 verified = 0;
    qint64 modelCalls = 0;
    double seconds = 0;
    bool stopped = false; // what was reached by then
    std::variant<MinimizeValues, ReduceValues, ClusterValues, DuplicateValues> values;

    AfterKind kind() const { return AfterKind(values.index()); }
    // The file that was written to; "" for none.
    QString written() const
    {
        const auto *clusters = std::get_if<ClusterValues>(&values);
        return clusters ? (clusters->stored ? sessionFile : QString()) : target;
    }
};

} // namespace mutascope::bridge
