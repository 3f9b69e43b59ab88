// SPDX-License-Identifier: GPL-3.0-or-later
// The tree page beside a run at work: what the run tells is appended, what was missed is read again.
#include "app/bridge/run_inbox.h"
#include "tests/app/bridge_fixture.h"
#include "tests/app/tree_page_fixture.h"

using namespace mutascope;
using namespace mutascope::gui;

namespace {

// A search of so many iterations in two trees, each of which makes one node below the root.
SearchHistory longHistory(int iterations)
{
    SearchHistory all = history();
    all.trees.resize(2);
    all.trees[1].batch = all.trees[0].batch;
    all.nodes = {{{-1, -1, 30, Finish::Open}}, {{-1, -1, 30, Finish::Open}}};
    all.iterations.clear();
    all.moves.clear();
    for (int i = 0; i < iterations; ++i) {
        const int tree = i < iterations / 2 ? 0 : 1;
        const int node = int(all.nodes[std::size_t(tree)].size());
        all.nodes[std::size_t(tree)].push_back({0, (node - 1) % 30, 30, Finish::Open});
        all.iterations.push_back({tree, node - 1, 0, 0, node, 1, node, 0.1 * (i % 7), true});
    }
    all.moves.push_back({SearchMove::Kind::End, 0, iterations / 2, 0, 0, "exhausted"});
    return all;
}

// One iteration each.
std::vector<SearchChunk> pieces(const SearchHistory &all)
{
    std::vector<SearchChunk> chunks;
    std::vector<std::size_t> nodes(all.trees.size());
    for (std::size_t i = 0; i < all.iterations.size(); ++i) {
        const auto tree = std::size_t(all.iterations[i].tree);
        SearchChunk chunk;
        chunk.nodes.resize(tree + 1);
        if (nodes[tree] == 0) {
            chunk.trees.push_back(all.trees[tree]);
            chunk.nodes[tree].push_back(all.nodes[tree][nodes[tree]++]);
        }
        chunk.nodes[tree].push_back(all.nodes[tree][nodes[tree]++]);
        for (const SearchMove &move : all.moves)
            if (move.behind == std::int64_t(i))
                chunk.moves.push_back(move);
        chunk.iterations.push_back(all.iterations[i]);
        chunks.push_back(chunk);
    }
    return chunks;
}

SearchChunk joined(const std::vector<SearchChunk> &chunks, std::size_t begin, std::size_t end)
{
    SearchChunk all;
    for (std::size_t i = begin; i < end; ++i)
        all.append(chunks[i]);
    return all;
}

std::string hashOf(const SearchChunk &chunk)
{
    SearchHistory all;
    all.append(chunk);
    return searchSha256(all);
}

void tell(bridge::RunInbox &inbox, const SearchChunk &chunk)
{
    inbox.onEvent(SearchEvent{std::make_shared<const SearchChunk>(chunk), std::nullopt});
}

} // namespace

class TestTreeFollow : public QObject, protected TreePageFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { prepare(); }
    void init() { makePage(); }
    void cleanup() { dropPage(); }

    void inboxLosesNoChunk();
    void continuationFits();
    void toldChunksAreAppended();
    void missedChunksAreReadAgain();
    void imagesThatAreNotStoredYet();
    void followsARun();

private:
    void store(const SearchChunk &chunk);
    // A growth as the inbox makes them: what came before the begin-th piece, then pieces up to the end-th.
    static std::shared_ptr<const bridge::TreeGrowth> growth(const std::vector<SearchChunk> &chunks,
                                                            std::size_t begin, std::size_t end);
};

std::shared_ptr<const bridge::TreeGrowth> TestTreeFollow::growth(const std::vector<SearchChunk> &chunks,
                                                                 std::size_t begin, std::size_t end)
{
    auto one = std::make_shared<bridge::TreeGrowth>();
    one->before.add(joined(chunks, 0, begin));
    one->chunk = joined(chunks, begin, end);
    return one;
}

