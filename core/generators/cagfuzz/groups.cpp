// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/cagfuzz/groups.h"
#include "core/base/error.h"
#include "core/data/batch.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope::cagfuzz {

namespace {

constexpr std::size_t fewest = 2; // images of a group

// Numbers of the images of each class, ascending.
std::vector<std::vector<std::uint32_t>> byClass(const Dataset &data)
{
    std::vector<std::vector<std::uint32_t>> result(std::size_t(std::max(data.spec().classes, 0)));
    for (std::size_t i = 0; i < data.size(); ++i)
        result.at(std::size_t(data.label(i))).push_back(std::uint32_t(i));
    return result;
}

void add(GroupPair &pair, std::uint32_t image, std::size_t group)
{
    pair.images.push_back(image);
    pair.groups.push_back(std::uint8_t(group));
}

void addHalves(GroupPair &pair, const std::vector<std::uint32_t> &images)
{
    for (std::size_t i = 0; i < images.size(); ++i)
        add(pair, images[i], i % 2);
}

void check(const GroupPair &pair)
{
    const auto firsts = std::size_t(std::count(pair.groups.begin(), pair.groups.end(), 0));
    const std::size_t least = std::min(firsts, pair.groups.size() - firsts);
    if (least < fewest)
        throw Error(ErrorCode::Usage,
                    fmt::format("the groups of '{}' need {} training images each, one has {}", pair.name,
                                fewest, least),
                    "Use more training data, or set pairs=halves");
}

class Maker {
public:
    explicit Maker(const Dataset &data) : m_data(data), m_images(byClass(data)) { }

    std::vector<GroupPair> neighbours(const std::set<int> &classes) const
    {
        if (m_images.size() < 2)
            throw Error(ErrorCode::Usage,
                        "the data has a single class, so there is no other one to make a pair with",
                        "Set pairs=halves");
        std::vector<GroupPair> pairs;
        for (std::size_t first = 0; first < m_images.size(); first += 2) {
            const std::size_t second = (first + 1) % m_images.size();
            if (classes.count(int(first)) + classes.count(int(second)) == 0)
                continue;
            GroupPair pair{name(first) + " and " + name(second), {int(first), int(second)}, {}, {}};
            for (const std::uint32_t image : m_images[first])
                add(pair, image, 0);
            for (const std::uint32_t image : m_images[second])
                add(pair, image, 1);
            pairs.push_back(std::move(pair));
        }
        return pairs;
    }

    std::vector<GroupPair> halvesOfClasses(const std::set<int> &classes) const
    {
        std::vector<GroupPair> pairs;
        for (const int one : classes) {
            GroupPair pair{"halves of " + name(std::size_t(one)), {one}, {}, {}};
            addHalves(pair, m_images.at(std::size_t(one)));
            pairs.push_back(std::move(pair));
        }
        return pairs;
    }

    std::vector<GroupPair> halves() const
    {
        GroupPair pair{"halves of all", {}, {}, {}};
        for (std::size_t one = 0; one < m_images.size(); ++one) {
            pair.classes.push_back(int(one));
            addHalves(pair, m_images[one]);
        }
        return {pair};
    }

private:
    std::string name(std::size_t one) const { return classNameOf(m_data.spec().classNames, int(one)); }

    const Dataset &m_data;
    std::vector<std::vector<std::uint32_t>> m_images;
};

} // namespace

std::vector<GroupPair> makePairs(const Dataset &data, Pairing pairing, const std::set<int> &classes)
{
    const Maker maker(data);
    std::vector<GroupPair> pairs = pairing == Pairing::Classes ? maker.neighbours(classes)
        : pairing == Pairing::ClassHalves                      ? maker.halvesOfClasses(classes)
                                                               : maker.halves();
    for (const GroupPair &pair : pairs)
        check(pair);
    return pairs;
}

PairView::PairView(const Dataset &data, const GroupPair &pair)
    : m_data(data), m_pair(pair), m_spec(data.spec())
{
    m_spec.classes = 2;
    m_spec.classNames = {"first", "second"};
}

Sample PairView::sample(std::size_t index) const
{
    return {m_data.sample(m_pair.images.at(index)).image, m_pair.groups.at(index)};
}

} // namespace mutascope::cagfuzz
