// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hash.h"
#include "core/base/param_builders.h"
#include "core/coverage/builtin.h"
#include "core/coverage/criterion_base.h"
#include "core/coverage/top_neurons.h"
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>

namespace mutascope {

namespace {

// The first half of the SHA-256 of a pattern: 16 bytes instead of thousands, and no two patterns that occur
// are likely to share one.
using PatternKey = std::array<std::uint64_t, 2>;

PatternKey keyOf(const std::string &pattern)
{
    const std::string digest = sha256(pattern);
    return {std::stoull(digest.substr(0, 16), nullptr, 16), std::stoull(digest.substr(16, 16), nullptr, 16)};
}

// Top-k neuron patterns: Ma et al., "DeepGauge: Multi-Granularity Testing Criteria for Deep Learning
// Systems", ASE 2018, section 3, layer-level criteria. The pattern of an input says for each layer which k
// neurons have the largest values (a set: not in which order); the criterion counts the different patterns.
// An input without any finite value has no pattern.
class TopNeuronPatterns : public CriterionBase {
public:
    TopNeuronPatterns(const std::string &identity, const std::vector<LayerSlice> &slices, std::size_t k)
        : CriterionBase(identity, slices), m_top(k)
    {
    }

    double gain(const TraceRows &rows) const override
    {
        const std::set<PatternKey> found = patternsOf(rows);
        return double(std::ranges::count_if(
            found, [this](const PatternKey &key) { return m_patterns.count(key) == 0; }));
    }
    void commit(const TraceRows &rows) override { m_patterns.merge(patternsOf(rows)); }
    double value() const override { return double(m_patterns.size()); }

private:
    std::set<PatternKey> patternsOf(const TraceRows &rows) const
    {
        requireRows(rows);
        std::set<PatternKey> patterns;
        for (std::size_t row = rows.begin; row < rows.end; ++row)
            if (const auto key = patternOf(rows.trace.row(row)))
                patterns.insert(*key);
        return patterns;
    }

    // Neurons are numbered through all layers, so their ascending list tells the layers apart.
    std::optional<PatternKey> patternOf(std::span<const float> row) const
    {
        m_winners.clear();
        for (const LayerSlice &layer : layers())
            m_top.select(row.subspan(std::size_t(layer.begin), std::size_t(layer.count)),
                         std::size_t(layer.begin), m_winners);
        if (m_winners.empty())
            return std::nullopt;
        StateWriter bytes;
        for (const std::size_t neuron : m_winners)
            bytes.u32(std::uint32_t(neuron));
        return keyOf(bytes.bytes());
    }

    void writeState(StateWriter &writer) const override
    {
        writer.u64(m_patterns.size());
        for (const PatternKey &key : m_patterns) {
            writer.u64(key[0]);
            writer.u64(key[1]);
        }
    }
    void readState(StateReader &reader) override
    {
        const std::uint64_t count = reader.u64();
        if (reader.remaining() % sizeof(PatternKey) != 0 || reader.remaining() / sizeof(PatternKey) != count)
            throwBadState("its number of patterns is wrong");
        std::set<PatternKey> patterns;
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t first = reader.u64();
            patterns.insert(patterns.end(), {first, reader.u64()});
        }
        if (patterns.size() != count)
            throwBadState("a pattern is in it twice");
        m_patterns = std::move(patterns);
    }

    TopNeurons m_top;
    std::set<PatternKey> m_patterns;
    mutable std::vector<std::size_t> m_winners; // scratch
};

} // namespace

CriterionInfo tknpInfo()
{
    CriterionInfo info;
    info.id = "tknp";
    info.summary
        = "Top-k neuron patterns: number of different combinations of each layer's k largest neurons";
    info.paper = "Ma et al., DeepGauge, ASE 2018";
    info.ratio = false;
    info.params
        = {integerParam("k", 1, 1, 1000000,
                        {"Criterion", "DeepGauge, section 3; 50 in NeuraL-Coverage's program, 1 is ours",
                         "Neurons of each layer in a pattern: those with the largest values; the more, the "
                         "sooner every image "
                         "has a pattern of its own."})};
    info.create = [](const ParamSet &params, const std::vector<LayerSlice> &layers) {
        return std::make_unique<TopNeuronPatterns>(criterionText("tknp", params), layers,
                                                   std::size_t(params.integer("k")));
    };
    return info;
}

} // namespace mutascope
