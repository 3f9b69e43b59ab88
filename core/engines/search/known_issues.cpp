// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/search/known_issues.h"
#include <algorithm>
#include <set>

namespace mutascope::engines {

namespace {

std::set<std::string> namesOf(const std::vector<OperatorUse> &uses)
{
    std::set<std::string> names;
    for (const OperatorUse &use : uses)
        names.insert(use.name);
    return names;
}

// Took the model and gave outputs.
bool reachedOutputs(const EngineVerdict &verdict)
{
    return verdict.skipped.empty() && std::ranges::all_of(verdict.failures, [](const EngineFailure &failure) {
               return failure.stage == FailureStage::Comparison;
           });
}

std::set<std::string> signaturesNaming(const EngineVerdict &verdict, const std::string &op)
{
    std::set<std::string> signatures;
    for (const EngineFailure &failure : verdict.failures)
        if (failure.operators == op)
            signatures.insert(failure.signature());
    return signatures;
}

} // namespace

void KnownIssues::note(const std::vector<OperatorUse> &uses, const Verdict &verdict)
{
    for (const std::string &op : namesOf(uses))
        for (const EngineVerdict &engine : verdict.engines) {
            const std::set<std::string> signatures = signaturesNaming(engine, op);
            if (signatures.empty() && !reachedOutputs(engine))
                continue;
            Record &record = m_records[{op, engine.engine}];
            ++record.models;
            for (const std::string &signature : signatures)
                ++record.failures[signature];
        }
}

const std::pair<const std::string, std::int64_t> *KnownIssues::issueOf(const Record &record) const
{
    if (m_after == 0 || record.models < m_after)
        return nullptr;
    for (const auto &failure : record.failures)
        if (double(failure.second) >= m_share * double(record.models))
            return &failure;
    return nullptr;
}

bool KnownIssues::masked(const std::string &op) const
{
    for (auto at = m_records.lower_bound({op, ""}); at != m_records.end() && at->first.first == op; ++at)
        if (issueOf(at->second))
            return true;
    return false;
}

std::vector<KnownIssues::Issue> KnownIssues::issues() const
{
    std::vector<Issue> all;
    for (const auto &[key, record] : m_records)
        if (const auto *failure = issueOf(record))
            all.push_back({key.first, key.second, failure->first, record.models, failure->second});
    return all;
}

void KnownIssues::save(StateWriter &out) const
{
    out.u64(m_records.size());
    for (const auto &[key, record] : m_records) {
        out.text(key.first);
        out.text(key.second);
        out.u64(std::uint64_t(record.models));
        out.u64(record.failures.size());
        for (const auto &[signature, count] : record.failures) {
            out.text(signature);
            out.u64(std::uint64_t(count));
        }
    }
}

void KnownIssues::load(StateReader &in)
{
    m_records.clear();
    for (std::uint64_t left = in.u64(); left > 0; --left) {
        std::string op(in.text());
        std::string engine(in.text());
        Record &record = m_records[{std::move(op), std::move(engine)}];
        record.models = std::int64_t(in.u64());
        for (std::uint64_t failures = in.u64(); failures > 0; --failures) {
            const std::string signature(in.text());
            record.failures[signature] = std::int64_t(in.u64());
        }
    }
}

} // namespace mutascope::engines
