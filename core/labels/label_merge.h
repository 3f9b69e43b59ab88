// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/labels/label_store.h"

namespace mutascope {

// Things of one kind that were not taken over, with the first few of them.
struct LabelProblem {
    std::string what; // "labels for items that do not exist"
    std::int64_t count = 0;
    std::vector<std::string> examples;
};

// What came in from elsewhere.
class LabelProblems {
public:
    void add(const std::string &what, const std::string &example);
    const std::vector<LabelProblem> &list() const { return m_list; }
    std::int64_t count() const;
    // "labels for items that do not exist: 9 (first: a, b, c, ...); unknown verdicts: 1 (line 7: 'x')"; ""
    // where there is none.
    std::string text() const;

private:
    std::vector<LabelProblem> m_list; // in the order of the first of each
};

struct MergeResult {
    std::int64_t protocols = 0; // new here
    std::int64_t labellers = 0;
    std::int64_t events = 0;
    std::int64_t known = 0; // events that were here already
    // Two copies in which one labeller said different things about one item without knowing of the other.
    // Both stay; the one with the higher number (then uuid) holds, in whatever order copies are merged.
    LabelProblems conflicts;
    LabelProblems refused; // not taken over
};

// Adds what other has and into has not: by uuid, so that merging twice, or three copies in any order, gives
// the union. Nothing is overwritten or removed. other may be a copy of the session or a hand-out; runs and
// tests are not merged. One transaction: all of it or, where it throws, nothing. Throws as LabelStore,
// Error{Usage} where both are the same file.
MergeResult mergeLabels(LabelStore &into, const std::filesystem::path &other);

} // namespace mutascope
