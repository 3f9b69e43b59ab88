// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/tree_player.h"
#include "tests/core/base/expect_error.h"
#include "tests/core/search/toy_problem.h"
#include <map>

namespace mutascope {
namespace {

using Phase = TreePlayer::Phase;

// Searches some trees, as a generator does, and keeps their history and what the search itself saw.
struct Recorded {
    std::shared_ptr<SearchHistory> history = std::make_shared<SearchHistory>();
    std::vector<std::vector<TreePlayer::Pick>> picks; // [iteration]
    std::vector<SearchChunk> chunks; // as a live run hands them over
    std::string lastState; // of the last tree, as Mcts has it

    explicit Recorded(const ParamSet &params, int trees = 3)
    {
        history->description = searchDescription(params);
        history->description.levels = {{"a", "b", "c"}, {"w", "x", "y", "z"}};
        for (int tree = 0; tree < trees; ++tree)
            searchTree(params, tree);
        for (const SearchChunk &chunk : chunks)
            history->append(chunk);
    }

private:
    void searchTree(const ParamSet &params, int tree);
    void keep(SearchChunk chunk, int tree);
};

void Recorded::searchTree(const ParamSet &params, int tree)
{
    ToyProblem problem = hashedProblem(std::uint64_t(tree) + 1);
    Mcts search(params, problem);
    Rng rng(5, std::uint64_t(tree));
    // All choices of an iteration are made before its nodes.
    std::map<std::int32_t, std::vector<TreePlayer::Pick>> seen;
    search.observePicks([&](std::int32_t node, const std::vector<ChildTerms> &terms, int action) {
        seen[search.tree().size()].push_back({node, action, terms});
    });
    SearchChunk begin = search.takeChunk();
    begin.trees = {{{{tree, 0}}}};
    keep(begin, tree);
    for (Mcts::Step step = Mcts::Step::Iterated; step != Mcts::Step::Ended;) {
        step = search.step(rng);
        SearchChunk chunk = search.takeChunk();
        for (const SearchIteration &done : chunk.iterations)
            picks.push_back(seen[done.firstMade]);
        keep(std::move(chunk), tree);
    }
    SearchChunk commit;
    if (search.best().node >= 0)
        commit.moves = {{SearchMove::Kind::Commit, 0, std::int64_t(0), search.best().node, 0.5, {}}};
    keep(commit, tree);
    lastState = search.save();
}

void Recorded::keep(SearchChunk chunk, int tree)
{
    for (SearchIteration &done : chunk.iterations)
        done.tree = tree;
    for (SearchPriors &priors : chunk.priors)
        priors.tree = tree;
    for (SearchMove &move : chunk.moves) {
        move.tree = tree;
        move.behind = std::int64_t(picks.size());
    }
    chunk.nodes.insert(chunk.nodes.begin(), std::size_t(tree), {});
    chunks.push_back(std::move(chunk));
}

ParamSet batched(const char *policy)
{
    return searchParams({{"policy", policy}, {"leaf-batch", "4"}, {"iterations", "22"}, {"depth", "4"}});
}

ParamSet everything(const char *policy)
{
    ParamSet params = batched(policy);
    params.set("rave", "7");
    params.set("prior-weight", "0.3");
    params.set("widening", "1.2");
    return params;
}

TEST(TreePlayer, ShowsThePhasesInOrder)
{
    const Recorded recorded(batched("uct"), 1);
    TreePlayer player(recorded.history);
    EXPECT_EQ(player.position(), 0);
    EXPECT_EQ(player.tree(), -1);
    EXPECT_EQ(player.current(), nullptr);
    EXPECT_EQ(player.event(0).phase, Phase::Tree);
    // The first iteration makes a region and a mutation; the batch has four.
    EXPECT_EQ(player.event(1).phase, Phase::Selection);
    EXPECT_EQ(player.event(2).phase, Phase::Expansion);
    EXPECT_EQ(player.event(3).phase, Phase::Simulation);
    EXPECT_EQ(player.event(4).phase, Phase::Selection);
    EXPECT_EQ(player.event(4).iteration, 1);
    std::int64_t index = 1;
    while (player.event(index).phase != Phase::Backpropagation)
        ++index;
    for (std::int64_t i = 0; i < 4; ++i) {
        EXPECT_EQ(player.event(index + i).phase, Phase::Backpropagation);
        EXPECT_EQ(player.event(index + i).iteration, i);
    }
    player.seek(4);
    EXPECT_EQ(player.state().size(), 3);
    EXPECT_EQ(player.state().stats(0).pending, 1);
    EXPECT_EQ(player.state().stats(0).visits, 0);
    EXPECT_TRUE(player.state().closed(2));
}

TEST(TreePlayer, EndsWithTheSearchsOwnTree)
{
    for (const char *policy : {"sampled", "uct"}) {
        const ParamSet params = everything(policy);
        const Recorded recorded(params);
        TreePlayer player(recorded.history);
        player.seek(player.events());
        EXPECT_EQ(player.tree(), 2);
        ToyProblem problem = hashedProblem(3);
        const auto search = Mcts::load(params, problem, recorded.lastState);
        ASSERT_EQ(player.state().size(), search->tree().size());
        for (std::int32_t id = 0; id < player.state().size(); ++id) {
            EXPECT_EQ(player.state().stats(id), search->tree().stats(id));
            EXPECT_EQ(player.state().node(id).finish, search->tree().node(id).finish);
            EXPECT_EQ(player.state().exhausted(id), search->tree().exhausted(id));
            EXPECT_EQ(player.state().amaf(id), search->tree().amaf(id));
        }
        EXPECT_EQ(player.root(), search->root());
    }
}

// The terms of every choice, pending visits of earlier leaves of the batch included, are bit by bit the
// search's own.
TEST(TreePlayer, PicksAreTheSearchsOwn)
{
    for (const ParamSet &params :
         {batched("sampled"), batched("uct"), everything("sampled"), everything("uct")}) {
        const Recorded recorded(params);
        TreePlayer player(recorded.history);
        std::size_t compared = 0;
        while (player.position() < player.events()) {
            player.forward();
            const std::string before = player.stateSha256();
            const std::vector<TreePlayer::Pick> picks = player.picks();
            EXPECT_EQ(player.stateSha256(), before);
            const std::int64_t iteration = player.current()->iteration;
            if (iteration < 0) {
                EXPECT_TRUE(picks.empty());
                continue;
            }
            const std::vector<TreePlayer::Pick> &own = recorded.picks[std::size_t(iteration)];
            ASSERT_EQ(picks.size(), own.size());
            for (std::size_t i = 0; i < picks.size(); ++i) {
                EXPECT_EQ(picks[i].node, own[i].node);
                EXPECT_EQ(picks[i].action, own[i].action);
                EXPECT_EQ(picks[i].terms, own[i].terms);
                ++compared;
            }
        }
        EXPECT_GT(compared, 1000u);
    }
}

std::vector<std::string> statesByStepping(TreePlayer &player)
{
    std::vector<std::string> states{player.stateSha256()};
    while (player.position() < player.events()) {
        player.forward();
        states.push_back(player.stateSha256());
    }
    return states;
}

TEST(TreePlayer, TwoHundredForwardAndBackIsTheSameState)
{
    for (const ParamSet &params : {batched("sampled"), everything("uct")}) {
        const Recorded recorded(params);
        TreePlayer player(recorded.history);
        for (const std::int64_t start : {std::int64_t(0), std::int64_t(37), player.events() - 200}) {
            player.seek(start);
            std::vector<std::string> states;
            for (int i = 0; i < 200; ++i) {
                states.push_back(player.stateSha256());
                player.forward();
            }
            EXPECT_EQ(player.position(), start + 200);
            for (int i = 0; i < 200; ++i) {
                player.back();
                EXPECT_EQ(player.stateSha256(), states[states.size() - 1 - std::size_t(i)]);
            }
            EXPECT_EQ(player.position(), start);
        }
        player.seek(0);
        player.back();
        EXPECT_EQ(player.position(), 0);
    }
}

TEST(TreePlayer, SeekingEqualsStepping)
{
    const Recorded recorded(everything("sampled"));
    TreePlayer player(recorded.history);
    const std::vector<std::string> states = statesByStepping(player);
    Rng rng(8);
    for (int i = 0; i < 300; ++i) {
        player.seek(std::int64_t(rng.below(std::uint32_t(states.size()))));
        EXPECT_EQ(player.stateSha256(), states[std::size_t(player.position())]);
    }
    TreePlayer other(recorded.history);
    other.seek(player.events() + 5);
    EXPECT_EQ(other.position(), player.events());
    EXPECT_EQ(other.stateSha256(), states.back());
    other.forward();
    EXPECT_EQ(other.position(), player.events());
    other.seek(-1);
    EXPECT_EQ(other.stateSha256(), states.front());
}

TEST(TreePlayer, LiveHistoryGrows)
{
    const Recorded recorded(everything("uct"));
    auto growing = std::make_shared<SearchHistory>();
    growing->description = recorded.history->description;
    TreePlayer live(growing);
    EXPECT_EQ(live.events(), 0);
    TreePlayer whole(recorded.history);
    for (const SearchChunk &chunk : recorded.chunks) {
        const std::int64_t before = live.position();
        growing->append(chunk);
        live.extended();
        EXPECT_EQ(live.position(), before);
        live.seek(live.events());
        whole.seek(live.events());
        ASSERT_EQ(live.stateSha256(), whole.stateSha256());
    }
    EXPECT_EQ(live.events(), whole.events());
}

TEST(TreePlayer, JumpsToIterationsMovesAndConditions)
{
    const Recorded recorded(batched("sampled"));
    TreePlayer player(recorded.history);
    player.seek(player.nextIteration());
    EXPECT_EQ(player.current()->phase, Phase::Backpropagation);
    EXPECT_EQ(player.current()->iteration, 0);
    player.seek(player.nextIteration());
    EXPECT_EQ(player.current()->iteration, 1);
    while (player.current()->phase != Phase::Selection || player.current()->iteration != 6)
        player.forward();
    player.seek(player.nextIteration()); // of the one under way, the third of its batch
    EXPECT_EQ(player.current()->phase, Phase::Backpropagation);
    EXPECT_EQ(player.current()->iteration, 6);
    player.seek(player.nextRootMove());
    EXPECT_EQ(player.current()->phase, Phase::RootMove);
    EXPECT_EQ(player.root(), player.current()->node);
    EXPECT_NE(player.root(), 0);
    const auto forbidden = [](const TreePlayer::Event &event) {
        return event.phase == Phase::Backpropagation && !event.rewarded;
    };
    const std::int64_t found = player.find(forbidden);
    ASSERT_GT(found, player.position());
    player.seek(found);
    EXPECT_EQ(player.state().stats(player.current()->node).visits, 0);
    const std::int32_t node = player.current()->node;
    EXPECT_EQ(player.state().node(node).finish, Finish::Constraint);
    EXPECT_TRUE(player.state().exhausted(node));
    player.back(); // what it is shows with its evaluation
    EXPECT_EQ(player.state().node(node).finish, Finish::Open);
    EXPECT_FALSE(player.state().exhausted(node));
    player.seek(player.events());
    EXPECT_EQ(player.find(forbidden), -1);
    EXPECT_EQ(player.nextIteration(), player.events());
    EXPECT_EQ(player.nextRootMove(), player.events());
    EXPECT_EQ(player.current()->phase, Phase::Commit);
    EXPECT_EQ(player.current()->reward, 0.5);
    player.back();
    EXPECT_EQ(player.current()->phase, Phase::End);
    EXPECT_FALSE(player.current()->reason.empty());
}

// One tree of 100,000 iterations: beyond what is kept for undoing.
TEST(TreePlayer, WalksALongTree)
{
    auto history = std::make_shared<SearchHistory>();
    history->description = searchDescription(searchParams({}));
    history->trees.resize(1);
    history->nodes = {{{-1, -1, 400, Finish::Open}}};
    for (std::int32_t i = 0; i < 100000; ++i) {
        const std::int32_t parent = i / 400; // breadth first
        history->nodes[0].push_back({parent, i % 400, 400, Finish::Open});
        history->iterations.push_back({0, i, 0, parent, i + 1, 1, i + 1, double(i % 7), true});
    }
    TreePlayer player(history);
    ASSERT_EQ(player.events(), 300001);
    player.seek(150000);
    const std::string middle = player.stateSha256();
    player.seek(player.events());
    EXPECT_EQ(player.state().stats(0).visits, 100000);
    player.seek(150000);
    EXPECT_EQ(player.stateSha256(), middle);
    for (int i = 0; i < 5000; ++i) // the undo list ends at 4096
        player.back();
    TreePlayer other(history);
    other.seek(145000);
    EXPECT_EQ(player.stateSha256(), other.stateSha256());
}

class DamagedHistory : public ::testing::Test {
protected:
    template <typename Change> void refused(const std::string &why, Change change)
    {
        auto damaged = std::make_shared<SearchHistory>(*recorded.history);
        change(*damaged);
        expectError(ErrorCode::BadData, why, [&] {
            TreePlayer player(damaged);
            player.seek(player.events());
        });
    }
    Recorded recorded{everything("uct"), 2};
};

TEST_F(DamagedHistory, IsRefused)
{
    using H = SearchHistory;
    refused("out of order", [](H &h) { std::swap(h.iterations.front().tree, h.iterations.back().tree); });
    refused("no root", [](H &h) { h.iterations.back().tree = 9; });
    refused("out of order", [](H &h) { h.moves.front().tree = -1; });
    refused("no root", [](H &h) {
        h.nodes[0].clear();
        h.priors.clear();
    });
    refused("out of order", [](H &h) { h.iterations.front().tree = -1; });
    refused("out of order", [](H &h) { h.moves.back().tree = -3; });
    refused("unmade", [](H &h) { h.iterations[5].root = -1; });
    refused("unmade", [](H &h) { h.iterations[5].selected = 1 << 30; });
    refused("makes nodes", [](H &h) { h.iterations[5].made = -2; });
    refused("makes nodes", [](H &h) { h.iterations[5].made = 1 << 30; });
    refused("makes nodes", [](H &h) { ++h.iterations[5].firstMade; });
    refused("evaluates another", [](H &h) { h.iterations[5].last = 0; });
    refused("reward", [](H &h) { h.iterations[5].reward = -1; });
    refused("did not start", [](H &h) { h.iterations[5].root = h.iterations[5].firstMade - 1; });
    refused("no chain", [](H &h) { h.nodes[0][3].parent = 99999; });
    refused("no such action", [](H &h) { h.nodes[0][3].action = 44; });
    refused("actions", [](H &h) { h.nodes[0][3].actions = -1; });
    refused("actions", [](H &h) { h.nodes[0][0].actions = 1 << 30; });
    refused("unknown way", [](H &h) { h.nodes[0][3].finish = Finish(9); });
    refused("before its iterations", [](H &h) { h.moves.back().behind = 1 << 30; });
    refused("does not exist", [](H &h) { h.moves.back().node = 1 << 30; });
    refused("does not exist", [](H &h) { h.moves.back().node = -1; });
    refused("no tree", [](H &h) { h.priors[0].tree = 7; });
    refused("no node", [](H &h) { h.priors[0].node = -7; });
    refused("no probabilities", [](H &h) { h.priors[0].values.pop_back(); });
}

// Whatever is wrong, it is refused or can be walked through.
TEST_F(DamagedHistory, DoesNoHarm)
{
    Rng rng(4);
    for (int round = 0; round < 3000; ++round) {
        auto damaged = std::make_shared<SearchHistory>(*recorded.history);
        auto &nodes = damaged->nodes[rng.below(2)];
        SearchNode &node = nodes[rng.below(std::uint32_t(nodes.size()))];
        SearchIteration &done = damaged->iterations[rng.below(std::uint32_t(damaged->iterations.size()))];
        SearchMove &move = damaged->moves[rng.below(std::uint32_t(damaged->moves.size()))];
        std::int32_t *const targets[]
            = {&node.parent,   &node.action, &node.actions,   &done.tree, &done.batch, &done.root,
               &done.selected, &done.made,   &done.firstMade, &done.last, &move.tree,  &move.node};
        *targets[rng.below(12)] = rng.between(-2, 60);
        try {
            TreePlayer player(damaged);
            player.seek(player.events());
            player.picks();
            player.seek(player.events() / 2);
            player.picks();
        } catch (const Error &error) {
            EXPECT_EQ(error.code(), ErrorCode::BadData) << error.what();
        }
    }
}

} // namespace
} // namespace mutascope
