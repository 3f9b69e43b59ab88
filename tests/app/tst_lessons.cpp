// SPDX-License-Identifier: GPL-3.0-or-later
// Plays the lessons in the real window, from the first step to the last and back.
#include "tests/app/lesson_player.h"

#include "app/gui/losses/losses_page.h"
#include "app/gui/tree/lesson_dock.h"
#include "app/gui/tree/lesson_pointer.h"
#include "app/gui/tree/tree_page.h"
#include "widgets/loss_plot.h"
#include "widgets/tree_view.h"

#include <QTabWidget>

using namespace mutascope;
using namespace mutascope::gui;

class TestLessons : public QObject, protected LessonPlayer {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useOwnSettings(QStringLiteral("tst_lessons")); }
    void init();
    void cleanup();

    void stepsNameWidgetsAndHaveTexts_data();
    void stepsNameWidgetsAndHaveTexts();
    void fuzzerLessonToTheEndAndBack();
    void searchLessonToTheEndAndBack();
    void perturbationLessonToTheEndAndBack();
    void latentLessonToTheEndAndBack();
    void menuOffersEveryLesson();
    void whatTheReaderChangesIsPutRight();
    void failedRunSaysSoAndCanBeRepeated();
    void failedRunGoesIntoAnotherFolder();
    void stoppedRunCanBeRepeated();
    void waitsForNoOtherRun();
    void layoutOfTheWindowShowsNoEmptyLesson();

private:
    void checkTrained();
    void checkPhase(int step, bridge::TreePhase phase);
};

void TestLessons::init()
{
    makeWindow();
    qputenv("HOME", m_folder->path().toLocal8Bit()); // sessions of lessons lie in the user's documents
    m_states.clear();
}

void TestLessons::cleanup()
{
    closeWindow();
}

void TestLessons::checkPhase(int step, bridge::TreePhase phase)
{
    QVERIFY(goTo(step));
    QCOMPARE(moment().phase, phase);
}

void TestLessons::stepsNameWidgetsAndHaveTexts_data()
{
    QTest::addColumn<int>("id");
    QTest::newRow("fuzzer") << int(LessonId::Fuzzer);
    QTest::newRow("search") << int(LessonId::Mcts);
    QTest::newRow("perturbation") << int(LessonId::Perturbation);
    QTest::newRow("latent") << int(LessonId::Latent);
}

void TestLessons::stepsNameWidgetsAndHaveTexts()
{
    QFETCH(int, id);
    const Lesson played = lesson(LessonId(id));
    QVERIFY(played.steps.size() > 5);
    for (const LessonStep &step : played.steps) {
        QVERIFY2(m_window->findChildren<QWidget *>(step.widget).size() == 1, qPrintable(step.widget));
        QVERIFY(!step.title.isEmpty() && step.text.size() > 40);
        QVERIFY2(!step.text.contains(QStringLiteral("- ")) && !step.text.contains(QStringLiteral("  ")),
                 qPrintable(step.text));
    }
}

void TestLessons::fuzzerLessonToTheEndAndBack()
{
    lessons().start(LessonId::Fuzzer);
    QVERIFY(lessons().isVisible());
    QVERIFY(!find<QPushButton>("lessonNext")->isEnabled()); // the project is being opened
    playToTheEnd();
    if (QTest::currentTestFailed())
        return;
    QCOMPARE(workspace().currentRunInfo()->generator, QStringLiteral("deephunter"));
    QVERIFY(workspace().currentRunInfo()->failing > 0); // which the text about the tests speaks of
    QVERIFY(moment().events > 0);
    QCOMPARE(moment().position, moment().events);
    playToTheStart();
    if (QTest::currentTestFailed())
        return;
    QCOMPARE(find<QComboBox>("generator")->currentData().toString(), QStringLiteral("deephunter"));
    QCOMPARE(find<QComboBox>("criterion")->currentData().toString(), QStringLiteral("nc"));
    QVERIFY(goTo(lessons().steps() - 1));
    press("lessonNext");
    QVERIFY(!lessons().isVisible());
    QCOMPARE(lessons().step(), -1);
    QVERIFY(!m_window->findChild<LessonPointer *>()->isVisible());
    QVERIFY(workspace().reader().isOpen()); // to be looked at further
    QVERIFY(QFile::exists(lessons().sessionFile()));
}

