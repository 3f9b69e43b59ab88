// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/state_codec.h"
#include "core/engines/coverage/operator_coverage.h"
#include "core/engines/oracle/judge.h"
#include <functional>
#include <map>
#include <set>
#include <tuple>

// Operators, and forms of operators (OperatorUse::forms), that an engine fails at nearly always:
// models with them tell nothing new about it, and hide what else it would do. The paper leaves it to the
// reward to avoid such repetitions (Luo et al., ICSE 2021, section 3.5).
namespace mutascope::engines {

class KnownIssues {
public:
    // after: models that must tell of an operator or form, 0: none is ever masked; share: of them, how many
    // must fail.
    KnownIssues(int after, double share) : m_after(after), m_share(share) { }

    // A model that was run. Of one that an engine failed at because of a node it names, only that node and
    // those before it tell something: engines take nodes in their order. Where it names none, any may be it.
    void note(const std::vector<OperatorUse> &uses, const Verdict &verdict);
    bool masked(const std::string &op) const { return has(op, ""); }
    bool masked(const OperatorUse &use) const; // its operator or one of its forms

    struct Issue {
        std::string op;
        std::string form; // "": the operator in every form
        std::string engine;
        std::string signature; // the most frequent one
        std::int64_t models = 0;
        std::int64_t failures = 0; // of whatever signature
    };
    // Sorted. Of operators that are masked altogether no forms.
    std::vector<Issue> issues() const;

    void save(StateWriter &out) const;
    void load(StateReader &in); // throws Error{BadData}

private:
    struct Record {
        std::int64_t models = 0;
        std::int64_t failed = 0; // of them
        std::map<std::string, std::int64_t> failures; // by signature
    };
    using Key = std::tuple<std::string, std::string, std::string>; // operator, form, engine
    using Evidence = std::map<Key, std::set<std::string>>; // signatures; none: it was taken

    static void tell(const OperatorUse &use, const std::string &engine, const std::string &signature,
                     Evidence &evidence);
    static void gather(const std::vector<OperatorUse> &uses, const EngineVerdict &engine, Evidence &evidence);
    bool isIssue(const Record &record) const;
    void setMasked(const Key &key, const Record &record);
    bool has(const std::string &op, const std::string &form) const;

    int m_after;
    double m_share;
    std::map<Key, Record> m_records;
    std::set<Key, std::less<>> m_masked; // of the records
};

} // namespace mutascope::engines
