// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/main_window.h"
#include "app/gui/tree/lesson_dock.h"
#include "app/gui/tree/phase_text.h"
#include "core/search/tree_player.h"
#include "tests/app/tree_page_fixture.h"
#include "widgets/filmstrip.h"

#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>

using namespace mutascope;
using namespace mutascope::gui;

class TestTreeDetails : public QObject, protected TreePageFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { prepare(); }
    void init() { makePage(); }
    void cleanup() { dropPage(); }

    void detailsOfANode();
    void picksSayWhy();
    void pinnedNodeStays();
    void imagesAreMadeAgain();
    void tableAndDrawingShareTheSelection();
    void lineageOfOtherGenerators();
    void wordsOfEveryPhase();
    void lessonsPointAtWhatThereIs();
    void lessonWaitsForWhatItNeeds();
};

void TestTreeDetails::detailsOfANode()
{
    openSearch();
    seek(15);
    act([&] { m_page->view()->setSelectedId(1); });
    const bridge::TreeFacts &facts = m_page->nodePanel()->facts();
    QCOMPARE(facts.node, 1);
    QCOMPARE(facts.visits, 2);
    QCOMPARE(*facts.mean, 0.3);
    QCOMPARE(*facts.best, 0.5);
    QCOMPARE(facts.actions, 30);
    QCOMPARE(facts.made, 2);
    QVERIFY(facts.isRoot);
    QCOMPARE(facts.children.size(), 30);
    // C sqrt(ln N / n), visits counted from 1: N = 3, n = 2
    QVERIFY(std::abs(facts.children[0].explore - 1.5 * std::sqrt(std::log(3.0) / 2)) < 1e-12);
    QCOMPARE(facts.children[0].exploit, 100.0); // the best of its siblings
    QVERIFY(std::abs(facts.children[10].exploit - 20) < 1e-9);
    double sum = 0;
    for (const bridge::TreeChild &child : facts.children)
        sum += child.probability;
    QVERIFY(std::abs(sum - 1) < 1e-9);
    const auto *table = m_page->findChild<QTableView *>(QStringLiteral("treeChildren"));
    QCOMPARE(table->model()->rowCount(), 30);
    act([&] { m_page->view()->setSelectedId(5); });
    QCOMPARE(m_page->nodePanel()->facts().finish, bridge::TreeFinish::Constraint);
    QVERIFY(m_page->findChild<QLabel *>(QStringLiteral("treeNodeText"))
                ->text()
                .contains(QStringLiteral("constraint")));
}

void TestTreeDetails::picksSayWhy()
{
    openSearch();
    seek(7); // the second selection: the root's child 4 of 9, made before
    QCOMPARE(moment().picks.size(), 2);
    const bridge::TreePick &pick = moment().picks.first();
    QCOMPARE(pick.node, 0);
    QCOMPARE(pick.child.action, 4);
    QCOMPARE(pick.choices, 9);
    QCOMPARE(pick.rank, 1);
    QVERIFY(
        m_page->speech().contains(QStringLiteral("child 5 of 9, “row 2, column 2”, because it was drawn")));
    act([&] { m_page->view()->setSelectedId(0); });
    QVERIFY(m_page->nodePanel()->facts().termsOfPick);
    QVERIFY(m_page->nodePanel()->facts().children[4].picked);
    // As they were then: one visit of the root. SearchTree's own terms of a tree of that time.
    TreePlayer player(std::make_shared<SearchHistory>(history()));
    player.seek(7);
    const auto picks = player.picks();
    QCOMPARE(m_page->nodePanel()->facts().children[4].explore, picks[0].terms[4].explore);
    QCOMPARE(m_page->nodePanel()->facts().children[0].probability, picks[0].terms[0].probability);
}

void TestTreeDetails::pinnedNodeStays()
{
    openSearch();
    seek(15);
    QVERIFY(m_page->followsSearch());
    act([&] { m_page->view()->setSelectedId(2); });
    QVERIFY(!m_page->followsSearch());
    press("treeBack");
    press("treeBack");
    QCOMPARE(m_page->view()->selectedId(), 2);
    QCOMPARE(m_page->nodePanel()->facts().node, 2);
    act([&] { m_page->findChild<QToolButton *>(QStringLiteral("treePin"))->click(); });
    QCOMPARE(m_page->view()->selectedId(), moment().node);
}

