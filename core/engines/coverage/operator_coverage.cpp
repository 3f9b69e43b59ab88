// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/coverage/operator_coverage.h"
#include "core/base/error.h"
#include <algorithm>
#include <numeric>

namespace mutascope::engines {

namespace {

[[noreturn]] void refuse(const char *why)
{
    throw Error(ErrorCode::Usage, std::string("operator coverage cannot be measured so: ") + why);
}

void checkConfig(const CoverageConfig &config)
{
    if (config.corpus.empty())
        refuse("the corpus has no operator");
    if (config.mostVectors < 1)
        refuse("the number of shape and parameter vectors is below 1");
    if (std::ranges::any_of(config.weights, [](double weight) { return !(weight >= 0 && weight < 1e9); })
        || std::accumulate(config.weights.begin(), config.weights.end(), 0.0) <= 0)
        refuse("a weight is negative, or all are 0");
    for (const CorpusEntry &entry : config.corpus)
        if (entry.inDegrees.empty() || entry.outDegrees.empty() || entry.attributeBins < 0)
            refuse("an operator has no degrees");
}

double share(std::size_t seen, std::size_t all)
{
    return double(std::min(seen, all)) / double(all);
}

double weightedMean(const CoverageValues &values, const std::array<double, coverageParts> &weights)
{
    double sum = 0;
    double total = 0;
    for (std::size_t i = 0; i < coverageParts; ++i) {
        sum += weights[i] * values.parts[i];
        total += weights[i];
    }
    return sum / total;
}

} // namespace

const char *nameOf(CoveragePart part)
{
    static constexpr std::array<const char *, coverageParts> names
        = {"OTC", "IDC", "ODC", "SEC", "SPC", "AC"};
    return names[std::size_t(part)];
}

OperatorCoverage::OperatorCoverage(CoverageConfig config) : m_config(std::move(config))
{
    checkConfig(m_config);
    for (std::size_t i = 0; i < m_config.corpus.size(); ++i)
        if (!m_index.emplace(m_config.corpus[i].name, int(i)).second)
            refuse("the corpus has an operator twice");
    m_seen.resize(m_config.corpus.size());
}

// Notes what `known` does not have; each number at most once.
void OperatorCoverage::add(std::size_t index, const OperatorUse &use, const Seen &known, Seen &seen) const
{
    const CorpusEntry &entry = m_config.corpus[index];
    const auto insert = [](const auto &value, const auto &before, auto &into) {
        if (!before.contains(value))
            into.insert(value);
    };
    ++seen.uses;
    if (std::ranges::find(entry.inDegrees, use.inDegree) != entry.inDegrees.end())
        insert(use.inDegree, known.inDegrees, seen.inDegrees);
    if (std::ranges::find(entry.outDegrees, use.outDegree) != entry.outDegrees.end())
        insert(use.outDegree, known.outDegrees, seen.outDegrees);
    for (const std::string &successor : use.successors)
        if (const auto to = m_index.find(successor);
            to != m_index.end() && !known.successors.contains(to->second))
            ++seen.successors[to->second];
    if (known.vectors.size() + seen.vectors.size() < std::size_t(m_config.mostVectors))
        insert(use.vector, known.vectors, seen.vectors);
    for (const int bin : use.attributeBins)
        if (bin < entry.attributeBins)
            insert(bin, known.attributeBins, seen.attributeBins);
}

// Of two that have nothing in common.
CoverageValues OperatorCoverage::valueOf(std::size_t index, const Seen &seen, const Seen &more) const
{
    const CorpusEntry &entry = m_config.corpus[index];
    CoverageValues values;
    const bool occurs = seen.uses + more.uses > 0;
    values.parts = {occurs ? 1.0 : 0.0,
                    share(seen.inDegrees.size() + more.inDegrees.size(), entry.inDegrees.size()),
                    share(seen.outDegrees.size() + more.outDegrees.size(), entry.outDegrees.size()),
                    share(seen.successors.size() + more.successors.size(), m_config.corpus.size()),
                    share(seen.vectors.size() + more.vectors.size(), std::size_t(m_config.mostVectors)),
                    entry.attributeBins == 0 ? (occurs ? 1.0 : 0.0)
                                             : share(seen.attributeBins.size() + more.attributeBins.size(),
                                                     std::size_t(entry.attributeBins))};
    values.total = weightedMean(values, m_config.weights);
    return values;
}

CoverageValues OperatorCoverage::meanOf(const std::vector<Seen> &seen) const
{
    CoverageValues mean;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        const CoverageValues one = valueOf(i, seen[i], {});
        for (std::size_t part = 0; part < coverageParts; ++part)
            mean.parts[part] += one.parts[part];
    }
    for (double &part : mean.parts)
        part /= double(seen.size());
    mean.total = weightedMean(mean, m_config.weights);
    return mean;
}

double OperatorCoverage::gain(const std::vector<OperatorUse> &uses) const
{
    std::map<std::size_t, Seen>
        fresh; // what was seen before stays where it is: copies would take most of the time
    for (const OperatorUse &use : uses)
        if (const auto at = m_index.find(use.name); at != m_index.end())
            add(std::size_t(at->second), use, m_seen[std::size_t(at->second)],
                fresh[std::size_t(at->second)]);
    double gained = 0;
    for (const auto &[index, more] : fresh)
        gained += valueOf(index, m_seen[index], more).total - valueOf(index, m_seen[index], {}).total;
    return gained / double(m_seen.size());
}

void OperatorCoverage::commit(const std::vector<OperatorUse> &uses)
{
    const Seen nothing;
    for (const OperatorUse &use : uses)
        if (const auto at = m_index.find(use.name); at != m_index.end())
            add(std::size_t(at->second), use, nothing, m_seen[std::size_t(at->second)]);
}

CoverageValues OperatorCoverage::value() const
{
    return meanOf(m_seen);
}

CoverageValues OperatorCoverage::ofOperator(const std::string &name) const
{
    const auto at = m_index.find(name);
    if (at == m_index.end())
        throw Error(ErrorCode::Usage, "the corpus has no operator '" + name + "'");
    return valueOf(std::size_t(at->second), m_seen[std::size_t(at->second)], {});
}

std::vector<std::vector<std::uint32_t>> OperatorCoverage::edges() const
{
    std::vector<std::vector<std::uint32_t>> matrix(m_seen.size(), std::vector<std::uint32_t>(m_seen.size()));
    for (std::size_t from = 0; from < m_seen.size(); ++from)
        for (const auto &[to, times] : m_seen[from].successors)
            matrix[from][std::size_t(to)] = times;
    return matrix;
}

} // namespace mutascope::engines
