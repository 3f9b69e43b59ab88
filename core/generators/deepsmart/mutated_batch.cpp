// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepsmart/mutated_batch.h"
#include "core/base/error.h"
#include "core/mutate/constraint.h"
#include <algorithm>
#include <nlohmann/json.hpp>

namespace mutascope::deepsmart {

namespace {

[[noreturn]] void throwBadRules()
{
    throw Error(ErrorCode::BadData, "the rules of a search's images cannot be read",
                "The file is damaged or from another version");
}

double nonzeroValues(const Image &image)
{
    const auto zeros = std::count(image.pixels.begin(), image.pixels.end(), std::uint8_t(0));
    return double(std::ptrdiff_t(image.pixels.size()) - zeros);
}

} // namespace

std::string toText(const BatchRules &rules)
{
    return nlohmann::json{
        {"grid", rules.grid}, {"alpha", rules.alpha}, {"beta", rules.beta}, {"from_seed", rules.fromSeed}}
        .dump();
}

BatchRules rulesFromText(const std::string &text)
{
    BatchRules rules;
    try {
        const nlohmann::json object = nlohmann::json::parse(text);
        rules.grid = object.at("grid").get<int>();
        rules.alpha = object.at("alpha").get<double>();
        rules.beta = object.at("beta").get<double>();
        rules.fromSeed = object.at("from_seed").get<bool>();
    } catch (const nlohmann::json::exception &) {
        throwBadRules();
    }
    const auto isShare = [](double value) { return value >= 0 && value <= 1; };
    if (rules.grid < 1 || rules.grid > regional::largestGrid || !isShare(rules.alpha) || !isShare(rules.beta))
        throwBadRules();
    return rules;
}

MutatedBatch::MutatedBatch(std::vector<RootImage> roots, const BatchRules &rules, std::size_t cacheBytes)
    : m_roots(std::move(roots)), m_rules(rules)
{
    std::size_t bytes = 1;
    BatchState start;
    for (const RootImage &root : m_roots) {
        bytes += root.image->pixels.size();
        m_free.push_back(rules.alpha * nonzeroValues(*root.reference));
        start.push_back({root.image, {}, false});
    }
    m_most = std::max<std::size_t>(cacheBytes / bytes, 1);
    m_start = std::make_shared<const BatchState>(std::move(start));
}

std::shared_ptr<const BatchState> MutatedBatch::at(const SearchPath &path)
{
    if (path.size() < 2)
        return m_start;
    const SearchPath pairs(path.begin(), path.end() - std::ptrdiff_t(path.size() % 2));
    if (const auto found = m_known.find(pairs); found != m_known.end()) {
        m_used.splice(m_used.begin(), m_used, found->second.used);
        return found->second.state;
    }
    const std::size_t before = pairs.size() - 2;
    const auto parent = at(SearchPath(pairs.begin(), pairs.begin() + std::ptrdiff_t(before)));
    const auto state = child(*parent, {pairs[before], pairs[before + 1]});
    remember(pairs, state);
    return state;
}

std::shared_ptr<const BatchState> MutatedBatch::child(const BatchState &parent,
                                                      const regional::Step &step) const
{
    BatchState made = parent; // shares the images
    for (std::size_t i = 0; i < made.size(); ++i) {
        made[i].fresh = false;
        Image image = *parent[i].image;
        if (!change(i, image, step))
            continue;
        made[i].image = std::make_shared<const Image>(std::move(image));
        made[i].steps.push_back(step);
        made[i].fresh = true;
    }
    return std::make_shared<const BatchState>(std::move(made));
}

// Affine steps have no distance to keep, as in DeepHunter: their grids are their limits.
bool MutatedBatch::change(std::size_t index, Image &image, const regional::Step &step) const
{
    if (!isAffine(step.operation))
        return regional::change(image, m_rules.grid, step) && allows(index, image);
    Image made = moved(image, step.operation);
    std::swap(made, image);
    return made != image;
}
// arXiv 1911.10621, section 3: few values by any amount, else each by a bounded one.
bool MutatedBatch::allows(std::size_t index, const Image &image) const
{
    const PixelDistance distance = pixelDistance(*m_roots[index].reference, image);
    return double(distance.l0) < m_free[index] || distance.linf <= m_rules.beta * 255;
}

// The one not used for longest makes room.
void MutatedBatch::remember(const SearchPath &path, const std::shared_ptr<const BatchState> &state)
{
    if (m_known.size() >= m_most) {
        m_known.erase(*m_used.back());
        m_used.pop_back();
    }
    const auto place = m_known.emplace(path, Known{state, {}}).first;
    m_used.push_front(&place->first);
    place->second.used = m_used.begin();
}

} // namespace mutascope::deepsmart
