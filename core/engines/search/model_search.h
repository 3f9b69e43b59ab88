// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/search/trials.h"
#include "core/search/search_history.h"
#include <memory>

namespace mutascope::engines {

// Chooses the models a campaign runs. Decides by what the trials know and by the random stream alone, never
// by the time anything took.
class ModelSearch {
public:
    virtual ~ModelSearch() = default;
    // Generates some models and runs one of them at most. rng: the step's own stream.
    virtual void step(Trials &trials, Rng rng) = 0;
    // What happened in its trees since the last call; before save().
    virtual SearchChunk takeChunk() { return {}; }
    virtual std::optional<SearchDescription> description() const { return std::nullopt; }
    virtual std::string save() const { return {}; }
    virtual void load(const std::string &, Trials &) { } // throws Error{BadData}
};

// settings and factory must outlive it.
std::unique_ptr<ModelSearch> makeModelSearch(const SearchSettings &settings, const ParamSet &params,
                                             const ModelFactory &factory);

// Of every block; recipe.corpus of models that nothing more is known of.
std::vector<const Block *> allBlocks(const SearchSettings &settings);

// A model by the recipe, free of known issues where that can be had (SearchSettings::maskedRate, redraws).
Candidate drawModel(const ModelFactory &factory, Trials &trials, const Recipe &recipe, const Rng &rng);

// Of SearchSettings::candidates such models the first with the largest coverage gain.
Candidate bestModel(const ModelFactory &factory, Trials &trials, const Recipe &recipe, const Rng &rng);

} // namespace mutascope::engines
