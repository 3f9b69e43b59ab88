// SPDX-License-Identifier: GPL-3.0-or-later
// Qt values of labelling. What a labeller may not know is in none that a labeller is shown.
#pragma once

#include "widgets/label_validity_plot.h"

#include <QImage>
#include <QList>
#include <QPointF>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

namespace mutascope::bridge {

enum class LabelSays { ValidSame, ValidOther, Seen, Invalid, Unsure };

struct LabelWord {
    LabelSays says = LabelSays::Unsure;
    int seenClass = -1; // of ValidOther and Seen
    QString note;

    bool operator==(const LabelWord &) const = default;
};

enum class LabelTests { Failing, Sample, Disagreements, Filter };

struct KnownLabel {
    qint64 run = 0;
    qint64 test = 0;
    LabelWord answer;
    QString text; // why

    bool operator==(const KnownLabel &) const = default;
};

struct LabelProtocolValues {
    QString uuid; // "" until it is stored
    int version = 1;
    QString name;
    bool namesClass = true; // the question: which class; else: valid, and still of its class
    QStringList classNames;
    LabelTests tests = LabelTests::Sample;
    QList<qint64> runs; // empty: all
    int sampleSize = 200;
    QString disagreementsOf; // uuid
    std::optional<bool> failing; // filter
    std::optional<bool> verified;
    std::optional<int> label;
    std::optional<int> predicted;
    QString mutator;
    bool hidesExpected = true;
    bool hidesPredicted = true;
    bool hidesGenerator = true;
    bool hidesOthers = true;
    bool hidesSeed = true;
    quint64 seed = 1;
    int labelsPerTest = 0; // 0: everybody gets every test
    int labellers = 0;
    int cleanChecks = 0;
    int invalidChecks = 0;
    int repeats = 0;
    int trainingClean = 0;
    int trainingInvalid = 0;
    QList<KnownLabel> training;
    QString instructions;
    QList<KnownLabel> examples;
    double millimetres = 50;

    bool blind() const
    {
        return hidesExpected && hidesPredicted && hidesGenerator && hidesOthers && hidesSeed;
    }
    bool operator==(const LabelProtocolValues &) const = default;
};

// A protocol in the list.
struct LabelProtocolInfo {
    LabelProtocolValues values;
    bool handOut = false;
    qint64 items = 0;
    qint64 labelled = 0; // by anybody
    QStringList labellers; // who joined
    QStringList finished; // of these, who answered everything they are asked
};

struct LabelOverview {
    QList<LabelProtocolInfo> protocols; // oldest first
    QStringList labellers; // all names
};

struct LabelProgressValues {
    qint64 done = 0;
    qint64 total = 0;
    qint64 skipped = 0;
    qint64 trainingLeft = 0;
    qint64 positions = 0; // total and the training round
    double secondsPerItem = 0; // 0: not known yet
};

// The image at hand, and what the protocol shows of it.
struct LabelShown {
    qint64 position = -1; // from 0; -1: there is none, everything has a verdict
    QImage image;
    QImage seedImage; // null where hidden
    bool training = false;
    bool skipped = false;
    std::optional<LabelWord> word; // what this labeller said before
    std::optional<int> expected;
    std::optional<int> predicted;
    QString generator;
    QList<std::pair<QString, LabelWord>> others;
    bool canUndo = false;
    bool canRedo = false;
    LabelProgressValues progress;
};

struct LabelExample {
    QImage image;
    QImage seedImage;
    LabelWord answer;
    QString text;
};

struct LabelStart {
    LabelProtocolValues protocol;
    QString labeller;
    bool returning = false; // this labeller has given verdicts before
    QList<LabelExample> examples;
};

struct LabelFeedback {
    bool right = false;
    LabelWord answer;
    QString text;
};

struct CoefficientValue {
    QString name;
    QString about; // what it is, who says so
    std::optional<double> value;
    std::optional<double> low;
    std::optional<double> high;
};

struct AgreementPart {
    QString name; // "" for all
    qint64 items = 0; // with two answers or more
    qint64 answers = 0;
    QList<CoefficientValue> coefficients;
    QString warning;
};

struct LabellerPairValues {
    QString first;
    QString second;
    QStringList categories;
    std::vector<std::vector<qint64>> confusion; // rows: the first
    qint64 items = 0;
};

struct AgreementQuestionValues {
    QString name;
    AgreementPart all;
    QList<AgreementPart> byClass;
    QList<AgreementPart> byGenerator;
    QList<LabellerPairValues> pairs;
};

struct LabellerValues {
    QString name;
    qint64 labels = 0;
    qint64 unsure = 0;
    qint64 checks = 0;
    qint64 checksRight = 0;
    qint64 repeats = 0;
    qint64 repeatsSame = 0;
    double medianSeconds = 0;
};

struct AgreementValuesReport {
    QList<AgreementQuestionValues> questions;
    QList<LabellerValues> labellers;
    qint64 items = 0;
    qint64 labelled = 0;
};

// What came in from other copies of the session.
struct LabelMergeValues {
    qint64 protocols = 0; // new here
    qint64 labellers = 0;
    qint64 events = 0;
    qint64 known = 0; // that were here already
    qint64 conflicts = 0;
    qint64 refused = 0;
    QString conflictsText; // the first of them
    QString refusedText;
};

// Files for other programs.
enum class LabelFile { Csv, JsonLines, LabelStudio, Coco };

struct LabelImportValues {
    qint64 labels = 0; // taken over
    qint64 known = 0; // that were here already
    qint64 conflicts = 0;
    qint64 refused = 0;
    QString conflictsText;
    QString refusedText;
};

// An item its labellers disagree about, with all that the one who decides sees.
struct DisputedItem {
    QString item; // uuid
    QImage image;
    QImage seedImage; // null where there is none
    QList<std::pair<QString, LabelWord>> labels; // name of the labeller
    bool aboutValidity = false;
    double agreement = 0;
};

// What people say about the tests of a protocol, and what it may depend on.
struct ValidityValues {
    qint64 valid = 0;
    qint64 invalid = 0;
    qint64 undecided = 0;
    qint64 preserved = 0; // of the valid: of the class expected
    qint64 changed = 0;
    std::vector<widgets::ValidityBin> overSize; // L2 to the seed
    std::vector<widgets::ValidityBin> overCoverage; // when the test was found, in per cent
};

// An automated score held against people.
struct AutomatedScore {
    QString name; // "reconstruction"
    std::optional<double> auc;
    std::optional<double> threshold; // chosen on the labels
    std::optional<double> raw; // agreement with people, cross-validated
    std::optional<double> cohen;
    std::optional<double> ac1;
    std::optional<double> uncalibratedRaw; // with the threshold of real images alone
    qint64 peopleOnly = 0; // called valid by people only
    qint64 automatedOnly = 0;
    std::vector<QPointF> roc; // share of the invalid, of the valid ones that pass; from nothing to everything
    std::optional<QPointF> chosen; // at the threshold
};

struct AutomatedValues {
    qint64 labelled = 0;
    qint64 valid = 0; // to people
    qint64 invalid = 0;
    QList<AutomatedScore> scores;
};

} // namespace mutascope::bridge
