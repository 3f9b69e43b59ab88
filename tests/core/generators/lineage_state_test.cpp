// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/generators/lineage_state.h"
#include "tests/support/generator_rig.h"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mutascope {
namespace {

class LineageState : public ::testing::Test {
protected:
    // Stores a test as a bench would and returns its lineage.
    Lineage store(const Lineage &parent, const Mutation &mutation, bool affine)
    {
        Candidate candidate{parent.seed, parent.test, mutation, applyMutation(*parent.image, mutation)};
        const TestId id = TestId(rig.bench.stored.size()) + 1;
        rig.bench.stored[id] = {candidate, false, true, 0.1};
        Mutant mutant{mutation, {}, parent.reference, affine, 5, 6};
        if (affine)
            mutant.reference = parent.image == parent.reference
                ? nullptr
                : std::make_shared<const Image>(applyMutation(*parent.reference, mutation));
        return childOf(parent, std::move(mutant), std::move(candidate.image), id);
    }

    Mutation drawn(const std::string &id, std::uint64_t stream)
    {
        Rng rng(9, stream);
        const MutatorInfo &info = mutatorInfo(id);
        return info.create(info.grid)->draw(rng);
    }

    nlohmann::json damaged(const char *column, const nlohmann::json &value) const
    {
        nlohmann::json state = saveLineages({seedLineages(rig.seeds)[0]});
        state[column] = value;
        return state;
    }

    void expectRefused(const nlohmann::json &state)
    {
        GeneratorContext context = rig.context();
        try {
            loadLineages(context, state);
            ADD_FAILURE() << state.dump();
        } catch (const Error &error) {
            EXPECT_EQ(error.code(), ErrorCode::BadData);
        }
    }

    GeneratorRig rig{"random", {}, 3};
};

TEST_F(LineageState, ComesBackAsItWas)
{
    const std::vector<Lineage> seeds = seedLineages(rig.seeds);
    const Lineage noisy = store(seeds[1], drawn("noise", 1), false);
    const Lineage turned = store(noisy, drawn("rotate", 2), true);
    const Lineage shifted = store(seeds[2], drawn("translate", 3), true);
    const Lineage last = store(turned, drawn("brightness", 4), false);
    const std::vector<Lineage> all{seeds[0], noisy, turned, shifted, last};
    GeneratorContext context = rig.context();
    const std::vector<Lineage> back = loadLineages(context, saveLineages(all));
    ASSERT_EQ(back.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(back[i].seed, all[i].seed);
        EXPECT_EQ(back[i].test, all[i].test);
        EXPECT_EQ(*back[i].image, *all[i].image);
        EXPECT_EQ(*back[i].reference, *all[i].reference);
        EXPECT_EQ(back[i].image == back[i].reference, all[i].image == all[i].reference);
        EXPECT_EQ(back[i].usedL0, all[i].usedL0);
        EXPECT_EQ(back[i].usedLinf, all[i].usedLinf);
        EXPECT_EQ(back[i].refusals.use_count(), 1); // what is refused of one image, another may do
        ASSERT_EQ(back[i].affine.has_value(), all[i].affine.has_value());
        if (all[i].affine) {
            EXPECT_EQ(toJson(*back[i].affine), toJson(*all[i].affine));
        }
    }
    EXPECT_EQ(back[2].reference, back[4].reference); // shared, as before
}

TEST_F(LineageState, HoldsNoImages)
{
    std::vector<Lineage> many(1000, seedLineages(rig.seeds)[0]);
    EXPECT_LT(nlohmann::json::to_cbor(saveLineages(many)).size(), 10000u); // an image has 64 values
}

TEST_F(LineageState, RefusesWhatDoesNotExist)
{
    expectRefused(damaged("seeds", {3}));
    expectRefused(damaged("seeds", {-1}));
    expectRefused(damaged("affine", {0}));
    expectRefused(damaged("affine", {-2}));
    expectRefused(damaged("affine_steps", {{{"mutator", 7}}}));
    expectRefused(damaged("tests", {0, 0}));
    expectRefused(damaged("used_l0", "much"));
    expectRefused(nlohmann::json::array());
}

} // namespace
} // namespace mutascope
