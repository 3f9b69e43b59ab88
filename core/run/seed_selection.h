// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/stop.h"
#include "core/data/dataset.h"
#include "core/generators/generator.h"
#include "core/store/records.h"
#include <functional>

namespace mutascope {

// Seeds drawn at random, the same number of each class, correctly classified; with their one forward, so that
// the dry run need not repeat it.
struct SelectedSeeds {
    std::vector<Seed> seeds; // class by class
    std::vector<SeedRecord> records; // same order, with images and probabilities
    Trace trace; // same order; without neurons where layers is empty
    std::size_t examined = 0; // images put through the model
    std::size_t correct = 0; // of them
    std::vector<std::size_t> unanswered; // of them, by their indices: without a number among the outputs
    std::vector<int> shortClasses; // classes with fewer correctly classified images than wanted
};

// rng alone fixes the choice. Stops early (with what there is) where control asks.
SelectedSeeds selectSeeds(const Dataset &data, Model &model, const LayerSet &layers, std::size_t perClass,
                          Rng rng, const RunControl &control, const std::function<void(double)> &onProgress);

} // namespace mutascope