void TestTreeDetails::imagesAreMadeAgain()
{
    openSearch();
    seek(15);
    act([&] { m_page->view()->setSelectedId(3); }); // region 4, then brightness +10
    m_page->showImages();
    QTRY_COMPARE(m_page->imagesPanel()->images().node, 3);
    const bridge::TreeImages &images = m_page->imagesPanel()->images();
    QCOMPARE(images.batch.size(), 2);
    for (int seed = 0; seed < 2; ++seed) {
        Image expected = seedImage(seed); // the middle third, brighter by 10
        for (int y = 2; y < 4; ++y)
            for (int x = 2; x < 4; ++x)
                expected.pixels[std::size_t(y * side + x)] += 10;
        QCOMPARE(images.batch[seed].before, bridge::toQImage(seedImage(seed)));
        QCOMPARE(images.batch[seed].after, bridge::toQImage(expected));
        QVERIFY(images.batch[seed].changed);
    }
    QCOMPARE(images.frames.size(), 2);
    QCOMPARE(images.frames[0].node, 0);
    QCOMPARE(images.frames[1].node, 3);
    QCOMPARE(m_page->imagesPanel()->film()->frames().size(), 2);
    act([&] { Q_EMIT m_page->imagesPanel()->film()->frameClicked(0); });
    QCOMPARE(m_page->view()->selectedId(), 0);
    QTRY_COMPARE(m_page->imagesPanel()->images().node, 0);
    QVERIFY(!m_page->imagesPanel()->images().batch[0].changed);
}

void TestTreeDetails::tableAndDrawingShareTheSelection()
{
    openSearch();
    seek(15);
    m_page->showTable();
    auto *table = m_page->findChild<QTreeView *>(QStringLiteral("treeTable"));
    QCOMPARE(table->model()->rowCount(), 1);
    const QModelIndex root = table->model()->index(0, 0);
    QCOMPARE(table->model()->rowCount(root), 2);
    const QModelIndex first = table->model()->index(0, 0, root); // by action: region 0
    QCOMPARE(first.data().toString(), QStringLiteral("row 1, column 1"));
    act([&] { table->setCurrentIndex(first); });
    QCOMPARE(m_page->view()->selectedId(), 4);
    QCOMPARE(m_page->nodePanel()->facts().node, 4);
    act([&] { m_page->view()->setSelectedId(1); });
    QCOMPARE(table->currentIndex().data().toString(), QStringLiteral("row 2, column 2"));
    m_page->findChild<QLineEdit *>(QStringLiteral("treeSearch"))->setText(QStringLiteral("blur"));
    QCOMPARE(m_page->view()->matches(), QList<qint64>{5});
    QCOMPARE(m_page->findChild<QLabel *>(QStringLiteral("treeMatches"))->text(), QStringLiteral("1 match"));
}

void TestTreeDetails::lineageOfOtherGenerators()
{
    {
        SessionStore store(file(), SessionStore::Mode::Create);
        const auto run = makeRun(store, "deephunter");
        Checkpoint checkpoint;
        addTest(checkpoint, 1, 0, 0.5, false);
        addTest(checkpoint, 2, 1, 0.6, false);
        addTest(checkpoint, 3, 2, 0.7, true);
        addTest(checkpoint, 4, 1, 0.8, true);
        store.writeCheckpoint(run, checkpoint);
        store.finishRun(run, RunState::Finished, "", {}, 0, 0.5);
    }
    open();
    QCOMPARE(m_page->frame().kind, bridge::TreeKind::Lineage);
    const auto &items = *m_page->view()->items();
    QCOMPARE(items.size(), 6); // the root, one seed, four tests
    QCOMPARE(items.item(0).visits, 4);
    QCOMPARE(items.item(items.indexOf(1)).visits, 4);
    QCOMPARE(items.item(items.indexOf(2)).visits, 2);
    QVERIFY(items.item(items.indexOf(3)).marks.testFlag(widgets::TreeMark::Failing));
    QVERIFY(items.item(items.indexOf(2)).marks.testFlag(widgets::TreeMark::Chosen));
    QCOMPARE(items.path(items.indexOf(3)).size(), std::size_t(5));
    QVERIFY2(m_page->speech().startsWith(QStringLiteral("Test 4 is made of test 1")),
             qPrintable(m_page->speech()));
    press("treeBack");
    QCOMPARE(m_page->view()->items()->size(), 5);
    m_page->showImages();
    act([&] { m_page->view()->setSelectedId(3); });
    QTRY_COMPARE(m_page->imagesPanel()->images().node, 3);
    QCOMPARE(m_page->imagesPanel()->images().frames.size(), 4); // seed, 1, 2, 3
    QCOMPARE(m_page->imagesPanel()->images().frames[0].image, bridge::toQImage(seedImage(0)));
    QCOMPARE(m_page->imagesPanel()->images().frames[3].image, bridge::toQImage(seedImage(30)));
    QSignalSpy message(m_workspace.get(), &Workspace::message);
    m_page->exportTree(m_folder->filePath(QStringLiteral("tree.dot")));
    QTRY_COMPARE(message.size(), 1); // has no search tree
}

