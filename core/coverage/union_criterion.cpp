// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/union_criterion.h"
#include "core/base/error.h"
#include <bit>

namespace mutascope {

namespace {

constexpr std::size_t largestTotal = std::size_t{1} << 34; // 2 GiB of bits

std::size_t checkedTotal(const std::string &identity, std::size_t neurons, std::size_t itemsPerNeuron)
{
    if (neurons != 0 && itemsPerNeuron > largestTotal / neurons)
        throw Error(ErrorCode::Usage,
                    "criterion " + identity + " over " + std::to_string(neurons)
                        + " neurons needs more than 2 GiB of memory",
                    "Choose fewer layers or a smaller parameter");
    return neurons * itemsPerNeuron;
}

} // namespace

UnionCriterion::UnionCriterion(std::string identity, std::vector<LayerSlice> layers, PerNeuron perNeuron)
    : CriterionBase(std::move(identity), std::move(layers)), m_perNeuron(perNeuron.items),
      m_bits(checkedTotal(this->identity(), neurons(), perNeuron.items))
{
}

UnionCriterion::UnionCriterion(std::string identity, std::vector<LayerSlice> layers, InAll all)
    : CriterionBase(std::move(identity), std::move(layers)), m_bits(all.items)
{
}

double UnionCriterion::gain(const TraceRows &rows) const
{
    requireFit();
    requireRows(rows);
    if (total() == 0)
        return 0.0;
    collectNew(rows);
    const bool several = rows.end - rows.begin > 1;
    return double(several ? countDistinct() : m_new.size()) / double(total());
}

void UnionCriterion::commit(const TraceRows &rows)
{
    requireFit();
    requireRows(rows);
    visitRows(rows, [this](const RowItems &items) {
        for (const std::size_t item : items)
            m_covered += m_bits.set(item);
    });
}

double UnionCriterion::value() const
{
    return total() == 0 ? 0.0 : double(m_covered) / double(total());
}

std::optional<NeuronCoverage> UnionCriterion::neuronCoverage() const
{
    if (m_perNeuron == 0)
        return std::nullopt;
    NeuronCoverage coverage{std::vector<std::uint32_t>(neurons()), std::uint32_t(m_perNeuron)};
    const auto words = m_bits.words();
    for (std::size_t i = 0; i < words.size(); ++i)
        for (std::uint64_t rest = words[i]; rest != 0; rest &= rest - 1)
            ++coverage.covered[neuronOf(64 * i + std::size_t(std::countr_zero(rest)))];
    return coverage;
}

// Fills m_new with the items that are not covered yet; an item of several rows is in it several times.
void UnionCriterion::collectNew(const TraceRows &rows) const
{
    m_new.clear();
    visitRows(rows, [this](const RowItems &items) {
        for (const std::size_t item : items)
            if (!m_bits.test(item))
                m_new.push_back(item);
    });
}

// Marks and unmarks, so that the cost is that of the new items, not of the whole bitset.
std::size_t UnionCriterion::countDistinct() const
{
    if (m_seen.size() != m_bits.size())
        m_seen = Bitset(m_bits.size());
    std::size_t distinct = 0;
    for (const std::size_t bit : m_new)
        distinct += m_seen.set(bit);
    for (const std::size_t bit : m_new)
        m_seen.reset(bit);
    return distinct;
}

void UnionCriterion::writeState(StateWriter &writer) const
{
    StateWriter fitted;
    writeFit(fitted);
    writer.text(fitted.bytes());
    writer.words(m_bits.words());
}

void UnionCriterion::readState(StateReader &reader)
{
    StateReader fitted(reader.text());
    std::vector<std::uint64_t> words(m_bits.words().size()); // our own size, not the file's
    reader.words(words);
    reader.expectEnd();
    if (!Bitset::fits(m_bits.size(), words))
        throwBadState("it covers items that do not exist");
    readFit(fitted); // the last that can fail: a refused state leaves this object as it was
    m_bits = Bitset(m_bits.size(), std::move(words));
    m_covered = m_bits.count();
}

void RowCriterion::visitRows(const TraceRows &rows, const std::function<void(const RowItems &)> &visit) const
{
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
        m_row.clear();
        collectBits(rows.trace.row(row), m_row);
        visit(m_row);
    }
}

ProfiledCriterion::ProfiledCriterion(std::string identity, std::vector<LayerSlice> layers,
                                     std::size_t itemsPerNeuron)
    : RowCriterion(std::move(identity), std::move(layers), itemsPerNeuron), m_profile(neurons())
{
}

void ProfiledCriterion::fit(const Trace &trace)
{
    requireLayout(trace);
    if (covered() != 0)
        throw Error(ErrorCode::Internal, "criterion " + identity() + " was fitted after a commit");
    m_profile.add(trace);
    useProfile(m_profile);
}

void ProfiledCriterion::writeFit(StateWriter &writer) const
{
    m_profile.save(writer);
}

void ProfiledCriterion::readFit(StateReader &reader)
{
    NeuronProfile profile = NeuronProfile::load(reader, neurons());
    reader.expectEnd();
    m_profile = std::move(profile);
    useProfile(m_profile);
}

void ProfiledCriterion::requireFit() const
{
    if (m_profile.rows() == 0)
        throw Error(ErrorCode::Internal,
                    "criterion " + identity() + " has no profile: it was not fitted to training images");
}

} // namespace mutascope
