// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/labels/label_store.h"

namespace mutascope {

// What may be shown of the item at hand. What the protocol hides is not in it, whatever the file holds.
struct QueueItem {
    LabelItem item; // kind is Training or Test (checks and repeats look like tests), expected and known empty
    std::size_t position = 0; // in this labeller's order, from 0
    std::optional<LabelVerdict> verdict; // what this labeller said, where they come back to it
    bool skipped = false; // before, without a verdict since
    std::optional<int> expected; // class, where the protocol shows it
    std::optional<int> predicted;
    std::string generator;
    std::vector<std::pair<std::string, LabelVerdict>> others; // name, verdict; where the protocol shows them
};

// After a verdict in the training round.
struct TrainingFeedback {
    bool right = false;
    LabelVerdict answer;
    std::string text;
};

struct LabellingProgress {
    std::size_t done = 0;
    std::size_t total = 0;
    std::size_t skipped = 0; // come again at the end
    std::size_t trainingLeft = 0;
    std::size_t positions = 0; // total and the training round
    std::optional<double> medianSeconds; // an item, of the last 20 verdicts
    std::optional<double> secondsLeft; // at that pace
};

// One labeller's way through a protocol: training first, then the rest in an order of their own, which
// follows from the protocol's seed and the labeller's uuid and is the same on every machine and after a
// restart. Skipped items come again at the end; a repeated item comes well after the first. Each change is
// stored (see LabelStore) before the method returns; a new object over the same file goes on at the same item
// with the same undo history. Not thread-safe, for the thread of its store, which it must not outlive.
class LabellingQueue {
public:
    // The labeller joins the protocol. version 0: the newest.
    LabellingQueue(LabelStore &store, const std::string &protocol, int version, const std::string &labeller);
    ~LabellingQueue();
    LabellingQueue(LabellingQueue &&) noexcept;

    const LabelProtocol &protocol() const;
    const Labeller &labeller() const;
    // With the instructions: image, answer and text.
    std::vector<LabelItem> examples() const;

    std::size_t size() const;
    bool finished() const; // every item has a verdict
    // None: everything is done and nobody went back. (Then back() and jump() still work.)
    std::optional<QueueItem> current() const;
    QueueItem at(std::size_t position) const; // in this labeller's order
    Image image(std::size_t position) const; // for prefetching, too
    std::optional<Image> seedImage(std::size_t position) const; // none where hidden

    struct Timing {
        std::int64_t milliseconds = 0; // since the item was shown, monotone; negative is stored as 0
        double millimetres = 0; // shown width
    };
    // Stores the verdict about the current item and goes to the next without one (after the current position,
    // then from the front). Throws Error{Usage} where nothing is current or the verdict does not fit.
    // Feedback: of a training item.
    std::optional<TrainingFeedback> answer(const LabelVerdict &verdict, const Timing &timing);
    void skip(const Timing &timing);

    bool canUndo() const;
    bool canRedo() const;
    bool undo(); // the last verdict or skip, whichever item it was about, which becomes current; false: none
    bool redo(); // and goes on as after it
    void jump(std::size_t position); // throws Error{Usage} beyond the end
    bool back(); // to the position before, false at the front
    bool forward(); // to the position after, false at the end
    void toNext(); // the next without a verdict, from the front after the last; stays where there is no other

    LabellingProgress progress() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m;
};

// The order in which a labeller of that slot gets the items: a pure function, for tests and previews.
std::vector<LabelItem> labellingOrder(const LabelProtocol &protocol, const std::vector<LabelItem> &items,
                                      const std::string &labeller, int slot);

// Whether a labeller of that slot is asked about the item (with k labels a test not everybody is).
bool isAskedOf(const LabelItem &item, const LabelProtocol &protocol, int slot);

} // namespace mutascope
