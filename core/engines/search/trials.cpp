// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/search/trials.h"
#include "core/base/hash.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace mutascope::engines {

namespace {

constexpr const char *trialsFormat = "engine trials 1";

bool allAgree(const Verdict &verdict)
{
    return std::ranges::all_of(verdict.engines,
                               [](const EngineVerdict &engine) { return engine.failures.empty(); });
}

nlohmann::json yieldsFrom(std::string_view text)
{
    nlohmann::json object = nlohmann::json::parse(text, nullptr, false);
    if (object.is_discarded())
        throwBadState("its yields are no JSON");
    return object;
}

} // namespace

Trials::Trials(const SearchSettings &settings, Judge &judge)
    : m_settings(settings), m_judge(judge), m_coverage(settings.coverage),
      m_known(settings.maskAfter, settings.maskShare), m_digest(sha256(std::string()))
{
}

TrialOutcome Trials::attempt(const Candidate &candidate, bool anyway)
{
    return anyway || gain(candidate) > 0 ? run(candidate) : TrialOutcome{};
}

TrialOutcome Trials::run(const Candidate &candidate)
{
    const Verdict verdict = m_judge.judge(candidate.graph);
    ++m_counts.models;
    m_digest = sha256(m_digest + candidate.graph.toJson().dump());
    TrialOutcome outcome{true, gain(candidate)};
    m_coverage.commit(candidate.uses);
    if (verdict.ourFault.empty()) {
        m_known.note(candidate.uses, verdict);
        outcome.newFindings = m_findings.note(m_counts.models, candidate, verdict);
        outcome.agreed = allAgree(verdict);
    }
    count(verdict, outcome);
    credit(candidate, outcome);
    return outcome;
}

void Trials::count(const Verdict &verdict, const TrialOutcome &outcome)
{
    m_counts.agreed += outcome.agreed;
    m_counts.notComparable += !verdict.comparable;
    if (verdict.ourFault.empty())
        return;
    ++m_counts.ourFaults;
    m_faults.push_back(fmt::format("model {}: {}", m_counts.models, verdict.ourFault));
}

void Trials::credit(const Candidate &candidate, const TrialOutcome &outcome)
{
    std::set<MutationKind> kinds(candidate.mutations.begin(), candidate.mutations.end());
    for (const MutationKind kind : kinds) {
        if (outcome.gain > 0)
            m_yields.noteCovered(kind);
        if (outcome.newFindings > 0)
            m_yields.noteFinding(kind);
    }
}

bool Trials::masked(const Block &block) const
{
    return std::ranges::any_of(block.operators,
                               [this](const Operator *op) { return m_known.masked(op->name); });
}

std::vector<std::string> Trials::takeFaults()
{
    return std::exchange(m_faults, {});
}

std::string Trials::save() const
{
    StateWriter out;
    out.text(trialsFormat);
    for (const std::int64_t value :
         {m_counts.generated, m_counts.models, m_counts.agreed, m_counts.notComparable, m_counts.ourFaults})
        out.u64(std::uint64_t(value));
    out.text(m_digest);
    out.text(m_yields.toJson().dump());
    out.text(m_coverage.save());
    m_known.save(out);
    return out.sealed();
}

void Trials::load(const std::string &bytes)
{
    StateReader in = StateReader::unsealed(bytes);
    if (in.text() != trialsFormat)
        throwBadState("it is of another version");
    for (std::int64_t *value : {&m_counts.generated, &m_counts.models, &m_counts.agreed,
                                &m_counts.notComparable, &m_counts.ourFaults})
        *value = std::int64_t(in.u64());
    m_digest = in.text();
    m_yields = MutationYields::fromJson(yieldsFrom(in.text()));
    m_coverage.load(std::string(in.text()));
    m_known.load(in);
    in.expectEnd();
}

OperatorCoverage coverageIn(const std::string &bytes, const CoverageConfig &config)
{
    StateReader in = StateReader::unsealed(bytes);
    if (in.text() != trialsFormat)
        throwBadState("it is of another version");
    constexpr int counts = 5;
    for (int i = 0; i < counts; ++i)
        in.u64();
    in.text(); // the digest
    in.text(); // the yields
    OperatorCoverage coverage(config);
    coverage.load(std::string(in.text()));
    return coverage;
}

} // namespace mutascope::engines
