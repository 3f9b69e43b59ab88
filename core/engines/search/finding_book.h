// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/oracle/judge.h"
#include "core/engines/search/candidate.h"
#include <map>
#include <set>

namespace mutascope::engines {

// Failures of one signature.
struct Finding {
    int number = 0; // in the order of finding, from 1
    std::string signature;
    EngineFailure failure; // of the example
    std::int64_t count = 0; // models that showed it
    std::int64_t firstModel = 0;
    std::int64_t exampleModel = 0; // the one with the fewest operators, the first of equals
    int operators = 0; // of the example, repairs included
    GraphPlan plan; // of the example
};

// Groups failures that are one fault, and keeps the smallest model of each.
class FindingBook {
public:
    // A model that was run. Returns how many of its failures were never seen before.
    int note(std::int64_t model, const Candidate &candidate, const Verdict &verdict);
    const std::vector<Finding> &findings() const { return m_findings; }
    // Findings (indexes) that are new or changed since the last call.
    std::vector<std::size_t> takeChanged();
    // Of a campaign that goes on.
    void restore(std::vector<Finding> findings);
    // Over number, signature, count, models and the example's plan of each: two campaigns found the same
    // where these are.
    std::string sha256() const;

private:
    bool noteOne(std::int64_t model, const Candidate &candidate, const EngineFailure &failure,
                 const std::string &signature);

    std::vector<Finding> m_findings;
    std::map<std::string, std::size_t> m_index;
    std::set<std::size_t> m_changed;
};

} // namespace mutascope::engines
