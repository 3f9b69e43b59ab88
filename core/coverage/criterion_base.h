// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/state_codec.h"
#include "core/coverage/criterion.h"
#include <string>
#include <vector>

namespace mutascope {

// What every criterion needs whatever it counts: its layers, checks of what it is given, and the frame of its
// saved state. A subclass writes and reads only what is its own.
class CriterionBase : public Criterion {
public:
    void fit(const Trace &) override { }
    std::string save() const final;
    void load(const std::string &bytes) final;

protected:
    // identity: the canonical text, parameters included; a saved state of another is refused. layers must
    // follow each other from 0 without gaps.
    CriterionBase(std::string identity, std::vector<LayerSlice> layers);

    const std::string &identity() const { return m_identity; }
    const std::vector<LayerSlice> &layers() const { return m_layers; }
    std::size_t neurons() const { return m_neurons; }
    // Throw Error{Internal} where a trace is of another layer set, or rows are not in it.
    void requireLayout(const Trace &trace) const;
    void requireRows(const TraceRows &rows) const;
    [[noreturn]] void throwTooLarge(const std::string &why) const;

    virtual void writeState(StateWriter &writer) const = 0;
    // Must check all, the end included, before it changes anything: a refused state leaves the object as it
    // was.
    virtual void readState(StateReader &reader) = 0;

private:
    void readHeader(StateReader &reader) const;
    std::string m_identity;
    std::vector<LayerSlice> m_layers;
    std::size_t m_neurons = 0;
};

} // namespace mutascope
