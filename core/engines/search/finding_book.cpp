// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/search/finding_book.h"
#include "core/base/hash.h"
#include "core/base/state_codec.h"
#include <nlohmann/json.hpp>

namespace mutascope::engines {

int FindingBook::note(std::int64_t model, const Candidate &candidate, const Verdict &verdict)
{
    std::set<std::string> noted; // once a model
    int fresh = 0;
    for (const EngineVerdict &engine : verdict.engines)
        for (const EngineFailure &failure : engine.failures) {
            const auto [signature, isNew] = noted.insert(failure.signature());
            if (isNew)
                fresh += noteOne(model, candidate, failure, *signature);
        }
    return fresh;
}

bool FindingBook::noteOne(std::int64_t model, const Candidate &candidate, const EngineFailure &failure,
                          const std::string &signature)
{
    const auto [at, fresh] = m_index.emplace(signature, m_findings.size());
    if (fresh) {
        m_findings.emplace_back();
        m_findings.back().number = int(m_findings.size());
        m_findings.back().signature = at->first;
        m_findings.back().firstModel = model;
    }
    Finding &finding = m_findings[at->second];
    ++finding.count;
    if (fresh || candidate.graph.operators() < finding.operators) {
        finding.failure = failure;
        finding.exampleModel = model;
        finding.operators = candidate.graph.operators();
        finding.plan = candidate.plan;
    }
    m_changed.insert(at->second);
    return fresh;
}

std::vector<std::size_t> FindingBook::takeChanged()
{
    std::vector<std::size_t> changed(m_changed.begin(), m_changed.end());
    m_changed.clear();
    return changed;
}

void FindingBook::restore(std::vector<Finding> findings)
{
    m_findings = std::move(findings);
    m_index.clear();
    m_changed.clear();
    for (std::size_t i = 0; i < m_findings.size(); ++i)
        m_index[m_findings[i].signature] = i;
}

std::string FindingBook::sha256() const
{
    StateWriter out;
    for (const Finding &finding : m_findings) {
        out.u64(std::uint64_t(finding.number));
        out.text(finding.signature);
        for (const std::int64_t value : {finding.count, finding.firstModel, finding.exampleModel})
            out.u64(std::uint64_t(value));
        out.text(toJson(finding.plan).dump());
    }
    return mutascope::sha256(out.bytes());
}

} // namespace mutascope::engines
