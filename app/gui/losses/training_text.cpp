// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/losses/training_text.h"

#include "app/gui/format.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>

namespace mutascope::gui {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Training", text);
}

QString epochText(int epoch, int epochs)
{
    return epochs > 0 ? tr("epoch %1 of %2").arg(epoch).arg(epochs) : tr("epoch %1").arg(epoch);
}

QString capitalised(QString text)
{
    return text.left(1).toUpper() + text.mid(1);
}

TrainingWords atWork(const TrainingFacts &facts)
{
    if (facts.lastBatch == 0)
        return {tr("The training begins"), tr("The first losses are on their way."), false};
    TrainingWords words{capitalised(epochText(facts.epoch, facts.epochs)),
                        tr("Batch %1. The budget has not begun to run: training is counted apart.")
                            .arg(countText(facts.lastBatch)),
                        false};
    if (facts.firstBatch > 1)
        words.note += QLatin1Char(' ')
            + tr("The training went on from what an interrupted one left, at batch %1.")
                  .arg(countText(facts.firstBatch));
    return words;
}

TrainingWords diverged(const TrainingFacts &facts, int goodEpoch)
{
    const QString title = tr("Diverged in %1").arg(epochText(goodEpoch + 1, facts.epochs));
    if (goodEpoch > 0)
        return {title,
                tr("A loss was no finite number any more; the networks of epoch %1 are used.").arg(goodEpoch),
                true};
    return {title,
            tr("A loss was no finite number any more, and no epoch before it was good. Start the run again "
               "with a lower learning rate."),
            true};
}

TrainingWords takenOver(const TrainingFacts &facts)
{
    TrainingWords words{tr("Taken over"),
                        tr("These networks were trained before, on the same data with the same settings, and "
                           "were taken from the session or the cache."),
                        false};
    if (facts.takenOver)
        words.note += QLatin1Char(' ') + tr("The curves are the means of the epochs of that training.");
    return words;
}

TrainingWords trained(const TrainingFacts &facts)
{
    if (facts.takenOver || facts.lastBatch == 0)
        return takenOver(facts);
    const int epochs = facts.networks.last().epochs;
    const QString title = epochs == 1 ? tr("Trained for 1 epoch") : tr("Trained for %1 epochs").arg(epochs);
    const QString batches = tr("%1 batches.").arg(countText(facts.lastBatch));
    if (epochs < facts.epochs)
        return {title,
                tr("%1 It ended early: %2 was good enough.").arg(batches, epochText(epochs, facts.epochs)),
                false};
    return {title, batches, false};
}

} // namespace

void TrainingFacts::add(const bridge::LossRow &row)
{
    firstBatch = firstBatch == 0 ? row.batch : std::min(firstBatch, row.batch);
    lastBatch = row.batch;
    epoch = row.epoch;
    epochs = row.epochs;
    finite = std::all_of(row.values.begin(), row.values.end(),
                         [](const auto &value) { return std::isfinite(value.second); });
}

TrainingWords trainingWords(const TrainingFacts &facts)
{
    if (facts.training)
        return atWork(facts);
    for (const bridge::TrainedNetworks &networks : facts.networks)
        if (networks.diverged)
            return diverged(facts, networks.epochs);
    if (!facts.networks.isEmpty())
        return trained(facts);
    if (facts.lastBatch == 0)
        return {};
    if (!facts.finite)
        return diverged(facts, facts.epoch - 1);
    if (facts.live) // the last losses are shown before the networks are stored
        return {capitalised(epochText(facts.epoch, facts.epochs)), {}, false};
    return {tr("Interrupted in %1").arg(epochText(facts.epoch, facts.epochs)),
            tr("When the run is resumed, the training goes on after its last finished epoch."), true};
}

bool isSuccess(const QString &lossName)
{
    return lossName == QLatin1String("success");
}

QString lossesText(const bridge::LossRow &row)
{
    QStringList parts;
    for (const auto &[name, value] : row.values) {
        const QString text = !std::isfinite(value) ? tr("no number")
            : isSuccess(name)                      ? percentText(value)
                                                   : QLocale().toString(value, 'g', 3);
        parts.append(name + QLatin1Char(' ') + text);
    }
    return parts.join(QStringLiteral(" · "));
}

} // namespace mutascope::gui