void TestLessons::searchLessonToTheEndAndBack()
{
    lessons().start(LessonId::Mcts);
    playToTheEnd();
    if (QTest::currentTestFailed())
        return;
    QCOMPARE(workspace().currentRunInfo()->generator, QStringLiteral("deepsmart"));
    QCOMPARE(m_states.size(), 8);
    playToTheStart();
    if (QTest::currentTestFailed())
        return;
    using Phase = bridge::TreePhase;
    checkPhase(2, Phase::Before);
    checkPhase(3, Phase::Selection);
    checkPhase(4, Phase::Expansion);
    checkPhase(5, Phase::Simulation);
    checkPhase(6, Phase::Backpropagation);
    checkPhase(7, Phase::Backpropagation);
    QCOMPARE(moment().iteration, 9); // the tenth
    const bridge::TreeFacts &facts = m_window->treePage()->frame().facts;
    QCOMPARE(facts.node, moment().root); // whose children have been tried
    QVERIFY(!m_window->treePage()->followsSearch());
    checkPhase(8, Phase::RootMove);
    QVERIFY(moment().root > 0);
    QVERIFY(goTo(9));
    QCOMPARE(moment().position, moment().events);
    QCOMPARE(moment().tree, 0); // one large tree, which the text speaks of
    QVERIFY(m_window->treePage()->frame().items->size() > 100);
    QVERIFY(m_window->treePage()->followsSearch());
}

void TestLessons::perturbationLessonToTheEndAndBack()
{
    lessons().start(LessonId::Perturbation);
    playToTheEnd();
    if (QTest::currentTestFailed())
        return;
    QCOMPARE(workspace().currentRunInfo()->generator, QStringLiteral("advgan"));
    QVERIFY(workspace().currentRunInfo()->failing > 0);
    QCOMPARE(m_window->page(), MainWindow::Compare);
    checkTrained();
    playToTheStart();
}

void TestLessons::latentLessonToTheEndAndBack()
{
    lessons().start(LessonId::Latent);
    playToTheEnd();
    if (QTest::currentTestFailed())
        return;
    QCOMPARE(workspace().currentRunInfo()->generator, QStringLiteral("sinvad"));
    QVERIFY(workspace().currentRunInfo()->failing >= 15); // of 20 seeds: the others could not be drawn again
    QCOMPARE(m_window->page(), MainWindow::Compare);
    checkTrained();
    playToTheStart();
}

// What the texts speak of: losses were drawn, and networks are listed.
void TestLessons::checkTrained()
{
    const LossesPage *page = m_window->lossesPage();
    QTRY_VERIFY_WITH_TIMEOUT(!page->isReading(), longWait);
    QVERIFY(!page->facts().networks.isEmpty());
    QVERIFY(!page->plot()->seriesIds().isEmpty());
}

void TestLessons::menuOffersEveryLesson()
{
    QStringList titles;
    for (const QAction *action : m_window->findChildren<QAction *>())
        if (action->text().startsWith(QStringLiteral("Lesson: ")))
            titles.append(action->text().remove(QLatin1Char('&')).mid(8).toLower());
    for (const LessonId id : {LessonId::Fuzzer, LessonId::Mcts, LessonId::Perturbation, LessonId::Latent})
        QVERIFY2(titles.contains(lesson(id).title.toLower()), qPrintable(lesson(id).title));
    QCOMPARE(titles.size(), 4);
}

void TestLessons::whatTheReaderChangesIsPutRight()
{
    lessons().start(LessonId::Mcts);
    QVERIFY(goTo(7));
    const QString state = stateOfTree();
    QVERIFY(goTo(6));
    m_window->treePage()->showImages(); // the children of the next step lie behind it
    QVERIFY(goTo(7));
    QCOMPARE(stateOfTree(), state);
    const QString session = lessons().sessionFile();
    workspace().reader().close();
    QCOMPARE(workspace().currentRun(), 0);
    press("lessonBack");
    QVERIFY(goTo(7));
    QCOMPARE(workspace().reader().file(), session);
    QCOMPARE(stateOfTree(), state);
}

