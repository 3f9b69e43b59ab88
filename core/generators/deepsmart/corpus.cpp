// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepsmart/corpus.h"
#include "core/generators/saved_state.h"
#include <algorithm>
#include <numeric>
#include <set>

namespace mutascope::deepsmart {

namespace {

std::vector<std::size_t> sample(std::vector<std::size_t> items, std::size_t count, Rng &rng)
{
    count = std::min(count, items.size());
    for (std::size_t i = 0; i < count; ++i)
        std::swap(items[i], items[i + rng.below(std::uint32_t(items.size() - i))]);
    items.resize(count);
    return items;
}

} // namespace

void Corpus::start(const std::vector<Seed> &seeds, int clusters)
{
    m_members.clear();
    m_unmoved.clear();
    m_groups.clear();
    m_seeds = seeds.size();
    std::vector<std::shared_ptr<const Image>> images;
    for (const Seed &seed : seeds) {
        images.push_back(std::make_shared<const Image>(seed.image));
        m_unmoved.push_back(m_members.size());
        m_members.push_back({int(m_members.size()), 0, images.back()});
    }
    if (clusters <= 0 || seeds.empty())
        return;
    const std::vector<int> labels = m_clusters.fit(images, clusters);
    m_groups.resize(m_clusters.count());
    for (std::size_t i = 0; i < labels.size(); ++i)
        m_groups[std::size_t(labels[i])].push_back(i);
    std::erase_if(m_groups, [](const auto &group) { return group.empty(); });
}

void Corpus::add(const Member &member)
{
    if (!member.moved)
        m_unmoved.push_back(m_members.size());
    m_members.push_back(member);
    if (!m_groups.empty())
        m_groups[std::size_t(m_clusters.nearest(*member.image))].push_back(m_members.size() - 1);
}

std::vector<std::size_t> Corpus::draw(std::size_t count, double recentShare, Rng &rng, Draw from) const
{
    std::vector<std::size_t> drawn = drawRecent(std::size_t(recentShare * double(count)), rng, from);
    std::vector<std::size_t> others;
    if (!m_groups.empty()) {
        others = m_groups[rng.below(std::uint32_t(m_groups.size()))];
        if (from == Draw::Unmoved)
            std::erase_if(others, [&](std::size_t member) { return m_members[member].moved; });
    } else if (from == Draw::Unmoved) {
        others = m_unmoved;
    } else {
        others.resize(m_members.size());
        std::iota(others.begin(), others.end(), std::size_t(0));
    }
    const std::set<std::size_t> taken(drawn.begin(), drawn.end());
    std::erase_if(others, [&](std::size_t member) { return taken.count(member) != 0; });
    for (const std::size_t member : sample(std::move(others), count - drawn.size(), rng))
        drawn.push_back(member);
    return drawn;
}

std::vector<std::size_t> Corpus::drawRecent(std::size_t count, Rng &rng, Draw from) const
{
    const bool unmoved = from == Draw::Unmoved;
    const std::size_t kept = (unmoved ? m_unmoved.size() : m_members.size()) - m_seeds;
    std::vector<std::size_t> newest(std::min(2 * count, kept));
    if (unmoved)
        std::copy(m_unmoved.end() - std::ptrdiff_t(newest.size()), m_unmoved.end(), newest.begin());
    else
        std::iota(newest.begin(), newest.end(), m_members.size() - newest.size());
    return sample(std::move(newest), count, rng);
}

nlohmann::json Corpus::save() const
{
    std::vector<int> seeds;
    std::vector<TestId> tests;
    std::vector<bool> moved;
    for (const Member &member : m_members) {
        seeds.push_back(member.seed);
        tests.push_back(member.test);
        moved.push_back(member.moved);
    }
    return {{"seeds", seeds}, {"tests", tests}, {"moved", moved}};
}

void Corpus::load(GeneratorContext &context, int clusters, const nlohmann::json &state)
{
    const auto seeds = savedValue<std::vector<int>>(state, "seeds");
    const auto tests = savedValue<std::vector<TestId>>(state, "tests");
    const auto moved = savedValue<std::vector<bool>>(state, "moved");
    const std::size_t first = context.seeds.size();
    if (tests.size() != seeds.size() || moved.size() != seeds.size() || seeds.size() < first)
        throwBadSavedState("its corpus lacks seeds or tests");
    start(context.seeds, clusters);
    for (std::size_t row = first; row < seeds.size(); ++row) {
        if (seeds[row] < 0 || std::size_t(seeds[row]) >= first)
            throwBadSavedState("its corpus names a seed that does not exist");
        Image image = context.bench.image(tests[row]);
        if (image.shape != seedImage(seeds[row])->shape)
            throwBadSavedState("a stored test has another shape than its seed");
        add({seeds[row], tests[row], std::make_shared<const Image>(std::move(image)), moved[row]});
    }
}

} // namespace mutascope::deepsmart