void TestTreeDetails::wordsOfEveryPhase()
{
    bridge::TreePick pick;
    pick.label = QStringLiteral("root");
    pick.child.action = 6;
    pick.child.label = QStringLiteral("blur 3");
    pick.child.exploit = 0.75;
    pick.child.explore = 0.5;
    pick.child.probability = 0.125;
    pick.choices = 28;
    pick.all = 30;
    pick.rank = 3;
    QCOMPARE(
        pickWords(pick, false),
        QStringLiteral("child 7 of 30, “blur 3”, because its sum 1.25 is the largest of 28 (0.75 for its "
                       "rewards + 0.50 for few visits)"));
    QCOMPARE(
        pickWords(pick, true),
        QStringLiteral("child 7 of 30, “blur 3”, because it was drawn, at a probability of 12.5 % (potential "
                       "1.25 = 0.75 for its rewards + 0.50 for few visits); 2 of 28 were more likely"));
    pick.choices = 1;
    QVERIFY(pickWords(pick, true).contains(QStringLiteral("only one left")));
    bridge::TreeMoment now;
    now.events = 1;
    now.label = QStringLiteral("x");
    for (int phase = int(bridge::TreePhase::Before); phase <= int(bridge::TreePhase::Test); ++phase) {
        now.phase = bridge::TreePhase(phase);
        QVERIFY(!phaseName(now.phase).isEmpty());
        QVERIFY2(!phaseWords(now).isEmpty(), qPrintable(phaseName(now.phase)));
        QVERIFY(!phaseWords(now).contains(QLatin1Char('%')));
    }
    for (const auto finish : {bridge::TreeFinish::Open, bridge::TreeFinish::Constraint,
                              bridge::TreeFinish::Depth, bridge::TreeFinish::Exhausted})
        QVERIFY(!finishWords(finish).isEmpty());
}

void TestTreeDetails::lessonsPointAtWhatThereIs()
{
    MainWindow window;
    for (const LessonId id : {LessonId::Fuzzer, LessonId::Mcts}) {
        const Lesson shown = lesson(id);
        QVERIFY(shown.steps.size() >= 6);
        for (const LessonStep &step : shown.steps) {
            QVERIFY(!step.title.isEmpty() && !step.text.isEmpty());
            QVERIFY2(window.findChild<QWidget *>(step.widget) || m_page->findChild<QWidget *>(step.widget),
                     qPrintable(step.widget));
        }
    }
}

void TestTreeDetails::lessonWaitsForWhatItNeeds()
{
    QMainWindow window;
    auto *page = new TreePage(*m_workspace);
    window.setCentralWidget(page);
    LessonDock dock(*m_workspace, *page, &window);
    window.addDockWidget(Qt::BottomDockWidgetArea, &dock);
    window.show();
    m_workspace->setSampleFolder(m_folder->filePath(QStringLiteral("missing")));
    QSignalSpy pages(&dock, &LessonDock::pageWanted);
    dock.start(LessonId::Mcts);
    QCOMPARE(dock.step(), 0);
    QCOMPARE(pages.size(), 1);
    QVERIFY(!dock.isReady()); // there is no project
    QVERIFY(!dock.findChild<QPushButton *>(QStringLiteral("lessonNext"))->isEnabled());
    dock.next();
    dock.back();
    QCOMPARE(dock.step(), 0);
    QVERIFY(!dock.findChild<QLabel *>(QStringLiteral("lessonText"))->text().isEmpty());
    dock.close();
    QCOMPARE(dock.step(), -1);
    QCOMPARE(dock.target(), nullptr);
}

QTEST_MAIN(TestTreeDetails)
#include "tst_tree_details.moc"
