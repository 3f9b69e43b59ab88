// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/deepsmart/clusters.h"
#include "core/generators/deepsmart/mutated_batch.h"
#include <nlohmann/json_fwd.hpp>

namespace mutascope::deepsmart {

// An image that trees may start from: a seed, or a kept test.
struct Member {
    int seed = 0; // index into GeneratorContext::seeds
    TestId test = 0; // 0: the seed itself
    std::shared_ptr<const Image> image;
    bool moved = false; // there is an affine step in its lineage
};

// Which members a batch is drawn from.
enum class Draw {
    Any,
    Unmoved, // those without an affine step
};

// The images that trees start from. The seeds come first.
class Corpus {
public:
    // clusters: 0 for none.
    void start(const std::vector<Seed> &seeds, int clusters);
    void add(const Member &member);
    std::size_t size() const { return m_members.size(); }
    const Member &member(std::size_t index) const { return m_members[index]; }
    const std::shared_ptr<const Image> &seedImage(int seed) const
    {
        return m_members[std::size_t(seed)].image;
    }

    // min(count, size) different members: of all, or of one cluster, drawn first. Of them, recentShare *
    // count from the newest kept tests (twice as many as are wanted), as far as there are any.
    std::vector<std::size_t> draw(std::size_t count, double recentShare, Rng &rng,
                                  Draw from = Draw::Any) const;

    nlohmann::json save() const;
    // Throws Error{BadData}.
    void load(GeneratorContext &context, int clusters, const nlohmann::json &state);

private:
    std::vector<std::size_t> drawRecent(std::size_t count, Rng &rng, Draw from) const;

    std::vector<Member> m_members;
    std::vector<std::size_t> m_unmoved; // members without an affine step
    std::size_t m_seeds = 0; // the first of the members
    Clusters m_clusters;
    std::vector<std::vector<std::size_t>> m_groups; // members of each cluster; empty: not clustered
};

} // namespace mutascope::deepsmart
