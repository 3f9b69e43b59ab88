// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/tree_page_fixture.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QSpinBox>
#include <QTabWidget>
#include <QToolButton>

using namespace mutascope;
using namespace mutascope::gui;

class TestTreePage : public QObject, protected TreePageFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { prepare(); }
    void init() { makePage(); }
    void cleanup() { dropPage(); }

    void opensAtTheEnd();
    void walksPhaseByPhase();
    void sameStateWhicheverWay();
    void runsToConditions();
    void treesAreChosenByNumber();
    void growsWithTheRun();
    void emptyRunSaysSo();
    void damagedHistorySaysSo();
    void keysStep();
    void exports();
};

void TestTreePage::opensAtTheEnd()
{
    openSearch();
    QCOMPARE(m_page->frame().kind, bridge::TreeKind::Search);
    QCOMPARE(moment().trees, 2);
    QCOMPARE(moment().iterations, 3);
    QCOMPARE(moment().position, moment().events);
    // 2 trees; 3 selections, expansions and backpropagations, 2 simulations; 3 moves
    QCOMPARE(moment().events, 2 + 9 + 2 + 3);
    QCOMPARE(moment().phase, bridge::TreePhase::Tree);
    QVERIFY(m_page->findChild<QToolButton *>(QStringLiteral("treeExport"))->isEnabled());
}

void TestTreePage::walksPhaseByPhase()
{
    openSearch();
    press("treeFirst");
    QCOMPARE(m_page->view()->items(), nullptr);
    QVERIFY(m_page->speech().contains(QStringLiteral("Nothing has happened")));
    using Phase = bridge::TreePhase;
    const std::vector<std::pair<Phase, qint64>> expected{{Phase::Tree, 0},
                                                         {Phase::Selection, 0},
                                                         {Phase::Expansion, 1},
                                                         {Phase::Simulation, 2},
                                                         {Phase::Backpropagation, 2},
                                                         {Phase::Commit, 2},
                                                         {Phase::Selection, 1},
                                                         {Phase::Expansion, 3},
                                                         {Phase::Backpropagation, 3},
                                                         {Phase::Selection, 0},
                                                         {Phase::Expansion, 4},
                                                         {Phase::Simulation, 5},
                                                         {Phase::Backpropagation, 5},
                                                         {Phase::RootMove, 1},
                                                         {Phase::End, 1},
                                                         {Phase::Tree, 0}};
    for (const auto &[phase, node] : expected) {
        press("treePhase");
        QCOMPARE(moment().phase, phase);
        QCOMPARE(moment().node, node);
        QVERIFY(!m_page->speech().isEmpty());
        QCOMPARE(m_page->view()->selectedId(), node); // the drawing follows
    }
    QVERIFY(!m_page->transport()->stepAction()->isEnabled());
    press("treeBack");
    QCOMPARE(moment().phase, Phase::End);
    QVERIFY(m_page->speech().contains(QStringLiteral("as often as it may")));
    seek(5); // behind the first backpropagation
    const auto &items = *m_page->view()->items();
    QCOMPARE(items.size(), 3);
    for (int i = 0; i < 3; ++i) {
        QCOMPARE(items.item(i).visits, 1);
        QCOMPARE(*items.item(i).mean, 0.5);
    }
    QCOMPARE(items.item(1).label, QStringLiteral("row 2, column 2"));
    QCOMPARE(items.item(2).label, QStringLiteral("contrast 1.2"));
    seek(16);
    press("treeFirst");
    press("treeIteration");
    QCOMPARE(moment().position, 5);
    press("treeRootMove");
    QCOMPARE(moment().phase, Phase::RootMove);
    QVERIFY(m_page->speech().contains(QStringLiteral("0.3"))); // the mean of .5 and .1
}

void TestTreePage::sameStateWhicheverWay()
{
    openSearch();
    std::vector<std::vector<std::pair<qint64, std::optional<double>>>> forward;
    const auto state = [&] {
        std::vector<std::pair<qint64, std::optional<double>>> figures;
        for (int i = 0; m_page->view()->items() && i < m_page->view()->items()->size(); ++i)
            figures.emplace_back(m_page->view()->items()->item(i).visits,
                                 m_page->view()->items()->item(i).potential);
        return figures;
    };
    press("treeFirst");
    for (int i = 0; i <= 16; ++i) {
        forward.push_back(state());
        if (i < 16)
            press("treePhase");
    }
    for (int i = 16; i > 0; --i) {
        QCOMPARE(state(), forward[std::size_t(i)]);
        press("treeBack");
    }
    for (const qint64 position : {9, 3, 14, 7}) {
        seek(position);
        QCOMPARE(state(), forward[std::size_t(position)]);
    }
    m_page->transport()->findChild<QSlider *>()->setValue(6);
    QTRY_COMPARE(moment().position, 6);
}

void TestTreePage::runsToConditions()
{
    using Condition = widgets::TreeTransport::Condition;
    openSearch();
    const auto run = [&](Condition condition, double value) {
        act([&] { Q_EMIT m_page->transport()->runToCondition(condition, value); });
        return moment().position;
    };
    seek(0);
    QCOMPARE(run(Condition::Reward, 0.05), 5);
    QCOMPARE(run(Condition::Reward, 0.05), 9);
    seek(0);
    QCOMPARE(run(Condition::Commit, 0), 6);
    QCOMPARE(run(Condition::Constraint, 0), 13);
    QVERIFY(m_page->speech().contains(QStringLiteral("dead end")));
    QSignalSpy message(m_workspace.get(), &Workspace::message);
    QCOMPARE(run(Condition::Reward, 0.7), 13); // there is none: it stays
    QTRY_COMPARE(message.size(), 1);
    seek(0);
    act([&] { Q_EMIT m_page->transport()->runIterations(2); });
    QCOMPARE(moment().position, 9);
    act([&] { Q_EMIT m_page->transport()->runIterations(100); });
    QCOMPARE(moment().position, 16);
}