void TestTreeFollow::store(const SearchChunk &chunk)
{
    SessionStore store(file(), SessionStore::Mode::ReadWrite);
    Checkpoint checkpoint;
    checkpoint.search = chunk;
    store.writeCheckpoint(1, checkpoint);
}

void TestTreeFollow::inboxLosesNoChunk()
{
    const SearchHistory all = longHistory(5000);
    const std::vector<SearchChunk> chunks = pieces(all);
    bridge::RunInbox inbox;
    QVERIFY(!inbox.take().growth);
    SearchHistory rebuilt;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        tell(inbox, chunks[i]);
        if (i % 700 != 0 && i + 1 != chunks.size())
            continue; // the window was busy
        const auto taken = inbox.take().growth;
        QVERIFY(taken);
        const auto next = bridge::continuation(rebuilt, *taken);
        QVERIFY(next);
        rebuilt.append(*next);
        QCOMPARE(rebuilt.iterations.size(), i + 1);
    }
    QVERIFY(!inbox.take().growth);
    QCOMPARE(searchSha256(rebuilt), searchSha256(all));
}

void TestTreeFollow::continuationFits()
{
    const SearchHistory all = longHistory(40);
    const std::vector<SearchChunk> chunks = pieces(all);
    SearchHistory have;
    have.append(joined(chunks, 0, 25)); // read in the middle of what is told next
    const auto next = bridge::continuation(have, *growth(chunks, 10, 40));
    QVERIFY(next);
    QCOMPARE(hashOf(*next), hashOf(joined(chunks, 25, 40)));
    have.append(*next);
    QCOMPARE(searchSha256(have), searchSha256(all));
    QVERIFY(bridge::continuation(have, *growth(chunks, 10, 30))->empty()); // known already
    SearchHistory behind;
    behind.append(joined(chunks, 0, 5));
    QVERIFY(!bridge::continuation(behind, *growth(chunks, 6, 40)));
    QVERIFY(bridge::continuation(behind, *growth(chunks, 5, 40)));
    QVERIFY(!bridge::continuation({}, *growth(chunks, 1, 2)));
}

void TestTreeFollow::toldChunksAreAppended()
{
    const SearchHistory all = longHistory(40);
    const std::vector<SearchChunk> chunks = pieces(all);
    SearchHistory begun = all;
    begun.trees.clear();
    begun.nodes.clear();
    begun.iterations.clear();
    begun.moves.clear();
    begun.append(joined(chunks, 0, 10));
    writeSearch(begun);
    open();
    QCOMPARE(moment().iterations, 10);
    act([&] { m_page->walker().append({growth(chunks, 10, 12), growth(chunks, 12, 30)}); });
    QTRY_COMPARE(moment().iterations, 30);
    QCOMPARE(moment().position, moment().events); // it was at the end
    QCOMPARE(moment().tree, 1);
    seek(7);
    m_page->walker().append({growth(chunks, 28, 40)}); // some of it again
    QTRY_COMPARE(moment().iterations, 40);
    QCOMPARE(moment().position, 7); // it was not
    QCOMPARE(m_page->walker().readings(), 1); // nothing was read from the session
    const qint64 events = moment().events;
    m_page->walker().refresh(); // the session knows less than was told
    QTRY_COMPARE(m_page->walker().readings(), 2);
    QTest::qWait(20);
    QCOMPARE(moment().events, events);
}

void TestTreeFollow::missedChunksAreReadAgain()
{
    const SearchHistory all = longHistory(40);
    const std::vector<SearchChunk> chunks = pieces(all);
    SearchHistory begun;
    begun.description = all.description;
    begun.append(joined(chunks, 0, 10));
    writeSearch(begun);
    open();
    m_page->walker().append({growth(chunks, 20, 25)}); // 10 to 19 were told while nobody listened
    m_page->walker().append({growth(chunks, 25, 40)});
    QTest::qWait(20);
    QCOMPARE(moment().iterations, 10);
    m_page->walker().catchUp(); // they are not stored yet
    QTRY_COMPARE(m_page->walker().readings(), 2);
    QCOMPARE(moment().iterations, 10);
    store(joined(chunks, 10, 22));
    m_page->walker().catchUp();
    QTRY_COMPARE(moment().iterations, 40); // what was told since is attached, though it is not stored
    QCOMPARE(m_page->walker().readings(), 3);
    m_page->walker().catchUp();
    QTest::qWait(20);
    QCOMPARE(m_page->walker().readings(), 3); // nothing is missing
}

