// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/coverage/bitset.h"
#include "core/coverage/criterion.h"
#include "core/coverage/neuron_profile.h"
#include "core/coverage/state_codec.h"
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mutascope {

// A criterion whose value is the share of items that at least one input covered. A subclass says which items
// one row covers (collectBits); gain, commit, value, save and load are written here once.
class UnionCriterion : public Criterion {
public:
    double gain(const TraceRows &rows) const final;
    void commit(const TraceRows &rows) final;
    double value() const final;
    std::string save() const final;
    void load(const std::string &bytes) final;
    void fit(const Trace &) override { }

    std::size_t covered() const { return m_covered; }
    std::size_t total() const { return m_bits.size(); }

protected:
    // identity: the canonical text, parameters included; a saved state of another is refused. layers must
    // follow each other from 0 without gaps. Each neuron has bitsPerNeuron items.
    UnionCriterion(std::string identity, std::vector<LayerSlice> layers, std::size_t bitsPerNeuron);

    // Appends the items that the row covers, each once, all below total().
    virtual void collectBits(std::span<const float> row, std::vector<std::size_t> &bits) const = 0;
    // State of fit(), for criteria that have one. readFit must check all before it changes anything.
    virtual void writeFit(StateWriter &) const { }
    virtual void readFit(StateReader &reader) { reader.expectEnd(); }
    // Throws where gain() and commit() are not possible yet.
    virtual void requireFit() const { }

    const std::string &identity() const { return m_identity; }
    const std::vector<LayerSlice> &layers() const { return m_layers; }
    std::size_t neurons() const { return m_neurons; }
    void requireLayout(const Trace &trace) const;

private:
    void requireRows(const TraceRows &rows) const;
    void collectNew(const TraceRows &rows) const;
    std::size_t countDistinct() const;
    void readHeader(StateReader &reader) const;

    std::string m_identity;
    std::vector<LayerSlice> m_layers;
    std::size_t m_neurons = 0;
    Bitset m_bits;
    std::size_t m_covered = 0; // m_bits.count()
    // Scratch of gain(), kept between calls because gain() is the inner loop of every guided search.
    mutable std::vector<std::size_t> m_row;
    mutable std::vector<std::size_t> m_new;
    mutable Bitset m_seen; // made at the first gain() of several rows; all 0 between calls
};

// A union criterion that looks at each layer by itself; one item a neuron.
class LayerCriterion : public UnionCriterion {
protected:
    LayerCriterion(std::string identity, std::vector<LayerSlice> layers)
        : UnionCriterion(std::move(identity), std::move(layers), 1)
    {
    }
    // values: of one layer; first: number of its first neuron.
    virtual void collectLayer(std::span<const float> values, std::size_t first,
                              std::vector<std::size_t> &bits) const = 0;

private:
    void collectBits(std::span<const float> row, std::vector<std::size_t> &bits) const final
    {
        for (const LayerSlice &layer : layers())
            collectLayer(row.subspan(std::size_t(layer.begin), std::size_t(layer.count)),
                         std::size_t(layer.begin), bits);
    }
};

// A union criterion that compares with what each neuron did over the training set.
class ProfiledCriterion : public UnionCriterion {
public:
    // May be called for one batch after the other, but not after a commit().
    void fit(const Trace &trace) final;

protected:
    ProfiledCriterion(std::string identity, std::vector<LayerSlice> layers, std::size_t bitsPerNeuron);
    // Called after each change of the profile.
    virtual void useProfile(const NeuronProfile &profile) = 0;

private:
    void writeFit(StateWriter &writer) const final;
    void readFit(StateReader &reader) final;
    void requireFit() const final;
    NeuronProfile m_profile;
};

} // namespace mutascope
