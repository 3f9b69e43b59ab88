// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/criterion_base.h"
#include "core/base/error.h"
#include <limits>
#include <string_view>
#include <utility>

namespace mutascope {

namespace {

constexpr std::string_view stateTag = "mutascope-coverage";
constexpr std::uint32_t stateVersion = 1;

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

} // namespace

CriterionBase::CriterionBase(std::string identity, std::vector<LayerSlice> layers)
    : m_identity(std::move(identity)), m_layers(std::move(layers)), m_neurons(neuronsOf(m_layers))
{
}

void CriterionBase::requireLayout(const Trace &trace) const
{
    if (trace.neurons < 0 || std::size_t(trace.neurons) != m_neurons
        || trace.values.size() != trace.count() * m_neurons)
        throw Error(ErrorCode::Internal,
                    "a trace of " + std::to_string(trace.neurons) + " neurons was given to a criterion of "
                        + std::to_string(m_neurons));
}

void CriterionBase::requireRows(const TraceRows &rows) const
{
    requireLayout(rows.trace);
    if (rows.begin > rows.end || rows.end > rows.trace.count())
        throw Error(ErrorCode::Internal, "rows beyond the end of a trace were given to a criterion");
}

void CriterionBase::throwTooLarge(const std::string &why) const
{
    throw Error(ErrorCode::Usage, "criterion " + m_identity + " " + why,
                "Choose fewer layers or a smaller parameter");
}

std::string CriterionBase::save() const
{
    StateWriter writer;
    writer.text(stateTag);
    writer.u32(stateVersion);
    writer.text(m_identity);
    writer.u64(m_layers.size());
    for (const LayerSlice &layer : m_layers)
        writer.u64(std::uint64_t(layer.count));
    writeState(writer);
    return writer.sealed();
}

void CriterionBase::load(const std::string &bytes)
{
    StateReader reader = StateReader::unsealed(bytes);
    readHeader(reader);
    readState(reader);
}

void CriterionBase::readHeader(StateReader &reader) const
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

} // namespace mutascope
