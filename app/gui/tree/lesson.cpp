// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/tree/lesson.h"

#include "app/gui/tree/lesson_trained.h"

#include <QCoreApplication>

namespace mutascope::gui {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Lesson", text);
}

Lesson fuzzerLesson()
{
    using Page = LessonPage;
    using Act = LessonAct;
    return {
        tr("What a coverage-guided fuzzer does"),
        {{tr("A model to test"),
          tr("The sample project holds a small network that tells pictures of clothes apart, and the "
             "pictures it was "
             "tested with. Accuracy says how often it is right on them. It does not say what happens to "
             "pictures "
             "that are only a little different."),
          Page::Run, QStringLiteral("accuracy"), Act::OpenSample},
         {tr("The generator"),
          tr("A generator makes new pictures from ones the model gets right: the seeds. Each change is "
             "small, such "
             "as a turn by a few degrees, so that people would still call the picture the same. DeepHunter "
             "is one."),
          Page::Run, QStringLiteral("generator"), Act::Nothing, 0, QStringLiteral("deephunter")},
         {tr("The criterion"),
          tr("Coverage says how much of the network’s behaviour the pictures have exercised: here, how many "
             "neurons have been strongly active. A picture that adds coverage shows the model something new, "
             "even "
             "if the model gets it right."),
          Page::Run, QStringLiteral("criterion"), Act::Nothing, 0, QStringLiteral("nc")},
         {tr("A short run"),
          tr("The run has begun; wait until it is finished. Again and again it takes a picture from the "
             "queue, makes "
             "mutants of it, shows them to the model, and puts those that add coverage back into the queue. "
             "That is "
             "all the guidance there is."),
          Page::Run, QStringLiteral("coveragePlot"), Act::RunDeepHunter},
         {tr("What was found"),
          tr("Each thumbnail is a stored test. Failing ones are predicted as another class than their seed. "
             "Double-"
             "click one to see it beside its seed."),
          Page::Tests, QStringLiteral("testGrid")},
         {tr("What was covered"),
          tr("Each cell is a neuron. Coloured ones have been covered; those that the search covered, and the "
             "seeds "
             "had not, are in the second colour. Grey ones never were."),
          Page::Coverage, QStringLiteral("neuronMap")},
         {tr("Who descends from whom"),
          tr("The same tests as a tree: each stands below the picture it was made of. Only kept ones have "
             "children, "
             "so the search digs deeper where it found something new. Step back with Backspace and watch it "
             "shrink."),
          Page::Tree, QStringLiteral("treeView"), Act::TreeEnd}}};
}

QList<LessonStep> mctsPhases()
{
    using Page = LessonPage;
    using Act = LessonAct;
    return {
        {tr("Selection"),
         tr("From the root the search goes down, choosing a child at each node, until it comes to one where "
            "something is left untried. Now there is only the root, so it stays there."),
         Page::Tree, QStringLiteral("treeSpeech"), Act::TreeEvent, 2},
        {tr("Expansion"),
         tr("A child that was never tried is added: one cell of the grid that lies over the images."),
         Page::Tree, QStringLiteral("treeView"), Act::TreeEvent, 3},
        {tr("Simulation"),
         tr("A cell alone changes nothing. Further steps are drawn at random until there are images to look "
            "at: "
            "here, what is done in that cell."),
         Page::Tree, QStringLiteral("treeTabs"), Act::TreeEvent, 4},
        {tr("Backpropagation"),
         tr("The model sees the changed images. The coverage they would add is the reward; it is added to "
            "every "
            "node on the path back to the root, with one visit. Mean and visits are all a node remembers."),
         Page::Tree, QStringLiteral("treeSpeech"), Act::TreeEvent, 5}};
}

Lesson mctsLesson()
{
    using Page = LessonPage;
    using Act = LessonAct;
    Lesson lesson{tr("How MCTS chooses"),
                  {{tr("A model to test"),
                    tr("The sample project again. This time the search is a tree: which part of a batch of "
                       "images to change, "
                       "and how, one change after the other."),
                    Page::Run, QStringLiteral("accuracy"), Act::OpenSample},
                   {tr("A short search"),
                    tr("DeepSmartFuzzer is at work; wait until it is finished. Everything it does is stored, "
                       "so it can be "
                       "walked through afterwards without the model."),
                    Page::Run, QStringLiteral("coveragePlot"), Act::RunDeepSmart},
                   {tr("The beginning"),
                    tr("The tree page at the very beginning. With these controls you step forwards and back; "
                       "the slider goes "
                       "anywhere. The state is the same whichever way you come."),
                    Page::Tree, QStringLiteral("treeTransport"), Act::TreeStart}}};
    lesson.steps += mctsPhases();
    lesson.steps
        += QList<LessonStep>{{tr("Exploit or explore"),
                              tr("After ten iterations there is something to choose from. A child’s "
                                 "potential has two parts: its mean "
                                 "reward compared with its best sibling’s (exploit), and a part that is the "
                                 "larger the fewer visits it "
                                 "has had (explore). The higher the sum, the likelier the child is taken."),
                              Page::Tree, QStringLiteral("treeChildren"), Act::TreeIterations, 10},
                             {tr("The root moves"),
                              tr("After so many iterations the search commits itself: the child with the "
                                 "best mean becomes the new root. "
                                 "What lies beside it is left behind."),
                              Page::Tree, QStringLiteral("treeView"), Act::TreeRootMove},
                             {tr("The whole tree"),
                              tr("Good branches were visited often and have grown; bad ones were left after "
                                 "a few tries and are folded. "
                                 "Colour the tree by the mean reward and compare."),
                              Page::Tree, QStringLiteral("treeColor"), Act::TreeEnd}};
    return lesson;
}

} // namespace

Lesson lesson(LessonId id)
{
    switch (id) {
    case LessonId::Fuzzer:
        return fuzzerLesson();
    case LessonId::Mcts:
        return mctsLesson();
    case LessonId::Perturbation:
        return perturbationLesson();
    case LessonId::Latent:
        break;
    }
    return latentLesson();
}

} // namespace mutascope::gui