void TestTreeFollow::imagesThatAreNotStoredYet()
{
    SearchHistory begun = history();
    begun.trees[1].batch = {{1, 77}}; // a test of the next checkpoint
    writeSearch(begun);
    open();
    QSignalSpy message(m_workspace.get(), &Workspace::message);
    QSignalSpy found(&m_page->walker(), &bridge::TreeWalker::imagesFound);
    m_page->showImages();
    QTRY_VERIFY(found.size() > 0);
    QVERIFY(!found.last().first().value<bridge::TreeImages>().missing.isEmpty());
    QVERIFY(message.isEmpty());
}

// A real search on the sample project, watched to its end: every look at it shows a whole history, and at
// last all of it is there.
void TestTreeFollow::followsARun()
{
    QTemporaryDir cache;
    m_workspace->controller().setCacheFolder(cache.path());
    m_workspace->openProject(sampleProject());
    QTRY_VERIFY_WITH_TIMEOUT(m_workspace->project().has_value(), longWait);
    bridge::RunSetup setup = smallSetup();
    setup.generator = QStringLiteral("deepsmart");
    setup.budget = {};
    setup.budget.modelCalls = 12'000;
    QSignalSpy finished(&m_workspace->controller(), &bridge::RunController::finished);
    QSignalSpy grew(&m_workspace->controller(), &bridge::RunController::treesGrew);
    QSignalSpy failed(&m_page->walker(), &bridge::TreeWalker::failed);
    qint64 last = 0;
    int livelyFrames = 0;
    connect(&m_page->walker(), &bridge::TreeWalker::moved, this, [&](const bridge::TreeFrame &frame) {
        QVERIFY(frame.moment.events >= last || frame.moment.events == 0);
        QCOMPARE(frame.moment.position, frame.moment.events); // it goes along
        livelyFrames += finished.isEmpty() && frame.moment.events > last;
        last = frame.moment.events;
    });
    m_workspace->startRun(setup, QString::fromStdString(file()), false);
    QTRY_VERIFY_WITH_TIMEOUT(finished.size() == 1, longWait);
    const SearchHistory stored = SessionStore(file(), SessionStore::Mode::ReadOnly).search(1);
    QTRY_COMPARE(moment().iterations, qint64(stored.iterations.size()));
    QCOMPARE(moment().trees, int(stored.trees.size()));
    QVERIFY(failed.isEmpty());
    QVERIFY(grew.size() > 1);
    QVERIFY2(livelyFrames > 1, "nothing was seen of it while it ran");
    // Opened, read again at its end, and where the page came late; not at each checkpoint.
    QVERIFY2(m_page->walker().readings() <= 4, qPrintable(QString::number(m_page->walker().readings())));
    bridge::TreeWalker fresh;
    bridge::TreeFrame whole;
    connect(&fresh, &bridge::TreeWalker::moved, this, [&](const bridge::TreeFrame &frame) { whole = frame; });
    fresh.open(QString::fromStdString(file()), 1);
    QTRY_VERIFY(whole.moment.events > 0);
    QTRY_COMPARE(moment().events, whole.moment.events);
    QCOMPARE(m_page->frame().items->size(), whole.items->size());
    for (int i = 0; i < whole.items->size(); ++i) {
        QCOMPARE(m_page->frame().items->item(i).visits, whole.items->item(i).visits);
        QCOMPARE(m_page->frame().items->item(i).label, whole.items->item(i).label);
    }
}

QTEST_MAIN(TestTreeFollow)
#include "tst_tree_follow.moc"
