// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of any session files, beside each other.
#pragma once

#include "app/bridge/assess_values.h"

namespace mutascope::bridge {

// A run wherever it is stored.
struct RunPlace {
    QString file;
    qint64 run = 0;

    bool operator==(const RunPlace &) const = default;
    bool operator<(const RunPlace &other) const
    {
        return std::pair(file, run) < std::pair(other.file, other.run);
    }
};

struct ComparedRun {
    RunPlace place;
    RunInfo info;
    QString modelName; // file name
    QString modelKey; // the same for the same file, fed in the same way
    QString dataSha256;
    QString split; // the seeds were drawn from
    QMap<QString, QString> configuration; // every parameter that fixes the tests, the seed included
    QString repeatKey; // the same for repeats: the configuration without the seed
    qint64 seeds = 0; // drawn
    double trainingSeconds = 0;

    // Figures may be held against each other.
    bool fits(const ComparedRun &other) const
    {
        return modelKey == other.modelKey && dataSha256 == other.dataSha256;
    }
};

struct ComparedFile {
    QString file;
    QString error; // why it cannot be read; then there are no runs
    QList<ComparedRun> runs;
};

// Of one run; ids of metricEntries().
struct MeasuredValue {
    std::optional<double> value;
    QString missing;
    QString note;
};
struct MeasuredRun {
    RunPlace place;
    QMap<QString, MeasuredValue> metrics;
    QString error; // why it could not be measured
};

// The failing tests of a run put to another model.
struct RejudgedRun {
    RunPlace place;
    qint64 tests = 0; // stored failing ones
    qint64 judged = 0; // of these, those whose seed the model classifies correctly
    qint64 failing = 0; // of these
    QString error;

    double share() const { return judged == 0 ? 0 : double(failing) / double(judged); }
};

// What several generators made of one seed image.
struct PairedTest {
    RunPlace place;
    qint64 id = 0;
    QImage image;
    QString caption; // class it is taken for
    QString toolTip;
};
struct PairedRow {
    qint64 datasetIndex = 0;
    QImage seed;
    QString label;
    QList<QList<PairedTest>> tests; // one list a group, as they were asked for
    QList<qint64> found; // failing tests of the seed there are, one a group; -1: the group had another seed
};

// Runs of one generator and one configuration, which differ in their seeds.
struct RunGroup {
    QString name; // "DeepHunter", or "DeepHunter (criterion nc:0.75)" where there are several
    QList<RunPlace> runs;
};

} // namespace mutascope::bridge
