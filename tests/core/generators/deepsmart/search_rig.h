// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/deepsmart/deepsmart.h"
#include "tests/support/fake_bench.h"
#include "tests/support/fake_data.h"
#include <functional>
#include <map>

namespace mutascope {

// A fake bench that also keeps what is said of the search.
class SearchBench : public FakeBench {
public:
    using FakeBench::FakeBench;
    void describeSearch(const SearchDescription &how) override
    {
        history.description = how;
        ++descriptions;
    }
    void searched(SearchChunk &&chunk) override
    {
        history.append(chunk);
        ++chunks;
    }
    SearchHistory history;
    int descriptions = 0;
    int chunks = 0;
};

// The generator on that bench, driven as the engine drives it.
class SearchRig {
public:
    using Settings = std::map<std::string, std::string>;

    explicit SearchRig(const Settings &settings = {}, std::size_t seedCount = 12)
        : seeds(fakeSeeds(model, seedCount)), params(deepSmartInfo().params), bench(model, seeds),
          generator(deepSmartInfo().create())
    {
        params.set("batch-size", "6");
        for (const auto &[name, text] : settings)
            params.set(name, text);
    }
    SearchRig(const SearchRig &) = delete;

    GeneratorContext context() { return {bench, seeds, params, control, data, Rng(runSeed).sub(made)}; }
    void start()
    {
        GeneratorContext now = context();
        generator->start(now);
    }
    StepResult step()
    {
        ++made;
        GeneratorContext now = context();
        return generator->step(now);
    }
    int steps(int limit)
    {
        for (int i = 1; i <= limit; ++i)
            if (step() == StepResult::Exhausted)
                return i;
        return limit;
    }
    // Goes on where another rig of the same settings stands, by way of its saved bytes.
    void resume(const SearchRig &other)
    {
        runSeed = other.runSeed;
        made = other.made;
        bench.stored = other.bench.stored;
        bench.covered = other.bench.covered;
        bench.history = other.bench.history;
        GeneratorContext now = context();
        generator->load(now, other.generator->save());
    }
    // Of a mutant: what it was made from.
    const Image &parentImage(const Candidate &candidate) const
    {
        return candidate.parent == 0 ? seeds.at(std::size_t(candidate.seed)).image
                                     : bench.stored.at(candidate.parent).candidate.image;
    }

    FakeModel model;
    std::vector<Seed> seeds;
    ParamSet params;
    RunControl control;
    FakeData data;
    SearchBench bench;
    std::unique_ptr<Generator> generator;
    std::uint64_t runSeed = 1;
    std::uint64_t made = 0; // steps; 0: start()
};

} // namespace mutascope
