// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/tree/phase_text.h"

#include "app/gui/format.h"

#include <QCoreApplication>
#include <QLocale>

namespace mutascope::gui {

namespace {

using bridge::TreeMoment;
using bridge::TreePhase;

QString tr(const char *text)
{
    return QCoreApplication::translate("PhaseText", text);
}

QString number(double value)
{
    return QLocale().toString(value, 'f', 2);
}

// A search over something else than images: blocks of which models are made (core/engines).
bool isOverModels(const TreeMoment &moment)
{
    return moment.images == 0;
}

QString selectionWords(const TreeMoment &moment)
{
    if (moment.picks.isEmpty())
        return tr("“%1” has no child yet: the search goes on from there.").arg(moment.label);
    QStringList lines;
    for (const bridge::TreePick &pick : moment.picks)
        lines.append(tr("At “%1”: %2").arg(pick.label, pickWords(pick, moment.drawn)));
    lines.prepend(lines.size() == 1 ? tr("One choice from the root of the search on:")
                                    : tr("%1 choices from the root of the search on:").arg(lines.size()));
    return lines.join(QLatin1Char('\n'));
}

QString expansionWords(const TreeMoment &moment)
{
    return tr("A new child of “%1” is made: “%2”, one of %3 there can be. It has no visits yet.")
        .arg(moment.parentLabel, moment.label, countText(moment.siblings));
}

QString simulationWords(const TreeMoment &moment)
{
    const QString steps = moment.simulated == 1
        ? tr("One further step, drawn at random, leads to “%1”").arg(moment.label)
        : tr("%1 further steps, drawn at random, lead to “%2”")
              .arg(countText(moment.simulated))
              .arg(moment.label);
    return isOverModels(moment) ? tr("%1, of whose blocks a model can be made.").arg(steps)
                                : tr("%1, whose images the model can be shown.").arg(steps);
}

QString backpropagationWords(const TreeMoment &moment)
{
    if (!moment.rewarded && isOverModels(moment))
        return tr("“%1” is a dead end: no model comes of it. It is finished and gives nothing back.")
            .arg(moment.label);
    if (!moment.rewarded)
        return tr("“%1” is a dead end: its images are farther from the seeds than the constraint allows, or "
                  "it "
                  "was known to lead nowhere. It is finished and gives nothing back.")
            .arg(moment.label);
    const QString back
        = tr("One visit and the reward are added to each of the %1 nodes on the path back to the top.")
              .arg(countText(moment.pathLength));
    if (isOverModels(moment))
        return tr("The model made of the blocks up to “%1” is worth %2: that is the reward.\n%3")
            .arg(moment.label, rewardText(moment.reward), back);
    if (moment.reward > 0)
        return tr("The images at “%1” would add %2 to the coverage: that is the reward.\n%3")
            .arg(moment.label, rewardText(moment.reward), back);
    return tr("The images at “%1” would add nothing to the coverage: the reward is 0.\n%2")
        .arg(moment.label, back);
}

QString rootMoveWords(const TreeMoment &moment)
{
    const QString mean = moment.mean ? rewardText(*moment.mean) : tr("unknown");
    return tr("The search goes on from “%1”: of the children of “%2” it has the largest mean reward (%3).")
        .arg(moment.label, moment.parentLabel, mean);
}

QString endWords(const TreeMoment &moment)
{
    if (moment.reason == QLatin1String("levels"))
        return isOverModels(moment)
            ? tr("The root has moved as often as it may; the next tree begins.")
            : tr("The root has moved as often as it may; the next tree starts from another batch.");
    if (moment.reason == QLatin1String("no-reward") && isOverModels(moment))
        return tr("No child of “%1” has brought any reward; the next tree begins.").arg(moment.label);
    if (moment.reason == QLatin1String("no-reward"))
        return tr("No child of “%1” has brought any reward; the next tree starts from another batch.")
            .arg(moment.label);
    if (moment.reason == QLatin1String("exhausted"))
        return tr("Everything below “%1” has been tried.").arg(moment.label);
    if (moment.reason == QLatin1String("coverage"))
        return tr("Everything is covered.");
    return tr("The tree ends at “%1”: %2.").arg(moment.label, moment.reason);
}

QString testWords(const TreeMoment &moment)
{
    const QString made
        = tr("Test %1 is made of %2 by “%3”.").arg(moment.node).arg(moment.parentLabel, moment.label);
    if (moment.reason == QLatin1String("failing"))
        return tr("%1 It fails.").arg(made);
    return moment.rewarded
        ? tr("%1 It adds %2 to the coverage and is kept.").arg(made, rewardText(moment.reward))
        : made;
}

} // namespace

QString rewardText(double reward)
{
    return QLocale().toString(reward, 'g', 4);
}

QString phaseName(TreePhase phase)
{
    switch (phase) {
    case TreePhase::Before:
        return tr("Before the beginning");
    case TreePhase::Tree:
        return tr("New tree");
    case TreePhase::Selection:
        return tr("Selection");
    case TreePhase::Expansion:
        return tr("Expansion");
    case TreePhase::Simulation:
        return tr("Simulation");
    case TreePhase::Backpropagation:
        return tr("Backpropagation");
    case TreePhase::RootMove:
        return tr("Root move");
    case TreePhase::Commit:
        return tr("Commit");
    case TreePhase::End:
        return tr("End of the tree");
    case TreePhase::Test:
        return tr("Test");
    }
    return {};
}

QString pickWords(const bridge::TreePick &pick, bool drawn)
{
    const bridge::TreeChild &child = pick.child;
    const QString which
        = tr("child %1 of %2, “%3”").arg(countText(child.action + 1), countText(pick.all), child.label);
    if (pick.choices <= 1)
        return tr("%1, because it is the only one left").arg(which);
    QString sum
        = tr("%1 for its rewards + %2 for few visits").arg(number(child.exploit), number(child.explore));
    if (child.prior > 0)
        sum += tr(", prior %1").arg(QLocale().toString(child.prior, 'g', 3));
    if (!drawn)
        return tr("%1, because its sum %2 is the largest of %3 (%4)")
            .arg(which, number(child.potential()), countText(pick.choices), sum);
    const QString rank = pick.rank == 1
        ? tr("no other was more likely")
        : tr("%1 of %2 were more likely").arg(countText(pick.rank - 1), countText(pick.choices));
    return tr("%1, because it was drawn, at a probability of %2 (potential %3 = %4); %5")
        .arg(which, percentText(child.probability), number(child.exploit + child.explore), sum, rank);
}

QString phaseWords(const TreeMoment &moment)
{
    switch (moment.phase) {
    case TreePhase::Before:
        return moment.events > 0 ? tr("Nothing has happened yet. Step on to begin.") : QString();
    case TreePhase::Tree:
        if (isOverModels(moment))
            return tr("Tree %1 begins. Its paths are the blocks the next models are made of.")
                .arg(countText(moment.tree + 1));
        return tr("Tree %1 begins with a batch of %2 images.")
            .arg(countText(moment.tree + 1), countText(moment.images));
    case TreePhase::Selection:
        return selectionWords(moment);
    case TreePhase::Expansion:
        return expansionWords(moment);
    case TreePhase::Simulation:
        return simulationWords(moment);
    case TreePhase::Backpropagation:
        return backpropagationWords(moment);
    case TreePhase::RootMove:
        return rootMoveWords(moment);
    case TreePhase::Commit:
        if (isOverModels(moment))
            return tr("The model at “%1” is kept: it adds %2 to the coverage.")
                .arg(moment.label, rewardText(moment.reward));
        return tr("The batch at “%1” is kept: it adds %2 to the coverage.")
            .arg(moment.label, rewardText(moment.reward));
    case TreePhase::End:
        return endWords(moment);
    case TreePhase::Test:
        return testWords(moment);
    }
    return {};
}

QString finishWords(bridge::TreeFinish finish)
{
    switch (finish) {
    case bridge::TreeFinish::Open:
        return tr("open: more can be tried behind it");
    case bridge::TreeFinish::Constraint:
        return tr("finished by the constraint: no image of the batch may be changed that far");
    case bridge::TreeFinish::Depth:
        return tr("finished by depth: no further change is allowed");
    case bridge::TreeFinish::Exhausted:
        return tr("finished: everything behind it has been tried");
    }
    return {};
}

} // namespace mutascope::gui
