// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/dataset.h"
#include <set>

// The two groups of images between which a CycleGAN translates.
namespace mutascope::cagfuzz {

enum class Pairing {
    Classes, // each class with another one
    ClassHalves, // two halves of each class
    Halves, // two halves of all images
};

struct GroupPair {
    std::string name; // "Coat and Sandal"
    std::vector<int> classes; // whose seeds it is for: of Classes the first group's, then the second's
    std::vector<std::uint32_t> images;
    std::vector<std::uint8_t> groups; // 0 or 1, of each image
};

// The pairs that the given classes need. Halves are the images of a class at even and at odd places, in the
// order of the data. Of Classes neighbours form a pair, and where their number is odd the last one is paired
// with the first. Throws Error{Usage} where a pair lacks a class, or a group has fewer than two images.
std::vector<GroupPair> makePairs(const Dataset &data, Pairing pairing, const std::set<int> &classes);

// The images of a pair, labelled by their group.
class PairView : public Dataset {
public:
    // Both outlive it.
    PairView(const Dataset &data, const GroupPair &pair);
    const DatasetSpec &spec() const override { return m_spec; }
    std::size_t size() const override { return m_pair.images.size(); }
    Sample sample(std::size_t index) const override;
    int label(std::size_t index) const override { return m_pair.groups.at(index); }

private:
    const Dataset &m_data;
    const GroupPair &m_pair;
    DatasetSpec m_spec;
};

} // namespace mutascope::cagfuzz
