// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/tree/lesson_run.h"

namespace mutascope::gui {

namespace {

using Settings = QMap<QString, QString>;

constexpr quint64 runSeed = 1;
const QString neurons = QStringLiteral("nc:0.75");

bridge::RunSetup setupOf(const QString &generator, const QString &criterion, const Settings &settings,
                         qint64 modelCalls)
{
    bridge::RunSetup setup;
    setup.generator = generator;
    setup.criterion = criterion;
    setup.layers = QStringLiteral("default");
    setup.settings = settings;
    setup.budget.modelCalls = modelCalls;
    setup.seed = runSeed;
    return setup;
}

// One tree, searched as published, of a batch small enough to be searched long.
const Settings treeSettings{{QStringLiteral("seeds-per-class"), QStringLiteral("20")},
                            {QStringLiteral("batch-size"), QStringLiteral("16")},
                            {QStringLiteral("iterations"), QStringLiteral("26")},
                            {QStringLiteral("depth"), QStringLiteral("9")},
                            {QStringLiteral("affine-share"), QStringLiteral("0")},
                            {QStringLiteral("leaf-batch"), QStringLiteral("1")},
                            {QStringLiteral("prior-weight"), QStringLiteral("0")}};

// Enough to see the losses change; a tenth of what a run of one's own needs.
const Settings perturbationSettings{{QStringLiteral("seeds-per-class"), QStringLiteral("20")},
                                    {QStringLiteral("training-images"), QStringLiteral("6000")},
                                    {QStringLiteral("epochs"), QStringLiteral("3")}};

// So many that what is drawn looks like clothes and most seeds are still recognised by the model; the
// networks have a quarter of the usual width and learn that in a quarter of a minute of one core.
const Settings latentSettings{
    {QStringLiteral("seeds-per-class"), QStringLiteral("2")},
    {QStringLiteral("vae-hidden"), QStringLiteral("400")},
    {QStringLiteral("vae-latent"), QStringLiteral("64")},
    {QStringLiteral("vae-images"), QStringLiteral("30000")},
    {QStringLiteral("vae-epochs"), QStringLiteral("6")},
    {QStringLiteral("vae-rate"), QStringLiteral("0.002")},
    {QStringLiteral("generations"), QStringLiteral("60")},
};

} // namespace

bool isRun(LessonAct act)
{
    return act == LessonAct::RunDeepHunter || act == LessonAct::RunDeepSmart || act == LessonAct::RunAdvGan
        || act == LessonAct::RunSinVad;
}

bool isTreeWalk(LessonAct act)
{
    switch (act) {
    case LessonAct::TreeStart:
    case LessonAct::TreeEvent:
    case LessonAct::TreeIterations:
    case LessonAct::TreeRootMove:
    case LessonAct::TreeEnd:
        return true;
    default:
        return false;
    }
}

bridge::RunSetup runOfLesson(LessonAct act)
{
    switch (act) {
    case LessonAct::RunDeepSmart:
        return setupOf(QStringLiteral("deepsmart"), QStringLiteral("kmnc:k=1000"), treeSettings, 2200);
    case LessonAct::RunAdvGan:
        return setupOf(QStringLiteral("advgan"), neurons, perturbationSettings, 2200);
    case LessonAct::RunSinVad:
        return setupOf(QStringLiteral("sinvad"), neurons, latentSettings, 40'000);
    default:
        return setupOf(QStringLiteral("deephunter"), neurons,
                       {{QStringLiteral("seeds-per-class"), QStringLiteral("20")}}, 2200);
    }
}

} // namespace mutascope::gui
