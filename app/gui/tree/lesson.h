// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons: texts that lead through the window, step by step.
#pragma once

#include <QList>
#include <QString>

namespace mutascope::gui {

enum class LessonId { Fuzzer, Mcts, Perturbation, Latent };
enum class LessonPage { Stay, Run, Training, Coverage, Tests, Tree };

// What the window does when a step is reached. Each leads to the same state from wherever one comes.
enum class LessonAct {
    Nothing,
    OpenSample,
    RunDeepHunter,
    RunDeepSmart,
    RunAdvGan,
    RunSinVad,
    CompareFailing, // a failing test of the run that is near to its seed
    TreeStart, // of the history
    TreeEvent, // to the number-th event
    TreeIterations, // number of them from the start; the root is chosen
    TreeRootMove, // the first one
    TreeEnd
};

struct LessonStep {
    QString title;
    QString text;
    LessonPage page = LessonPage::Stay;
    QString widget; // object name of what the text speaks about; empty: nothing of its own
    LessonAct act = LessonAct::Nothing;
    int number = 0;
    QString choice = {}; // made in the widget, which is a combo box: the data of an entry
};

struct Lesson {
    QString title;
    QList<LessonStep> steps;
};

Lesson lesson(LessonId id);

} // namespace mutascope::gui