void TestTreePage::treesAreChosenByNumber()
{
    openSearch();
    auto *number = m_page->findChild<QSpinBox *>(QStringLiteral("treeNumber"));
    QCOMPARE(number->value(), 2);
    QCOMPARE(number->maximum(), 2);
    act([&] { number->setValue(1); });
    QCOMPARE(moment().tree, 0);
    QCOMPARE(moment().phase, bridge::TreePhase::End);
    QCOMPARE(m_page->view()->items()->size(), 6);
    seek(16);
    QCOMPARE(number->value(), 2);
    QCOMPARE(m_page->view()->items()->size(), 1);
}

void TestTreePage::growsWithTheRun()
{
    SearchHistory begun = history();
    begun.trees.resize(1);
    begun.nodes = {{begun.nodes[0].begin(), begun.nodes[0].begin() + 3}};
    begun.iterations.resize(1);
    begun.moves.resize(1);
    writeSearch(begun);
    open();
    QCOMPARE(moment().events, 6);
    SearchChunk more = chunkOf(history());
    more.trees.erase(more.trees.begin());
    more.nodes[0].erase(more.nodes[0].begin(), more.nodes[0].begin() + 3);
    more.iterations.erase(more.iterations.begin());
    more.moves.erase(more.moves.begin());
    {
        SessionStore store(file(), SessionStore::Mode::ReadWrite);
        Checkpoint checkpoint;
        checkpoint.search = more;
        store.writeCheckpoint(1, checkpoint);
    }
    act([&] { m_page->walker().refresh(); });
    QTRY_COMPARE(moment().events, 16);
    QCOMPARE(moment().position, 16); // it was at the end
    seek(3);
    m_page->walker().refresh();
    QTest::qWait(50);
    QCOMPARE(moment().position, 3); // it was not
}

void TestTreePage::emptyRunSaysSo()
{
    {
        SessionStore store(file(), SessionStore::Mode::Create);
        makeRun(store, "random");
    }
    open();
    QCOMPARE(moment().events, 0);
    QVERIFY(m_page->view()->accessibleDescription().contains(QStringLiteral("no tree yet")));
    QVERIFY(!m_page->transport()->stepAction()->isEnabled());
    QVERIFY(!m_page->findChild<QToolButton *>(QStringLiteral("treeExport"))->isEnabled());
}

void TestTreePage::damagedHistorySaysSo()
{
    SearchHistory broken = history();
    broken.iterations[1].selected = 77;
    writeSearch(broken);
    m_workspace->openSession(QString::fromStdString(file()));
    QTRY_COMPARE(m_workspace->currentRun(), 1);
    QTRY_VERIFY(!m_page->isWaiting());
    QCOMPARE(m_page->frame().kind, bridge::TreeKind::None);
    QVERIFY(!m_page->view()->accessibleDescription().isEmpty());
}

void TestTreePage::keysStep()
{
    openSearch();
    seek(4);
    m_page->view()->setFocus();
    QTRY_VERIFY(m_page->view()->hasFocus());
    QTest::keyClick(m_page->view(), Qt::Key_Space);
    QTRY_COMPARE(moment().position, 5);
    QTest::keyClick(m_page->view(), Qt::Key_Backspace);
    QTRY_COMPARE(moment().position, 4);
    QTest::keyClick(m_page->view(), Qt::Key_P);
    QVERIFY(!m_page->followsSearch());
    auto *search = m_page->findChild<QLineEdit *>(QStringLiteral("treeSearch"));
    search->setFocus();
    QTest::keyClicks(search, QStringLiteral("a b"));
    QTest::keyClick(search, Qt::Key_Backspace);
    QCOMPARE(search->text(), QStringLiteral("a "));
    QCOMPARE(moment().position, 4); // typing steps nowhere
    m_page->view()->setFocus();
    QTest::keyClick(m_page->view(), Qt::Key_F);
    QCOMPARE(m_page->findChild<QTabWidget *>()->currentIndex(), 1);
}

void TestTreePage::exports()
{
    openSearch();
    seek(15);
    QSignalSpy message(m_workspace.get(), &Workspace::message);
    for (const char *suffix : {"svg", "png", "dot", "json"}) {
        const QString out = m_folder->filePath(QStringLiteral("tree.%1").arg(QLatin1String(suffix)));
        message.clear();
        m_page->exportTree(out);
        QTRY_COMPARE(message.size(), 1);
        QVERIFY2(QFileInfo(out).size() > 100, suffix);
    }
    QFile json(m_folder->filePath(QStringLiteral("tree.json")));
    QVERIFY(json.open(QIODevice::ReadOnly));
    QCOMPARE(QJsonDocument::fromJson(json.readAll()).object().value(QStringLiteral("position")).toInt(), 15);
    message.clear();
    m_page->exportTree(m_folder->filePath(QStringLiteral("no/folder/tree.json")));
    QTRY_COMPARE(message.size(), 1);
    QCOMPARE(message.first().first().value<Workspace::Severity>(), Workspace::Severity::Error);
}

QTEST_MAIN(TestTreePage)
#include "tst_tree_page.moc"
