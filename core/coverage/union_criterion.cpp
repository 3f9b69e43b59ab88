// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/union_criterion.h"
#include "core/base/error.h"
#include <limits>

namespace mutascope {

namespace {

constexpr std::string_view stateTag = "mutascope-coverage";
constexpr std::uint32_t stateVersion = 1;
constexpr std::size_t largestTotal = std::size_t{1} << 34; // 2 GiB of bits

std::size_t neuronsOf(const std::vector<LayerSlice> &layers)
{
    int end = 0;
    for (const LayerSlice &layer : layers) {
        const bool room = layer.count >= 0 && layer.count <= std::numeric_limits<int>::max() - end;
        if (layer.begin != end || !room)
            throw Error(ErrorCode::Internal, "layer '" + layer.name + "' does not follow the one before");
        end += layer.count;
    }
    return std::size_t(end);
}

std::size_t checkedTotal(const std::string &identity, std::size_t neurons, std::size_t bitsPerNeuron)
{
    if (neurons != 0 && bitsPerNeuron > largestTotal / neurons)
        throw Error(ErrorCode::Usage,
                    "criterion " + identity + " over " + std::to_string(neurons)
                        + " neurons needs more than 2 GiB of memory",
                    "Choose fewer layers or a smaller parameter");
    return neurons * bitsPerNeuron;
}

} // namespace

UnionCriterion::UnionCriterion(std::string identity, std::vector<LayerSlice> layers,
                               std::size_t bitsPerNeuron)
    : m_identity(std::move(identity)), m_layers(std::move(layers)), m_neurons(neuronsOf(m_layers)),
      m_bits(checkedTotal(m_identity, m_neurons, bitsPerNeuron))
{
}

double UnionCriterion::gain(const TraceRows &rows) const
{
    requireRows(rows);
    if (total() == 0)
        return 0.0;
    collectNew(rows);
    const bool several = rows.end - rows.begin > 1;
    return double(several ? countDistinct() : m_new.size()) / double(total());
}

void UnionCriterion::commit(const TraceRows &rows)
{
    requireRows(rows);
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
        m_row.clear();
        collectBits(rows.trace.row(row), m_row);
        for (const std::size_t bit : m_row)
            m_covered += m_bits.set(bit);
    }
}

double UnionCriterion::value() const
{
    return total() == 0 ? 0.0 : double(m_covered) / double(total());
}

void UnionCriterion::requireLayout(const Trace &trace) const
{
    if (trace.neurons < 0 || std::size_t(trace.neurons) != m_neurons
        || trace.values.size() != trace.count() * m_neurons)
        throw Error(ErrorCode::Internal,
                    "a trace of " + std::to_string(trace.neurons) + " neurons was given to a criterion of "
                        + std::to_string(m_neurons));
}

void UnionCriterion::requireRows(const TraceRows &rows) const
{
    requireFit();
    requireLayout(rows.trace);
    if (rows.begin > rows.end || rows.end > rows.trace.count())
        throw Error(ErrorCode::Internal, "rows beyond the end of a trace were given to a criterion");
}

// Fills m_new with the items that are not covered yet; an item of several rows is in it several times.
void UnionCriterion::collectNew(const TraceRows &rows) const
{
    m_new.clear();
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
        m_row.clear();
        collectBits(rows.trace.row(row), m_row);
        for (const std::size_t bit : m_row)
            if (!m_bits.test(bit))
                m_new.push_back(bit);
    }
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

std::string UnionCriterion::save() const
{
    StateWriter writer;
    writer.text(stateTag);
    writer.u32(stateVersion);
    writer.text(m_identity);
    writer.u64(m_layers.size());
    for (const LayerSlice &layer : m_layers)
        writer.u64(std::uint64_t(layer.count));
    StateWriter fitted;
    writeFit(fitted);
    writer.text(fitted.bytes());
    writer.words(m_bits.words());
    return writer.sealed();
}

void UnionCriterion::load(const std::string &bytes)
{
    StateReader reader = StateReader::unsealed(bytes);
    readHeader(reader);
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

void UnionCriterion::readHeader(StateReader &reader) const
{
    if (reader.text() != stateTag)
        throwBadState("it is something else");
    if (const std::uint32_t version = reader.u32(); version != stateVersion)
        throwBadState("its version is " + std::to_string(version) + ", known is "
                      + std::to_string(stateVersion));
    if (const std::string found(reader.text()); found != m_identity)
        throwBadState("it is of '" + found + "', not of '" + m_identity + "'");
    if (reader.u64() != m_layers.size())
        throwBadState("it is of another number of layers");
    for (const LayerSlice &layer : m_layers)
        if (reader.u64() != std::uint64_t(layer.count))
            throwBadState("layer '" + layer.name + "' has another number of neurons");
}

ProfiledCriterion::ProfiledCriterion(std::string identity, std::vector<LayerSlice> layers,
                                     std::size_t bitsPerNeuron)
    : UnionCriterion(std::move(identity), std::move(layers), bitsPerNeuron), m_profile(neurons())
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
