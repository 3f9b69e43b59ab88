// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/deepsmart/operations.h"
#include "core/generators/generator.h"
#include <list>
#include <map>
#include <memory>

// What a state of the search is: a batch of images, each changed by the pairs (region, operation) of a path.
namespace mutascope::deepsmart {

// How images are changed and how far they may go.
struct BatchRules {
    int grid = 3;
    double alpha = 0.1; // changing fewer values than this share of the nonzero ones is always allowed
    double beta = 0.5; // else no value may change by more than this share of 255
    bool fromSeed = false; // distances count from the seed, not from the image at the root
    bool operator==(const BatchRules &) const = default;
};
// SearchDescription::grid. rulesFromText throws Error{BadData}.
std::string toText(const BatchRules &rules);
BatchRules rulesFromText(const std::string &text);

// One image at the root of a tree.
struct RootImage {
    std::shared_ptr<const Image> image;
    std::shared_ptr<const Image> reference; // distances count from here
};

// One image behind a path.
struct StateImage {
    std::shared_ptr<const Image> image;
    std::vector<regional::Step> steps; // those of the path that were allowed and changed something
    bool fresh = false; // the last pair of the path is among them; if not, the image is its parent's
};
using BatchState = std::vector<StateImage>;

// The batches behind paths, with a bounded number of them remembered, so that a child costs one step and not
// its whole path. The constraint is each image's own: one that a pair would take too far stays as it was.
class MutatedBatch {
public:
    MutatedBatch(std::vector<RootImage> roots, const BatchRules &rules,
                 std::size_t cacheBytes = std::size_t{64} << 20);
    MutatedBatch(MutatedBatch &&) = default;
    MutatedBatch(const MutatedBatch &) = delete; // the order of use points at its own keys
    // A region at the end, without its operation, changes nothing.
    std::shared_ptr<const BatchState> at(const SearchPath &path);
    std::size_t size() const { return m_roots.size(); }
    const RootImage &root(std::size_t index) const { return m_roots[index]; }
    std::size_t remembered() const { return m_known.size(); }

private:
    struct Known {
        std::shared_ptr<const BatchState> state;
        std::list<const SearchPath *>::iterator used; // its place in m_used
    };
    std::shared_ptr<const BatchState> child(const BatchState &parent, const regional::Step &step) const;
    bool change(std::size_t index, Image &image, const regional::Step &step) const;
    bool allows(std::size_t index, const Image &image) const;
    void remember(const SearchPath &path, const std::shared_ptr<const BatchState> &state);

    std::vector<RootImage> m_roots;
    std::vector<double> m_free; // of each image: so many values may change by any amount
    BatchRules m_rules;
    std::size_t m_most;
    std::shared_ptr<const BatchState> m_start;
    std::map<SearchPath, Known> m_known;
    std::list<const SearchPath *> m_used; // the keys of m_known, the one used last in front
};

} // namespace mutascope::deepsmart
