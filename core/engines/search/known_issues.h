// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/state_codec.h"
#include "core/engines/coverage/operator_coverage.h"
#include "core/engines/oracle/judge.h"
#include <map>

// Operators an engine always fails at in the same way: models with them tell nothing new about it, and hide
// what else it would do. The paper leaves it to the reward to avoid such repetitions (section 3.5).
namespace mutascope::engines {

class KnownIssues {
public:
    // after: models that must tell of an operator, 0: none is ever masked; share: of them, how many must fail
    // alike.
    KnownIssues(int after, double share) : m_after(after), m_share(share) { }

    // A model that was run. One that an engine refused because of another operator tells nothing of its rest.
    void note(const std::vector<OperatorUse> &uses, const Verdict &verdict);
    bool masked(const std::string &op) const;

    struct Issue {
        std::string op;
        std::string engine;
        std::string signature;
        std::int64_t models = 0;
        std::int64_t failures = 0;
    };
    std::vector<Issue> issues() const; // of the masked operators, sorted

    void save(StateWriter &out) const;
    void load(StateReader &in); // throws Error{BadData}

private:
    struct Record {
        std::int64_t models = 0;
        std::map<std::string, std::int64_t> failures; // by signature
    };
    using Key = std::pair<std::string, std::string>; // operator, engine
    const std::pair<const std::string, std::int64_t> *issueOf(const Record &record) const;

    int m_after;
    double m_share;
    std::map<Key, Record> m_records;
};

} // namespace mutascope::engines
