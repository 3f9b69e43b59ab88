// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/after/minimize.h"
#include <span>

// Pieces of minimizeImages(). Not for other folders.
namespace mutascope {

// A test on its way from what was found to the smallest change.
struct Shrinking {
    const ChangedImage *start;
    Image current; // the model takes it for start->predicted
};

struct Trial {
    bool holds = false; // the class is the wanted one
    float margin = 0; // output of the wanted class above the largest other one
};

// Judges what is tried, in forwards of bounded size.
class TrialBench {
public:
    TrialBench(Model &model, const std::function<bool(const MinimizeProgress &)> &onProgress)
        : m_model(model), m_onProgress(onProgress)
    {
    }

    // make(i, pixels) fills in image i and returns the wanted class. Empty where it was stopped.
    std::vector<Trial> judge(std::size_t count,
                             const std::function<int(std::size_t, std::span<std::uint8_t>)> &make);
    bool stopped() const { return m_stopped; }
    std::int64_t calls() const { return m_progress.calls; }
    void setLeft(double left) { m_progress.left = left; }
    void finish() { m_finishing = true; } // from here on nothing stops it

private:
    Model &m_model;
    const std::function<bool(const MinimizeProgress &)> &m_onProgress;
    MinimizeProgress m_progress;
    bool m_stopped = false;
    bool m_finishing = false;
};

// Makes the changes of these tests as small as a common factor, or a common bound (clip), can.
void scaleChanges(TrialBench &bench, std::vector<Shrinking> &all, const std::vector<std::size_t> &tests,
                  bool clip);
// Takes back what can be, in blocks that halve down to the smallest, until none can any more.
void takeBackBlocks(TrialBench &bench, std::vector<Shrinking> &all, const std::vector<std::size_t> &tests,
                    const MinimizeOptions &options);

} // namespace mutascope
