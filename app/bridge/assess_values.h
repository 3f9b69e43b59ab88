// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of an assessment, and what there is of it.
#pragma once

#include "app/bridge/values.h"

namespace mutascope::bridge {

struct PresetEntry {
    QString id;
    QString summary;
    QString criterion; // canonical
    qint64 calls = 0;
    QStringList settings;
};

struct MetricEntry {
    QString id;
    QString name;
    QString family;
    QString summary;
    QString paper;
    QString unit;
    bool higherIsBetter = true;
};

// As the options of `mutascope-cli assess`.
struct AssessSetup {
    QString projectFolder;
    QStringList generators; // ids
    QString preset; // "": none
    QString criterion; // canonical text, "none" for none, "" for that of the preset or the project
    QString layers;
    QStringList settings; // "GENERATOR.NAME=VALUE" or "NAME=VALUE"
    BudgetValues budget;
    int repeats = 5;
    quint64 seed = 1;
    QStringList metrics; // empty: all
    QString features; // "": the model's own
    QString lpips; // "": none
    bool validator = true;
    bool retrain = false; // afterwards, with each generator's failing tests
    int retrainEpochs = 0; // 0: its own default
    qint64 retrainImages = 0; // training images in an epoch; 0: all
    QStringList transfer; // projects or model files that the failing tests are put to
    QString folder;
    int jobs = 0; // 0: one a processor

    bool operator==(const AssessSetup &) const;
};

// Of a project: which generators cannot serve its model, and how fast it is.
struct AssessProbe {
    QMap<QString, QString> leftOut; // id -> why
    double imagesPerSecond = 0; // of one process; 0: not known
};

enum class CellPhase { Waiting, Running, Stopped, Measuring, Measured, Failed };

struct CellInfo {
    QString generator; // id
    int repeat = 1;
    quint64 seed = 1;
    CellPhase phase = CellPhase::Waiting;
    int failures = 0; // in a row
    QString message; // of a failed one

    bool operator==(const CellInfo &) const = default;
};

// One generator's repeats of one figure.
struct FigureColumn {
    std::vector<double> values;
    double mean = 0;
    double deviation = 0;
    std::vector<double> quartiles; // minimum, lower, median, upper, maximum; empty without values
    QStringList missing; // reasons of the repeats without a value, each once
    QString note;
    int group = 0; // Scott-Knott; 1 best, 0: not ranked
    bool best = false; // significantly better than the next best

    bool hasValue() const { return !values.empty(); }
};

struct FigureInfo {
    QString id;
    QString name;
    QString family;
    QString unit;
    bool higherIsBetter = true;
    bool compared = true; // raw figures of a run are shown, not compared
    std::vector<FigureColumn> columns; // one a generator
};

// Mean over some runs and where it lies with 95 % certainty, over model calls.
struct BandCurve {
    QString name;
    int runs = 0;
    QVector<double> x;
    QVector<double> low;
    QVector<double> mean;
    QVector<double> high;
};

// As the report shows it.
struct AfterTable {
    QString title;
    QString caption;
    QStringList head;
    std::vector<QStringList> rows;
};

struct AssessState {
    AssessSetup setup; // as the folder's plan says it
    QString projectName;
    QStringList generators; // ids, in the order of columns and curves
    QMap<QString, QString> leftOut;
    std::vector<CellInfo> cells; // generator by generator
    std::vector<FigureInfo> figures;
    std::vector<BandCurve> coverage; // one a generator
    std::vector<BandCurve> failing;
    std::vector<AfterTable> after; // retraining, transfer; empty: not asked for, or not yet
    QString withoutValidator; // why nobody judged the tests' validity, where somebody was to
    double smallestP = 1; // that so few repeats can give
    int measured = 0;

    bool complete() const
    {
        for (const CellInfo &cell : cells)
            if (cell.phase != CellPhase::Measured && cell.phase != CellPhase::Failed)
                return false;
        return true;
    }
};

} // namespace mutascope::bridge
