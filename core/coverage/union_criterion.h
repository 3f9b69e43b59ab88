// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/coverage/bitset.h"
#include "core/coverage/criterion_base.h"
#include "core/coverage/neuron_profile.h"
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace mutascope {

// A criterion whose value is the share of items that at least one input covered. A subclass says which items
// each row covers (visitRows); gain, commit, value, save and load are written here once.
class UnionCriterion : public CriterionBase {
public:
    double gain(const TraceRows &rows) const final;
    void commit(const TraceRows &rows) final;
    double value() const final;

    std::size_t covered() const { return m_covered; }
    std::size_t total() const { return m_bits.size(); }
    // Empty where the items are not those of neurons.
    std::optional<NeuronCoverage> neuronCoverage() const;

protected:
    using RowItems = std::vector<std::size_t>;
    struct PerNeuron {
        std::size_t items = 1;
    };
    struct InAll {
        std::size_t items = 0;
    };
    UnionCriterion(std::string identity, std::vector<LayerSlice> layers, PerNeuron perNeuron);
    UnionCriterion(std::string identity, std::vector<LayerSlice> layers, InAll all);

    // Calls visit with the items of one row after the other: each once a row, all below total().
    virtual void visitRows(const TraceRows &rows,
                           const std::function<void(const RowItems &)> &visit) const = 0;
    virtual std::size_t neuronOf(std::size_t item) const { return item / m_perNeuron; }
    // State of fit(), for criteria that have one. readFit must check all before it changes anything.
    virtual void writeFit(StateWriter &) const { }
    virtual void readFit(StateReader &reader) { reader.expectEnd(); }
    // Throws where gain() and commit() are not possible yet.
    virtual void requireFit() const { }

private:
    void collectNew(const TraceRows &rows) const;
    std::size_t countDistinct() const;
    void writeState(StateWriter &writer) const final;
    void readState(StateReader &reader) final;

    std::size_t m_perNeuron = 0; // 0: the items are not those of neurons
    Bitset m_bits;
    std::size_t m_covered = 0; // m_bits.count()
    // Scratch of gain(), kept between calls because gain() is the inner loop of every guided search.
    mutable std::vector<std::size_t> m_new;
    mutable Bitset m_seen; // made at the first gain() of several rows; all 0 between calls
};

// A union criterion that looks at each row by itself; as many items for each neuron.
class RowCriterion : public UnionCriterion {
protected:
    RowCriterion(std::string identity, std::vector<LayerSlice> layers, std::size_t itemsPerNeuron)
        : UnionCriterion(std::move(identity), std::move(layers), PerNeuron{itemsPerNeuron})
    {
    }
    // Appends the items that the row covers.
    virtual void collectBits(std::span<const float> row, RowItems &bits) const = 0;

private:
    void visitRows(const TraceRows &rows, const std::function<void(const RowItems &)> &visit) const final;
    mutable RowItems m_row; // scratch
};

// A union criterion that looks at each layer by itself; one item a neuron.
class LayerCriterion : public RowCriterion {
protected:
    LayerCriterion(std::string identity, std::vector<LayerSlice> layers)
        : RowCriterion(std::move(identity), std::move(layers), 1)
    {
    }
    // values: of one layer; first: number of its first neuron.
    virtual void collectLayer(std::span<const float> values, std::size_t first, RowItems &bits) const = 0;

private:
    void collectBits(std::span<const float> row, RowItems &bits) const final
    {
        for (const LayerSlice &layer : layers())
            collectLayer(row.subspan(std::size_t(layer.begin), std::size_t(layer.count)),
                         std::size_t(layer.begin), bits);
    }
};

// A union criterion that compares with what each neuron did over the training set.
class ProfiledCriterion : public RowCriterion {
public:
    // May be called for one batch after the other, but not after a commit().
    void fit(const Trace &trace) final;

protected:
    ProfiledCriterion(std::string identity, std::vector<LayerSlice> layers, std::size_t itemsPerNeuron);
    // Called after each change of the profile.
    virtual void useProfile(const NeuronProfile &profile) = 0;

private:
    void writeFit(StateWriter &writer) const final;
    void readFit(StateReader &reader) final;
    void requireFit() const final;
    NeuronProfile m_profile;
};

} // namespace mutascope