void TestLessons::failedRunSaysSoAndCanBeRepeated()
{
    QFile inTheWay(path("Documents"));
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    inTheWay.close();
    const QSignalSpy runs(&workspace(), &Workspace::runStarted);
    lessons().start(LessonId::Fuzzer);
    QVERIFY(goTo(2));
    const auto *bar = m_window->messageBar();
    press("lessonNext");
    QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible() && bar->text().contains(QStringLiteral("folder")), longWait);
    QVERIFY(text().contains(QStringLiteral("close the lesson")));
    QVERIFY2(text().contains(path("Documents")), qPrintable(text())); // what is to be put right
    QVERIFY(find<QPushButton>("lessonAgain")->isVisible() && find<QPushButton>("lessonFolder")->isVisible());
    QVERIFY(!lessons().isReady());
    QVERIFY(!find<QPushButton>("lessonNext")->isEnabled());
    QVERIFY(!workspace().controller().isBusy());
    picture(QStringLiteral("failed"));
    QVERIFY(inTheWay.remove());
    press("lessonBack");
    QCOMPARE(lessons().step(), 2);
    QVERIFY(goTo(4));
    QVERIFY(!text().contains(QStringLiteral("close the lesson")));
    QVERIFY(!find<QPushButton>("lessonAgain")->isVisible());
    QCOMPARE(runs.size(), 2); // it tries again only when asked to
    lessons().close();
    QCOMPARE(lessons().step(), -1);
    QVERIFY(!lessons().isVisible());
}

void TestLessons::failedRunGoesIntoAnotherFolder()
{
    QFile inTheWay(path("Documents"));
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    lessons().start(LessonId::Fuzzer);
    QVERIFY(goTo(2));
    press("lessonNext");
    QTRY_VERIFY_WITH_TIMEOUT(find<QPushButton>("lessonAgain")->isVisible(), longWait);
    press("lessonAgain");
    QTRY_VERIFY_WITH_TIMEOUT(find<QPushButton>("lessonAgain")->isVisible(), longWait); // it fails again
    lessons().setSessionFolder(path("other"));
    press("lessonAgain");
    QVERIFY(goTo(4));
    QVERIFY(lessons().sessionFile().startsWith(path("other")));
}

void TestLessons::stoppedRunCanBeRepeated()
{
    lessons().start(LessonId::Fuzzer);
    QVERIFY(goTo(2));
    press("lessonNext");
    QTRY_VERIFY_WITH_TIMEOUT(workspace().controller().isBusy(), longWait);
    workspace().controller().stop(); // before the search, or in it
    QTRY_VERIFY_WITH_TIMEOUT(!workspace().controller().isBusy(), longWait);
    QVERIFY(m_window->messageBar()->isVisible());
    QTRY_VERIFY(find<QPushButton>("lessonAgain")->isVisible());
    QVERIFY(text().contains(QStringLiteral("stopped")));
    QVERIFY(!lessons().isReady());
    press("lessonAgain");
    QVERIFY(goTo(4));
    checkRun();
    QCOMPARE(workspace().currentRunInfo()->generator, QStringLiteral("deephunter"));
}

void TestLessons::waitsForNoOtherRun()
{
    openSample();
    setUp(1'000'000'000, path("own.mscope"));
    m_window->runActions()->start()->trigger();
    lessons().start(LessonId::Mcts);
    QCOMPARE(lessons().step(), -1);
    QVERIFY(!lessons().isVisible());
    QVERIFY(m_window->messageBar()->text().contains(QStringLiteral("at work")));
    workspace().controller().stop();
    QTRY_VERIFY_WITH_TIMEOUT(!workspace().controller().isBusy(), longWait);
    lessons().start(LessonId::Mcts);
    QVERIFY(goTo(1));
    QVERIFY(workspace().reader().file() != path("own.mscope"));
    QCOMPARE(workspace().reader().file(), lessons().sessionFile());
}

void TestLessons::layoutOfTheWindowShowsNoEmptyLesson()
{
    lessons().start(LessonId::Fuzzer);
    QVERIFY(goTo(0));
    QVERIFY(m_window->close()); // stores the layout
    m_window = std::make_unique<MainWindow>();
    workspace().setSampleFolder(sampleProject());
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    QVERIFY(!lessons().isVisible());
    lessons().start(LessonId::Fuzzer);
    QVERIFY(lessons().isVisible());
}

int main(int argc, char **argv)
{
    Application application(argc, argv);
    TestLessons test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_lessons.moc"
