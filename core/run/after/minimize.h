// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/model.h"
#include "core/mutate/constraint.h"
#include <functional>
#include <string>
#include <vector>

// The smallest change of a seed that the model still takes for the same wrong class. Knows no session:
// minimize_run.h does.
namespace mutascope {

enum class MinimizeNorm { L2, Linf, L0 };
const char *normName(MinimizeNorm norm); // "l2" "linf" "l0"
MinimizeNorm normFromName(const std::string &name); // throws Error{Usage}, names the nearest
double normOf(const PixelDistance &distance, MinimizeNorm norm);

struct MinimizeOptions {
    MinimizeNorm norm = MinimizeNorm::L2; // what is made small; no other norm grows either
    int smallestBlock = 0; // side in pixels of what is taken back at once at the end; 0: so that at most 64
                           // fit beside one another
};

struct ChangedImage {
    Image seed;
    Image test;
    int predicted = 0; // what the model takes the test for, another class than the seed's
};

enum class MinimizeOutcome {
    Minimal, // no block that differs from the seed can be taken back alone
    Unfinished, // stopped before; smaller than the start or the start itself
    NotReproduced, // the model does not take the test for that class (any more): left as it is
    NotVerified, // what was found did not hold when it was judged once more: left as it is
};

struct MinimizedImage {
    Image image; // of 8 bits, judged as such
    MinimizeOutcome outcome = MinimizeOutcome::Minimal;
    PixelDistance before; // of the test to its seed
    PixelDistance after;
};

struct MinimizeProgress {
    std::int64_t calls = 0;
    double left = 1; // mean share of the norm that is left
};

struct MinimizeResult {
    std::vector<MinimizedImage> images; // one a test
    std::int64_t calls = 0; // of the model
};

// All tests side by side: what is tried of them is judged together, in forwards of bounded size. The change
// is clipped, then scaled towards the seed, by a search over the bound and the factor; then taken back in
// blocks that halve, those first that cost the least of the model's margin for what they save; again while
// that saves more than 1 % of the norm. L0 begins with the blocks. Each value's change only ever shrinks, so
// no norm grows. onProgress returns false to stop. Deterministic.
MinimizeResult minimizeImages(Model &model, const std::vector<ChangedImage> &tests,
                              const MinimizeOptions &options,
                              const std::function<bool(const MinimizeProgress &)> &onProgress = {});

} // namespace mutascope
