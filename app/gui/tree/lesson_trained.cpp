// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/tree/lesson_trained.h"

#include <QCoreApplication>

namespace mutascope::gui {

namespace {

using Page = LessonPage;
using Act = LessonAct;

QString tr(const char *text)
{
    return QCoreApplication::translate("Lesson", text);
}

QList<LessonStep> perturbationTraining()
{
    return {
        {tr("Training comes first"),
         tr("Training is counted apart: the budget is for the search. Networks that are trained once are "
            "kept, "
            "in the session and for later runs, as long as data, model and settings are the same."),
         Page::Run, QStringLiteral("budgetNote")},
        {tr("Two networks against each other"),
         tr("The run has begun; wait until it is finished. One network, the generator, draws a perturbation "
            "for each "
            "picture. The other, the discriminator, learns to tell perturbed pictures from real ones. When "
            "this lesson was played before, the networks are taken over and there is nothing to draw."),
         Page::Training, QStringLiteral("lossPlot"), Act::RunAdvGan},
        {tr("What the losses say"),
         tr("Adversarial falls while the model under test loses its lead for the right class. Hinge is the "
            "size of the "
            "perturbation beyond what is allowed for free. Discriminator and gan pull against each "
            "other. The dashed curve on the right is the share of pictures that fool the model. Try the "
            "logarithmic axis, or click a name to hide its curve."),
         Page::Training, QStringLiteral("lossPlot")},
        {tr("What the networks depend on"),
         tr("Data, model, settings, seed: all that the weights depend on goes into their key. If "
            "anything of it changes, the key does, and other networks are trained: old ones are never taken "
            "by "
            "mistake."),
         Page::Training, QStringLiteral("trainedNetworks")}};
}

QList<LessonStep> latentTraining()
{
    return {{tr("Learning what pictures look like"),
             tr("The run has begun; wait until it is finished. First an autoencoder learns to squeeze a "
                "picture into a few "
                "dozen numbers and to draw it again from them. It never sees the model under test, so one "
                "serves all "
                "models of the same data. When this lesson was played before, it is taken over."),
             Page::Training, QStringLiteral("lossPlot"), Act::RunSinVad},
            {tr("What the losses say"),
             tr("Reconstruction is how far the drawn picture is from the one that went in. Divergence keeps "
                "the numbers "
                "close to a cloud around zero, so that every point of the cloud draws something like a "
                "picture. That cloud "
                "is the latent space."),
             Page::Training, QStringLiteral("lossPlot")}};
}

} // namespace

Lesson perturbationLesson()
{
    Lesson lesson{tr("A perturbation by GAN"),
                  {{tr("A model to test"),
                    tr("The sample project again. A fuzzer changes pictures by trial and error. This time a "
                       "network learns "
                       "how to change a picture so that the model is wrong about it."),
                    Page::Run, QStringLiteral("accuracy"), Act::OpenSample},
                   {tr("A generator that learns"),
                    tr("AdvGAN trains a network that takes a picture and returns a faint pattern to add to "
                       "it. No value "
                       "may change by more than the distance that is set. Once trained, a test costs one "
                       "pass through it."),
                    Page::Run, QStringLiteral("generator"), Act::Nothing, 0, QStringLiteral("advgan")}}};
    lesson.steps += perturbationTraining();
    lesson.steps += QList<LessonStep>{
        {tr("One test for each seed"),
         tr("There is no queue here: each seed is perturbed once. What is shown was rounded to whole grey "
            "levels before "
            "the model judged it, so it still fails when it is read back from its file."),
         Page::Tests, QStringLiteral("testGrid")},
        {tr("The pattern itself"),
         tr("The seed, the test and their difference. People still see the same piece of clothing; whether "
            "the pattern "
            "is faint enough to call the test valid is for them to say."),
         Page::Stay, QStringLiteral("imageCompare"), Act::CompareFailing}};
    return lesson;
}

Lesson latentLesson()
{
    Lesson lesson{tr("Walking the latent space"),
                  {{tr("A model to test"),
                    tr("The sample project again. Turning pixels up and down soon leaves what people would "
                       "call a picture. "
                       "This time the search walks among pictures instead."),
                    Page::Run, QStringLiteral("accuracy"), Act::OpenSample},
                   {tr("A generator that draws"),
                    tr("SinVAD searches in the space of an autoencoder: it changes a few numbers, draws the "
                       "picture that "
                       "belongs to them, and asks the model what it is."),
                    Page::Run, QStringLiteral("generator"), Act::Nothing, 0, QStringLiteral("sinvad")}}};
    lesson.steps += latentTraining();
    lesson.steps += QList<LessonStep>{
        {tr("At the boundary"),
         tr("From each seed a small population wanders through the latent space, generation by generation: "
            "first until the model changes its mind, then back towards the seed as far as the model stays "
            "wrong. "
            "What is left lies close to the boundary between two classes."),
         Page::Tests, QStringLiteral("testGrid")},
        {tr("The way there"),
         tr("From what the autoencoder makes of the seed to the test, generation by generation. On the way "
            "the model changed its mind. Ask yourself at which picture you would have; click one to see it "
            "above."),
         Page::Stay, QStringLiteral("pathStrip"), Act::CompareFailing},
        {tr("How sure the model is"),
         tr("At the boundary two classes have nearly the same probability: the model is undecided. For "
            "pictures "
            "of the data set one class takes nearly all."),
         Page::Stay, QStringLiteral("predictionBars"), Act::CompareFailing}};
    return lesson;
}

} // namespace mutascope::gui
