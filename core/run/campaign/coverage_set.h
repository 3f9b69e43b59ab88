// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/coverage/criterion.h"

namespace mutascope {

// Every criterion with its defaults, so that one traced forward serves all of them: fitted together, kept in
// one file, added to together.
class CoverageSet : public Criterion {
public:
    explicit CoverageSet(const std::vector<LayerSlice> &layers);

    static std::string text(); // of all criteria: what identifies the set

    void fit(const Trace &trace) override;
    double gain(const TraceRows &rows) const override; // sum over the criteria
    void commit(const TraceRows &rows) override;
    double value() const override; // sum over the criteria
    std::string save() const override;
    void load(const std::string &bytes) override;

    std::vector<std::pair<std::string, double>> values() const; // canonical text and value of each

private:
    struct Member {
        CriterionChoice choice;
        std::unique_ptr<Criterion> criterion;
    };
    std::vector<Member> m_members;
};

} // namespace mutascope
