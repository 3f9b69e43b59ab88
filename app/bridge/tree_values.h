// SPDX-License-Identifier: GPL-3.0-or-later
// What a walk through a run's search trees shows, in Qt values.
#pragma once

#include "widgets/tree_items.h"

#include <QImage>
#include <QList>
#include <QString>
#include <optional>
#include <vector>

namespace mutascope::bridge {

enum class TreeKind { None, Search, Lineage }; // Lineage: which test was made of which

enum class TreePhase {
    Before, // nothing has happened
    Tree, // a new one
    Selection,
    Expansion,
    Simulation,
    Backpropagation,
    RootMove,
    Commit,
    End,
    Test // of a lineage
};

enum class TreeFinish { Open, Constraint, Depth, Exhausted };

// A child as selection sees it.
struct TreeChild {
    int action = 0;
    QString label;
    qint64 node = -1; // -1: not made
    qint64 visits = 0;
    std::optional<double> mean;
    std::optional<double> best;
    double exploit = 0;
    double explore = 0;
    double prior = 0;
    double probability = 0; // of being picked
    bool finished = false;
    bool held = false; // not yet to be made
    bool picked = false;

    double potential() const { return exploit + explore + prior; }
};

// One choice of a selection.
struct TreePick {
    qint64 node = 0;
    QString label;
    TreeChild child; // that was taken
    int choices = 0; // children that could be taken
    int all = 0;
    int rank = 0; // of what was taken, by probability; from 1
};

// Where the walk stands.
struct TreeMoment {
    qint64 position = 0;
    qint64 events = 0;
    TreePhase phase = TreePhase::Before;
    int tree = -1;
    int trees = 0;
    qint64 iteration = -1; // -1: none
    qint64 iterations = 0; // of all
    qint64 node = -1; // what the phase is about
    QString label; // of the node
    QString parentLabel;
    int siblings = 0; // children its parent can have
    int pathLength = 0; // nodes from the root of the tree to it
    int simulated = 0; // steps of a simulation
    qint64 root = -1; // where the search starts from
    double reward = 0; // or gain
    bool rewarded = false;
    std::optional<double> mean; // of the node
    QString reason;
    bool drawn = false; // children are drawn at random, not the best one taken
    qint64 images = 0; // in a new tree's batch
    QList<TreePick> picks;
};

// One node in full.
struct TreeFacts {
    qint64 node = -1; // -1: none is chosen
    QString label;
    QString path; // "row 1, column 2 ▸ blur 3"
    qint64 visits = 0;
    qint64 pending = 0;
    std::optional<double> mean;
    std::optional<double> best;
    TreeFinish finish = TreeFinish::Open;
    int actions = 0; // children it can have
    int made = 0;
    bool isRoot = false; // the search starts from it
    bool termsOfPick = false; // as they were when the selection of this moment was here
    QList<TreeChild> children;
    QString note; // of a test: what it is
    qint64 test = 0; // of a lineage
};

struct TreeFrame {
    TreeKind kind = TreeKind::None;
    TreeMoment moment;
    widgets::TreeItemsPtr items; // never null
    TreeFacts facts;
};

// The images at a node.
struct TreeImages {
    struct Entry {
        QString caption;
        QImage before; // at its parent
        QImage after;
        bool changed = false;
    };
    struct Frame {
        qint64 node = 0;
        QString caption;
        QImage image;
    };
    qint64 node = -1;
    QList<Entry> batch;
    int shown = 0; // of the batch: whose frames these are
    QString missing; // why there are none
    QList<Frame> frames; // from the root to the node
};

} // namespace mutascope::bridge
