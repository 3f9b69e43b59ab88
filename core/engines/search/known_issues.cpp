// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/search/known_issues.h"
#include <algorithm>
#include <limits>

namespace mutascope::engines {

namespace {

bool isComparison(const EngineFailure &failure)
{
    return failure.stage == FailureStage::Comparison;
}

// Whether a failure may be the use's fault.
bool blames(const EngineFailure &failure, const OperatorUse &use)
{
    if (failure.node >= 0)
        return failure.node == use.node;
    if (failure.operators.empty())
        return !isComparison(failure);
    return failure.operators == use.name;
}

// The first node the engine did not get to, as far as its failures tell.
int firstUnreached(const EngineVerdict &verdict)
{
    int first = std::numeric_limits<int>::max();
    for (const EngineFailure &failure : verdict.failures)
        if (!isComparison(failure))
            first = std::min(first, std::max(failure.node, 0));
    return first;
}

} // namespace

void KnownIssues::tell(const OperatorUse &use, const std::string &engine, const std::string &signature,
                       Evidence &evidence)
{
    const auto add = [&](const std::string &form) {
        std::set<std::string> &signatures = evidence[{use.name, form, engine}];
        if (!signature.empty())
            signatures.insert(signature);
    };
    add("");
    for (const std::string &form : use.forms)
        add(form);
}

void KnownIssues::gather(const std::vector<OperatorUse> &uses, const EngineVerdict &engine,
                         Evidence &evidence)
{
    if (!engine.skipped.empty())
        return;
    const int unreached = firstUnreached(engine);
    for (const OperatorUse &use : uses) {
        if (use.node < unreached)
            tell(use, engine.engine, "", evidence);
        for (const EngineFailure &failure : engine.failures)
            if (blames(failure, use))
                tell(use, engine.engine, failure.signature(), evidence);
    }
}

void KnownIssues::note(const std::vector<OperatorUse> &uses, const Verdict &verdict)
{
    Evidence evidence;
    for (const EngineVerdict &engine : verdict.engines)
        gather(uses, engine, evidence);
    for (const auto &[key, signatures] : evidence) {
        Record &record = m_records[key];
        ++record.models;
        record.failed += !signatures.empty();
        for (const std::string &signature : signatures)
            ++record.failures[signature];
        setMasked(key, record);
    }
}

bool KnownIssues::isIssue(const Record &record) const
{
    return m_after > 0 && record.models >= m_after
        && double(record.failed) >= m_share * double(record.models);
}

void KnownIssues::setMasked(const Key &key, const Record &record)
{
    if (isIssue(record))
        m_masked.insert(key);
    else
        m_masked.erase(key);
}

// For any engine.
bool KnownIssues::has(const std::string &op, const std::string &form) const
{
    const std::tuple<std::string_view, std::string_view, std::string_view> first{op, form, ""};
    const auto at = m_masked.lower_bound(first);
    return at != m_masked.end() && std::get<0>(*at) == op && std::get<1>(*at) == form;
}

bool KnownIssues::masked(const OperatorUse &use) const
{
    return masked(use.name)
        || std::ranges::any_of(use.forms, [&](const std::string &form) { return has(use.name, form); });
}

std::vector<KnownIssues::Issue> KnownIssues::issues() const
{
    std::vector<Issue> all;
    for (const Key &key : m_masked) {
        const auto &[op, form, engine] = key;
        if (!form.empty() && m_masked.contains({op, "", engine}))
            continue;
        const Record &record = m_records.at(key);
        const auto failure
            = std::ranges::max_element(record.failures, {}, [](const auto &one) { return one.second; });
        all.push_back({op, form, engine, failure->first, record.models, record.failed});
    }
    return all;
}

void KnownIssues::save(StateWriter &out) const
{
    out.u64(m_records.size());
    for (const auto &[key, record] : m_records) {
        out.text(std::get<0>(key));
        out.text(std::get<1>(key));
        out.text(std::get<2>(key));
        out.u64(std::uint64_t(record.models));
        out.u64(std::uint64_t(record.failed));
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
    m_masked.clear();
    for (std::uint64_t left = in.u64(); left > 0; --left) {
        std::string op(in.text());
        std::string form(in.text());
        std::string engine(in.text());
        const Key key{std::move(op), std::move(form), std::move(engine)};
        Record &record = m_records[key];
        record.models = std::int64_t(in.u64());
        record.failed = std::int64_t(in.u64());
        for (std::uint64_t failures = in.u64(); failures > 0; --failures) {
            const std::string signature(in.text());
            record.failures[signature] = std::int64_t(in.u64());
        }
        setMasked(key, record);
    }
}

} // namespace mutascope::engines
