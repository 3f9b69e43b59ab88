// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/retrain/after_words.h"

#include "app/gui/format.h"

#include <QCoreApplication>
#include <QDir>

namespace mutascope::gui {

namespace {

constexpr qsizetype pairsShown = 3;

QString tr(const char *text)
{
    return QCoreApplication::translate("AfterWords", text);
}

QString titleOf(const bridge::MinimizeValues &values)
{
    return tr("%1 tests minimised").arg(countText(values.minimal + values.unfinished));
}

QString titleOf(const bridge::ReduceValues &values)
{
    return tr("%1 of %2 tests are worth the same")
        .arg(countText(values.after.tests), countText(values.before.tests));
}

QString titleOf(const bridge::ClusterValues &values)
{
    return tr("%1 clusters of %2 failing tests")
        .arg(countText(values.clusters.size()), countText(values.tests));
}

QString titleOf(const bridge::DuplicateValues &values)
{
    return tr("%1 of %2 tests repeat no other").arg(countText(values.kept), countText(values.tests));
}

void addCount(QStringList &sentences, qint64 count, const QString &sentence)
{
    if (count > 0)
        sentences.append(sentence.arg(countText(count)));
}

void addNotes(QStringList &sentences, const bridge::MinimizeValues &values)
{
    addCount(sentences, values.minimal, tr("Of %1 nothing more can be taken back alone."));
    addCount(sentences, values.unfinished, tr("%1 were stopped before the end."));
    addCount(sentences, values.notVerified,
             tr("%1 are left as they are: the smaller change did not hold when it was judged again."));
    addCount(sentences, values.notReproduced,
             tr("%1 are left out: the model does not take them for that class any more."));
}

void addNotes(QStringList &sentences, const bridge::ReduceValues &values)
{
    sentences.append(values.same ? tr("Computed anew from the tests that are kept, it is the same.")
                                 : tr("Computed anew from the tests that are kept, it is NOT the same."));
    addCount(sentences, values.notReproduced, tr("%1 are left out: they do not fail any more."));
}

void addNotes(QStringList &sentences, const bridge::ClusterValues &values)
{
    addCount(sentences, values.inNone, tr("%1 tests are in none."));
    sentences.append(
        tr("Features of %1, %2 of the variance.").arg(values.layer, percentText(values.explained)));
    addCount(sentences, values.notReproduced, tr("%1 are left out: they do not fail any more."));
    sentences.append(values.stored ? tr("Stored with the run.") : tr("Not stored."));
}

void addNotes(QStringList &sentences, const bridge::DuplicateValues &values)
{
    if (!values.layer.isEmpty())
        sentences.append(tr("Features of %1.").arg(values.layer));
}

QString storedText(const bridge::AfterOutcome &outcome)
{
    return tr("Run %1 in ‘%2’: %3 failing tests, %4 of them verified.")
        .arg(outcome.newRun)
        .arg(QDir::toNativeSeparators(outcome.target), countText(outcome.failing),
             countText(outcome.verified));
}

} // namespace

QString afterTitle(const bridge::AfterOutcome &outcome)
{
    const QString title = std::visit([](const auto &values) { return titleOf(values); }, outcome.values);
    return outcome.stopped ? tr("Stopped: %1").arg(title) : title;
}

QString afterNote(const bridge::AfterOutcome &outcome)
{
    QStringList sentences;
    std::visit([&](const auto &values) { addNotes(sentences, values); }, outcome.values);
    if (outcome.newRun != 0)
        sentences.append(storedText(outcome));
    return sentences.join(QLatin1Char(' '));
}

QString pairsText(const bridge::ClusterValues &values, const bridge::ClusterLine &line)
{
    const auto className = [&values](int index) {
        return index >= 0 && index < values.classNames.size() ? values.classNames[index]
                                                              : QString::number(index);
    };
    QStringList texts;
    for (const bridge::ClusterPair &pair : line.pairs.first(std::min(pairsShown, line.pairs.size())))
        texts.append(
            tr("%1 → %2 (%3)").arg(className(pair.label), className(pair.predicted), countText(pair.tests)));
    const QString text = texts.join(QStringLiteral(", "));
    const qsizetype more = line.pairs.size() - texts.size();
    return more > 0 ? tr("%1 and %2 more").arg(text).arg(more) : text;
}

} // namespace mutascope::gui
