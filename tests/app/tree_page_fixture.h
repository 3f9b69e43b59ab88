// SPDX-License-Identifier: GPL-3.0-or-later
// The tree page over stored sessions: a search written by hand, or tests.
#pragma once

#include "app/bridge/convert.h"
#include "app/gui/application.h"
#include "app/gui/icons.h"
#include "app/gui/tree/images_panel.h"
#include "app/gui/tree/node_panel.h"
#include "app/gui/tree/tree_page.h"
#include "core/mutate/regional.h"
#include "core/store/session_store.h"
#include "widgets/tree_transport.h"
#include "widgets/tree_view.h"

#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace mutascope::gui {

constexpr int side = 6;

inline Image seedImage(int seed)
{
    Image image{{side, side, 1}, {}};
    for (int i = 0; i < side * side; ++i)
        image.pixels.push_back(std::uint8_t(20 + 3 * i + seed));
    return image;
}

// Two trees. The first: region 4 and contrast 1.2 (reward .5), then its brightness +10 (reward .1), region 0
// with a blur that the constraint forbids; then the root moves and the tree ends.
inline SearchHistory history()
{
    SearchHistory all;
    all.description.policy = "sampled";
    all.description.exploration = 1.5;
    all.description.virtualLoss = 1;
    all.description.grid = R"({"grid":3,"alpha":0.1,"beta":0.5,"from_seed":false})";
    all.description.levels.resize(2);
    for (int region = 0; region < 9; ++region)
        all.description.levels[0].push_back(regional::regionName(3, region));
    for (int operation = 0; operation < regional::operations; ++operation)
        all.description.levels[1].push_back(regional::operationName(operation));
    all.trees.resize(2);
    all.trees[0].batch = {{0, 0}, {1, 0}};
    all.trees[1].batch = {{1, 0}};
    // parent, action, actions, finish
    all.nodes = {{{-1, -1, 9, Finish::Open},
                  {0, 4, 30, Finish::Open},
                  {1, 0, 9, Finish::Open},
                  {1, 10, 9, Finish::Open},
                  {0, 0, 30, Finish::Open},
                  {4, 20, 9, Finish::Constraint}},
                 {{-1, -1, 9, Finish::Open}}};
    // tree, batch, root, selected, first made, made, last, reward, rewarded
    all.iterations = {
        {0, 0, 0, 0, 1, 2, 2, 0.5, true}, {0, 1, 0, 1, 3, 1, 3, 0.1, true}, {0, 2, 0, 0, 4, 2, 5, 0, false}};
    SearchMove commit{SearchMove::Kind::Commit, 0, 1, 2, 0.5, ""};
    SearchMove move{SearchMove::Kind::Root, 0, 3, 1, 0, ""};
    SearchMove end{SearchMove::Kind::End, 0, 3, 1, 0, "levels"};
    all.moves = {commit, move, end};
    return all;
}

inline SearchChunk chunkOf(const SearchHistory &history)
{
    SearchChunk chunk;
    chunk.trees = history.trees;
    chunk.nodes = history.nodes;
    chunk.iterations = history.iterations;
    chunk.moves = history.moves;
    return chunk;
}

inline std::int64_t makeRun(SessionStore &store, const std::string &generator)
{
    RunRecord run;
    run.generator = generator;
    run.config = "{}";
    run.project = "{}";
    std::vector<SeedRecord> seeds(2);
    for (int i = 0; i < 2; ++i) {
        seeds[std::size_t(i)].index = i;
        seeds[std::size_t(i)].probabilities = {1, 0};
        seeds[std::size_t(i)].image = seedImage(i);
    }
    return store.createRun(run, seeds);
}

inline void addTest(Checkpoint &checkpoint, std::int64_t id, std::int64_t parent, double contrast,
                    bool failing)
{
    TestRecord test;
    test.id = id;
    test.parent = parent;
    test.mutation = {"contrast", {{"factor", contrast}}, 0};
    test.failing = failing;
    test.kept = !failing;
    test.gain = failing ? 0 : 0.25;
    test.probabilities = {0, 1};
    const Image image = seedImage(int(10 * id));
    test.imageSha256 = std::string(63, '0') + std::to_string(id);
    checkpoint.tests.push_back(test);
    checkpoint.pngs.push_back(encodePng(image));
}

class TreePageFixture {
protected:
    void prepare()
    {
        QStandardPaths::setTestModeEnabled(true);
        initialiseResources();
    }
    void makePage()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_workspace = std::make_unique<Workspace>();
        m_page = std::make_unique<TreePage>(*m_workspace);
        m_page->resize(1300, 850);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
    }
    void dropPage()
    {
        m_page.reset();
        m_workspace.reset();
        m_folder.reset();
    }

    std::string file() const { return m_folder->filePath(QStringLiteral("a.mscope")).toStdString(); }
    void writeSearch(const SearchHistory &all = history())
    {
        SessionStore store(file(), SessionStore::Mode::Create);
        const auto run = makeRun(store, "deepsmart");
        Checkpoint checkpoint;
        checkpoint.search = chunkOf(all);
        checkpoint.searchDescription = all.description;
        store.writeCheckpoint(run, checkpoint);
        store.finishRun(run, RunState::Finished, "", {}, 0, 0.5);
    }
    void open()
    {
        m_workspace->openSession(QString::fromStdString(file()));
        QTRY_COMPARE(m_workspace->currentRun(), 1);
        QTRY_VERIFY(m_page->frame().kind != bridge::TreeKind::None);
        QTRY_VERIFY(!m_page->isWaiting());
    }
    void openSearch()
    {
        writeSearch();
        open();
    }
    template <typename Act> void act(Act what)
    {
        what();
        QTRY_VERIFY(!m_page->isWaiting());
    }
    void seek(qint64 position)
    {
        act([&] { Q_EMIT m_page->transport()->seek(position); });
    }
    void press(const char *action)
    {
        act([&] { m_page->transport()->findChild<QAction *>(QLatin1String(action))->trigger(); });
    }
    const bridge::TreeMoment &moment() const { return m_page->frame().moment; }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<TreePage> m_page;
};

} // namespace mutascope::gui
