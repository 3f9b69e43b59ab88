// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/tree_export.h"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mutascope {
namespace {

// Root with the children 0 (two visits, one child), 1 (forbidden) and 2 (one visit); then the root moves
// to 2.
std::shared_ptr<SearchHistory> small()
{
    auto history = std::make_shared<SearchHistory>();
    history->description.policy = "uct";
    history->description.exploration = 1.5;
    history->description.levels = {{"left", "say \"mid\\dle\"", "right"}, {"up"}};
    history->trees.resize(1);
    history->nodes = {{{-1, -1, 3, Finish::Open},
                       {0, 0, 2, Finish::Open},
                       {1, 1, 0, Finish::Depth},
                       {0, 1, 2, Finish::Constraint},
                       {0, 2, 2, Finish::Open}}};
    history->iterations = {{0, 0, 0, 0, 1, 1, 1, 2, true},
                           {0, 1, 0, 1, 2, 1, 2, 4, true},
                           {0, 2, 0, 0, 3, 1, 3, 0, false},
                           {0, 3, 0, 0, 4, 1, 4, 1, true}};
    history->moves = {{SearchMove::Kind::Root, 0, 4, 4, 0, {}}};
    return history;
}

TEST(TreeExport, Json)
{
    TreePlayer player(small());
    player.seek(player.events());
    const nlohmann::json all = nlohmann::json::parse(treeJson(player));
    EXPECT_EQ(all.at("policy"), "uct");
    EXPECT_EQ(all.at("exploration"), 1.5);
    EXPECT_EQ(all.at("root"), 4);
    EXPECT_EQ(all.at("position"), player.events());
    ASSERT_EQ(all.at("nodes").size(), 5u);
    const nlohmann::json expected
        = {{"id", 1},     {"parent", 0}, {"action", 0},      {"name", "left"}, {"visits", 2},
           {"mean", 3.0}, {"best", 4.0}, {"finish", "open"}, {"folded", 0},    {"folded_nodes", 0}};
    EXPECT_EQ(all.at("nodes")[1], expected);
    EXPECT_EQ(all.at("nodes")[2].at("finish"), "depth");
    EXPECT_EQ(all.at("nodes")[2].at("name"), "action 1"); // the description has no name for it
    EXPECT_EQ(all.at("nodes")[3].at("finish"), "constraint");
    EXPECT_EQ(all.at("nodes")[3].at("name"), "say \"mid\\dle\"");
}

TEST(TreeExport, RareChildrenAreFolded)
{
    TreePlayer player(small());
    player.seek(player.events());
    const nlohmann::json folded = nlohmann::json::parse(treeJson(player, 100));
    ASSERT_EQ(folded.at("nodes").size(), 2u); // the way to the search's root stays
    EXPECT_EQ(folded.at("nodes")[1].at("id"), 4);
    EXPECT_EQ(folded.at("nodes")[0].at("folded"), 2);
    EXPECT_EQ(folded.at("nodes")[0].at("folded_nodes"), 3);
    const nlohmann::json some = nlohmann::json::parse(treeJson(player, 1));
    EXPECT_EQ(some.at("nodes").size(), 4u);
    EXPECT_EQ(some.at("nodes")[0].at("folded"), 1);
}

TEST(TreeExport, Dot)
{
    TreePlayer player(small());
    player.seek(player.events());
    const std::string expected = R"(digraph search {
  node [shape=box, fontname="sans-serif"];
  n0 [label="root\n3 visits, mean 2.33333\nbest 4, open"];
  f0 [label="+1 children, 1 nodes", shape=plaintext];
  n0 -> f0 [style=dotted];
  n1 [label="left\n2 visits, mean 3\nbest 4, open"];
  n0 -> n1;
  n2 [label="action 1\n1 visits, mean 4\nbest 4, depth", style=dashed];
  n1 -> n2;
  n4 [label="right\n1 visits, mean 1\nbest 1, open", penwidth=3];
  n0 -> n4;
}
)";
    EXPECT_EQ(treeDot(player, 1), expected);
    EXPECT_NE(treeDot(player).find("say \\\"mid\\\\dle\\\""), std::string::npos);
}

TEST(TreeExport, BeforeTheFirstEventThereIsARoot)
{
    const TreePlayer player(small());
    EXPECT_EQ(nlohmann::json::parse(treeJson(player)).at("nodes").size(), 1u);
    EXPECT_EQ(nlohmann::json::parse(treeJson(player)).at("tree"), -1);
}

TEST(TreeExport, NamesThatAreNoTextDoNoHarm)
{
    auto history = small();
    history->description.levels = {{"\xff\xfe"}};
    TreePlayer player(history);
    player.seek(player.events());
    EXPECT_TRUE(nlohmann::json::accept(treeJson(player)));
}

} // namespace
} // namespace mutascope
