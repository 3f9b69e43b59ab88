// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/search/finding_book.h"
#include "core/engines/search/known_issues.h"

namespace mutascope::engines {

struct TrialCounts {
    std::int64_t generated = 0;
    std::int64_t models = 0; // of them, run on the engines
    std::int64_t agreed = 0; // of them, without a failure of any engine
    std::int64_t notComparable = 0; // outputs were not compared: not finite, or too sensitive
    std::int64_t ourFaults = 0; // not valid by the checker, or the reference could not run it
    std::int64_t compared = 0; // with the outputs of two engines at least; of one, where there is but one
    std::map<std::string, std::int64_t> taken; // of each engine: models it gave outputs of
    bool operator==(const TrialCounts &) const = default;
};

struct TrialOutcome {
    bool run = false;
    double gain = 0; // of operator-level coverage, by this model
    int newFindings = 0;
    bool agreed = false;
};

// Everything a campaign knows so far: what was covered, found and counted. A model that is run adds to all of
// it, one that is not to nothing (Luo et al., algorithm 1, line 10).
class Trials {
public:
    Trials(const SearchSettings &settings, Judge &judge);

    // Runs it where it adds coverage, or anyway.
    TrialOutcome attempt(const Candidate &candidate, bool anyway);
    TrialOutcome run(const Candidate &candidate);
    void noteGenerated(std::int64_t models = 1) { m_counts.generated += models; }
    double gain(const Candidate &candidate) const { return m_coverage.gain(candidate.uses); }

    const SearchSettings &settings() const { return m_settings; }
    const OperatorCoverage &coverage() const { return m_coverage; }
    const KnownIssues &known() const { return m_known; }
    bool masked(const Block &block) const;
    int knownIssuesIn(const Candidate &candidate) const; // operators of it
    const TrialCounts &counts() const { return m_counts; }
    MutationYields &yields() { return m_yields; }
    const MutationYields &yields() const { return m_yields; }
    FindingBook &findings() { return m_findings; }
    const FindingBook &findings() const { return m_findings; }
    // Two campaigns ran the same models in the same order where these are.
    const std::string &modelsSha256() const { return m_digest; }
    std::vector<std::string> takeFaults(); // texts of our own, since the last call

    // All but the findings.
    std::string save() const;
    void load(const std::string &bytes); // throws Error{BadData}

private:
    void count(const Verdict &verdict, const TrialOutcome &outcome);
    void countTaken(const Verdict &verdict);
    void credit(const Candidate &candidate, const TrialOutcome &outcome);

    const SearchSettings &m_settings;
    Judge &m_judge;
    OperatorCoverage m_coverage;
    KnownIssues m_known;
    MutationYields m_yields;
    FindingBook m_findings;
    TrialCounts m_counts;
    std::string m_digest;
    std::vector<std::string> m_faults;
};

// The coverage in what Trials::save() gave. Throws Error{BadData}.
OperatorCoverage coverageIn(const std::string &bytes, const CoverageConfig &config);

} // namespace mutascope::engines
