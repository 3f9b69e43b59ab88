// SPDX-License-Identifier: GPL-3.0-or-later
// The report about agreement, as the window shows it.
#include "app/bridge/label_convert.h"

#include <QCoreApplication>

namespace mutascope::bridge {

namespace {

struct AgreementTexts {
    Q_DECLARE_TR_FUNCTIONS(mutascope::bridge::AgreementTexts)
};

CoefficientValue toCoefficient(const QString &name, const QString &about, const Coefficient &coefficient)
{
    CoefficientValue value{name, about, coefficient.value, {}, {}};
    if (coefficient.interval) {
        value.low = coefficient.interval->low;
        value.high = coefficient.interval->high;
    }
    return value;
}

AgreementPart toPart(const std::string &name, const AgreementValues &values)
{
    using Texts = AgreementTexts;
    AgreementPart part;
    part.name = QString::fromStdString(name);
    part.items = qint64(values.items);
    part.answers = qint64(values.answers);
    part.warning = QString::fromStdString(values.warning);
    part.coefficients = {
        toCoefficient(Texts::tr("Raw agreement"),
                      Texts::tr("Share of pairs of answers to an image that are equal; chance included"),
                      values.raw),
        toCoefficient(Texts::tr("Cohen’s κ"),
                      Texts::tr("Two labellers, chance taken out (Cohen 1960); of more, the mean over pairs"),
                      values.cohen),
        toCoefficient(Texts::tr("Fleiss’ κ"),
                      Texts::tr("Any number of labellers, chance taken out (Fleiss 1971)"), values.fleiss),
        toCoefficient(Texts::tr("Krippendorff’s α"),
                      Texts::tr("Made for missing answers and small samples (Krippendorff)"),
                      values.krippendorff),
        toCoefficient(Texts::tr("Gwet’s AC1"),
                      Texts::tr("Does not fall where nearly all answers are the same (Gwet 2008)"),
                      values.ac1),
    };
    return part;
}

QString toQuestionText(AgreementQuestion question)
{
    switch (question) {
    case AgreementQuestion::Answer:
        return AgreementTexts::tr("Answer");
    case AgreementQuestion::Validity:
        return AgreementTexts::tr("Valid or not");
    case AgreementQuestion::LabelPreserved:
        break;
    }
    return AgreementTexts::tr("Class kept or changed");
}

QList<AgreementPart> toParts(const std::vector<AgreementGroup> &groups)
{
    QList<AgreementPart> parts;
    for (const AgreementGroup &group : groups)
        parts.append(toPart(group.name, group.values));
    return parts;
}

LabellerPairValues toPair(const LabellerPair &pair, const LabelStore &store)
{
    LabellerPairValues values;
    values.first = QString::fromStdString(store.labeller(pair.first).name);
    values.second = QString::fromStdString(store.labeller(pair.second).name);
    for (const std::string &category : pair.categories)
        values.categories.append(QString::fromStdString(category));
    for (const std::vector<std::size_t> &row : pair.confusion)
        values.confusion.emplace_back(row.begin(), row.end());
    values.items = qint64(pair.items);
    return values;
}

AgreementQuestionValues toQuestion(const QuestionReport &report, const LabelStore &store)
{
    AgreementQuestionValues values;
    values.name = toQuestionText(report.question);
    values.all = toPart({}, report.all);
    values.byClass = toParts(report.byClass);
    values.byGenerator = toParts(report.byGenerator);
    for (const LabellerPair &pair : report.pairs)
        values.pairs.append(toPair(pair, store));
    return values;
}

LabellerValues toLabeller(const LabellerReport &report)
{
    return {QString::fromStdString(report.labeller.name),
            qint64(report.labels),
            qint64(report.unsure),
            qint64(report.checks),
            qint64(report.checksRight),
            qint64(report.repeats),
            qint64(report.repeatsSame),
            report.medianSeconds};
}

} // namespace

AgreementValuesReport toReport(const AgreementReport &report, const LabelStore &store)
{
    AgreementValuesReport values;
    for (const QuestionReport &question : report.questions)
        values.questions.append(toQuestion(question, store));
    for (const LabellerReport &labeller : report.labellers)
        values.labellers.append(toLabeller(labeller));
    values.items = qint64(report.items);
    values.labelled = qint64(report.labelled);
    return values;
}

} // namespace mutascope::bridge
