// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/label_convert.h"

#include "app/bridge/convert.h"

namespace mutascope::bridge {

namespace {

QString text(const std::string &text)
{
    return QString::fromStdString(text);
}

QStringList texts(const std::vector<std::string> &list)
{
    QStringList result;
    for (const std::string &entry : list)
        result.append(text(entry));
    return result;
}

LabelAnswer toAnswer(LabelSays says)
{
    switch (says) {
    case LabelSays::ValidSame:
        return LabelAnswer::ValidSame;
    case LabelSays::ValidOther:
        return LabelAnswer::ValidOther;
    case LabelSays::Seen:
        return LabelAnswer::Seen;
    case LabelSays::Invalid:
        return LabelAnswer::Invalid;
    case LabelSays::Unsure:
        break;
    }
    return LabelAnswer::Unsure;
}

LabelSays toSays(LabelAnswer answer)
{
    switch (answer) {
    case LabelAnswer::ValidSame:
        return LabelSays::ValidSame;
    case LabelAnswer::ValidOther:
        return LabelSays::ValidOther;
    case LabelAnswer::Seen:
        return LabelSays::Seen;
    case LabelAnswer::Invalid:
        return LabelSays::Invalid;
    case LabelAnswer::Unsure:
        break;
    }
    return LabelSays::Unsure;
}

TestSelection toSelection(LabelTests tests)
{
    switch (tests) {
    case LabelTests::Failing:
        return TestSelection::Failing;
    case LabelTests::Sample:
        return TestSelection::Sample;
    case LabelTests::Disagreements:
        return TestSelection::Disagreements;
    case LabelTests::Filter:
        break;
    }
    return TestSelection::Filter;
}

LabelTests toTests(TestSelection selection)
{
    switch (selection) {
    case TestSelection::Failing:
        return LabelTests::Failing;
    case TestSelection::Sample:
        return LabelTests::Sample;
    case TestSelection::Disagreements:
        return LabelTests::Disagreements;
    case TestSelection::Filter:
        break;
    }
    return LabelTests::Filter;
}

std::vector<KnownTest> toKnown(const QList<KnownLabel> &labels)
{
    std::vector<KnownTest> tests;
    for (const KnownLabel &label : labels)
        tests.push_back({label.run, label.test, toVerdict(label.answer), label.text.toStdString()});
    return tests;
}

QList<KnownLabel> fromKnown(const std::vector<KnownTest> &tests)
{
    QList<KnownLabel> labels;
    for (const KnownTest &test : tests)
        labels.append({qint64(test.run), qint64(test.test), toWord(test.answer), text(test.text)});
    return labels;
}

} // namespace

LabelVerdict toVerdict(const LabelWord &word)
{
    LabelVerdict verdict;
    verdict.answer = toAnswer(word.says);
    if (word.seenClass >= 0)
        verdict.seenClass = word.seenClass;
    verdict.note = word.note.toStdString();
    return verdict;
}

LabelWord toWord(const LabelVerdict &verdict)
{
    return {toSays(verdict.answer), verdict.seenClass.value_or(-1), text(verdict.note)};
}

LabelProtocol toProtocol(const LabelProtocolValues &values)
{
    LabelProtocol protocol;
    protocol.uuid = values.uuid.toStdString();
    protocol.version = values.version;
    protocol.name = values.name.toStdString();
    protocol.question = values.namesClass ? LabelQuestion::Class : LabelQuestion::Verdict;
    for (const QString &name : values.classNames)
        protocol.classNames.push_back(name.toStdString());
    protocol.selection = toSelection(values.tests);
    protocol.runs.assign(values.runs.begin(), values.runs.end());
    protocol.sampleSize = values.sampleSize;
    protocol.disagreementsOf = values.disagreementsOf.toStdString();
    protocol.filter
        = {values.failing, values.verified, values.label, values.predicted, values.mutator.toStdString()};
    protocol.hidden = {values.hidesExpected, values.hidesPredicted, values.hidesGenerator, values.hidesOthers,
                       values.hidesSeed};
    protocol.seed = values.seed;
    protocol.labelsPerTest = values.labelsPerTest;
    protocol.labellers = values.labellers;
    protocol.cleanChecks = values.cleanChecks;
    protocol.invalidChecks = values.invalidChecks;
    protocol.repeats = values.repeats;
    protocol.trainingClean = values.trainingClean;
    protocol.trainingInvalid = values.trainingInvalid;
    protocol.training = toKnown(values.training);
    protocol.instructions = values.instructions.toStdString();
    protocol.examples = toKnown(values.examples);
    protocol.millimetres = values.millimetres;
    return protocol;
}

LabelProtocolValues toProtocolValues(const LabelProtocol &protocol)
{
    LabelProtocolValues values;
    values.uuid = text(protocol.uuid);
    values.version = protocol.version;
    values.name = text(protocol.name);
    values.namesClass = protocol.question == LabelQuestion::Class;
    values.classNames = texts(protocol.classNames);
    values.tests = toTests(protocol.selection);
    for (const std::int64_t run : protocol.runs)
        values.runs.append(run);
    values.sampleSize = protocol.sampleSize;
    values.disagreementsOf = text(protocol.disagreementsOf);
    values.failing = protocol.filter.failing;
    values.verified = protocol.filter.verified;
    values.label = protocol.filter.label;
    values.predicted = protocol.filter.predicted;
    values.mutator = text(protocol.filter.mutator);
    values.hidesExpected = protocol.hidden.expectedClass;
    values.hidesPredicted = protocol.hidden.predictedClass;
    values.hidesGenerator = protocol.hidden.generator;
    values.hidesOthers = protocol.hidden.otherLabels;
    values.hidesSeed = protocol.hidden.seed;
    values.seed = protocol.seed;
    values.labelsPerTest = protocol.labelsPerTest;
    values.labellers = protocol.labellers;
    values.cleanChecks = protocol.cleanChecks;
    values.invalidChecks = protocol.invalidChecks;
    values.repeats = protocol.repeats;
    values.trainingClean = protocol.trainingClean;
    values.trainingInvalid = protocol.trainingInvalid;
    values.training = fromKnown(protocol.training);
    values.instructions = text(protocol.instructions);
    values.examples = fromKnown(protocol.examples);
    values.millimetres = protocol.millimetres;
    return values;
}

LabelProgressValues toProgress(const LabellingProgress &progress)
{
    return {qint64(progress.done),         qint64(progress.total),     qint64(progress.skipped),
            qint64(progress.trainingLeft), qint64(progress.positions), progress.medianSeconds.value_or(0)};
}

LabelFeedback toFeedback(const TrainingFeedback &feedback)
{
    return {feedback.right, toWord(feedback.answer), text(feedback.text)};
}

} // namespace mutascope::bridge
