// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/search/trials.h"
#include "core/base/hash.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace mutascope::engines {

namespace {

constexpr const char *trialsFormat = "engine trials 2";

bool allAgree(const Verdict &verdict)
{
    return std::ranges::all_of(verdict.engines,
                               [](const EngineVerdict &engine) { return engine.failures.empty(); });
}

// Took the model and gave outputs.
bool reachedOutputs(const EngineVerdict &engine)
{
    return engine.skipped.empty() && std::ranges::all_of(engine.failures, [](const EngineFailure &failure) {
               return failure.stage == FailureStage::Comparison;
           });
}

nlohmann::json yieldsFrom(std::string_view text)
{
    nlohmann::json object = nlohmann::json::parse(text, nullptr, false);
    if (object.is_discarded())
        throwBadState("its yields are no JSON");
    return object;
}

std::map<std::string, std::int64_t> takenFrom(std::string_view text)
{
    try {
        return nlohmann::json::parse(text).get<std::map<std::string, std::int64_t>>();
    } catch (const nlohmann::json::exception &) {
        throwBadState("its counts are no JSON");
    }
}

// What Trials::save() begins with; the texts are views into it.
struct Head {
    TrialCounts counts;
    std::string_view digest;
    std::string_view yields;
    std::string_view coverage;
};

Head headIn(StateReader &in)
{
    if (in.text() != trialsFormat)
        throwBadState("it is of another version");
    Head head;
    TrialCounts &counts = head.counts;
    for (std::int64_t *value :
         {&counts.generated, &counts.models, &counts.agreed, &counts.notComparable, &counts.ourFaults})
        *value = std::int64_t(in.u64());
    head.digest = in.text();
    head.yields = in.text();
    head.coverage = in.text();
    return head;
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
    if (verdict.ourFault.empty()) {
        countTaken(verdict);
        return;
    }
    ++m_counts.ourFaults;
    m_faults.push_back(fmt::format("model {}: {}", m_counts.models, verdict.ourFault));
}

void Trials::countTaken(const Verdict &verdict)
{
    std::size_t taken = 0;
    for (const EngineVerdict &engine : verdict.engines) {
        std::int64_t &count = m_counts.taken[engine.engine];
        if (!reachedOutputs(engine))
            continue;
        ++count;
        ++taken;
    }
    const std::size_t needed = std::min<std::size_t>(2, verdict.engines.size());
    m_counts.compared += verdict.comparable && taken >= needed;
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

int Trials::knownIssuesIn(const Candidate &candidate) const
{
    return int(std::ranges::count_if(candidate.uses,
                                     [this](const OperatorUse &use) { return m_known.masked(use); }));
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
    out.u64(std::uint64_t(m_counts.compared));
    out.text(nlohmann::json(m_counts.taken).dump());
    return out.sealed();
}

void Trials::load(const std::string &bytes)
{
    StateReader in = StateReader::unsealed(bytes);
    const Head head = headIn(in);
    m_counts = head.counts;
    m_digest = head.digest;
    m_yields = MutationYields::fromJson(yieldsFrom(head.yields));
    m_coverage.load(std::string(head.coverage));
    m_known.load(in);
    m_counts.compared = std::int64_t(in.u64());
    m_counts.taken = takenFrom(in.text());
    in.expectEnd();
}

OperatorCoverage coverageIn(const std::string &bytes, const CoverageConfig &config)
{
    StateReader in = StateReader::unsealed(bytes);
    OperatorCoverage coverage(config);
    coverage.load(std::string(headIn(in).coverage));
    return coverage;
}

} // namespace mutascope::engines
